import type { Change, Volume } from "../../../src/volumes/volume.ts";
import type { Random } from "../patch/random.ts";
import { root } from "./tree.ts";

const targets = ["/outside", "/outside/secret.txt", "/outside/dir", "/", "..", "../../outside", "/outside/new.txt", "/workspace-evil"];

/** What another program does while a question is open: something on the way is moved aside, and a link that leads out stands in its place. */
export async function swap(volume: Volume, random: Random, paths: readonly string[]): Promise<void> {
  const path = onTheWay(volume, random, random.pick(paths));
  if (path === undefined) return;
  const aside = `${root}/aside-${random.below(1e9)}`;
  const changes: Change[] = [{ op: "symlink", path, target: random.pick(targets) }];
  if (path === root) return;
  await volume.commit({ changes: [{ op: "rename", from: path, to: aside }, ...changes], origin: { by: "external" } });
}

/** Something that exists, at or above the path. */
function onTheWay(volume: Volume, random: Random, path: string): string | undefined {
  const names = path.split("/").filter((name) => name !== "" && name !== "." && name !== "..");
  const ways = names.map((_, index) => [root, ...names.slice(0, index + 1)].join("/")).filter((way) => isThere(volume, way));
  return ways.length === 0 ? undefined : random.pick(ways);
}

function isThere(volume: Volume, path: string): boolean {
  try {
    return volume.entry(path) !== undefined;
  } catch {
    return false; // no path of a volume
  }
}
