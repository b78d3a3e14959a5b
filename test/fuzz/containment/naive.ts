import type { Volume } from "../../../src/volumes/volume.ts";
import { outside, root } from "./tree.ts";

/** Would a program that joins the path to the root and opens it, following links and `..` as a kernel does, stand outside? */
export function reachesOutside(volume: Pick<Volume, "entry">, asked: string): boolean {
  const path = cString(unwrapped(asked));
  const place = resolve(volume, path.startsWith("/") ? path : `${root}/${path}`);
  return outside.some((directory) => place === directory || place?.startsWith(`${directory}/`));
}

function unwrapped(path: string): string {
  const bare = path.replace(/^file:\/\//, "").replace(/^~(?=\/|$)/, `${root}/home`);
  return /^(["'`]).*\1$/s.test(bare) ? bare.slice(1, -1) : bare.replace(/^@(?=\/|\.\.)/, "");
}

/** What a library written in C makes of it. */
function cString(path: string): string {
  return path.split("\0", 1)[0] as string;
}

/** Where it leads; what is missing is taken by its letters. Undefined for a circle of links. */
function resolve(volume: Pick<Volume, "entry">, path: string): string | undefined {
  const pending = path.split("/").toReversed();
  let at = "";
  for (let hops = 0; pending.length > 0;) {
    const name = pending.pop();
    if (name === "" || name === "." || name === undefined) continue;
    if (name === "..") at = at.slice(0, at.lastIndexOf("/") < 0 ? 0 : at.lastIndexOf("/"));
    else {
      const entry = volume.entry(`${at}/${name}`);
      if (entry?.kind !== "symlink") at = `${at}/${name}`;
      else {
        if (++hops > 40) return undefined;
        if (entry.target.startsWith("/")) at = "";
        pending.push(...entry.target.split("/").toReversed());
      }
    }
  }
  return at === "" ? "/" : at;
}
