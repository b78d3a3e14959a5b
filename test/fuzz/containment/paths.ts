import type { Random } from "../patch/random.ts";

const ways = [
  "../outside",
  "../../outside",
  "dir/../../outside",
  "dir/sub/../../../outside",
  "/outside",
  "//outside",
  "/./outside",
  "file:///outside",
  "file:///workspace/../outside",
  "/workspace/../outside",
  "outward",
  "./outward",
  "outward-relative",
  "inward/up/outside",
  "dir/up/outside",
  "dir/out/..",
  "top/outside",
  "chain",
  "inward/chain",
  "round/../outward",
  "home/../chain",
  "~/../outward",
  "evil",
  "../workspace-evil",
  "/workspace-evil",
  "/Workspace",
  "top/etc",
  "outward/further",
];

const ends = [
  "secret.txt",
  "dir/deep.txt",
  "new.txt",
  "none/new.txt",
  "dir",
  "",
  ".",
  "passwd",
  "back/../secret.txt",
  "é.txt",
  "../outside/dir",
];

const names = [
  ".",
  "..",
  "...",
  "a.txt",
  "dir",
  "sub",
  "guarded",
  "outward",
  "OUTWARD",
  "secret-link",
  "dangling-out",
  "dangling-deep",
  "dangling",
  "loop-a",
  "self",
  "up",
  "top",
  "inward",
  "outside",
  "workspace",
  "Workspace",
  "é.txt",
  "e\u0301.txt",
  "．．",
  "\u2025",
  "\u200b..",
  "..\u200b",
  ".. ",
  " ..",
  "..\\..",
  "\\",
  "C:",
  "%2e%2e",
  "..%2foutside",
  "~",
  "~root",
  "sp ace",
  "new.txt",
];

/** A path that tries to leave, or that is merely odd. */
export function randomPath(random: Random): string {
  return decorated(random, random.chance(0.62) ? `${random.pick(ways)}/${random.pick(ends)}` : randomNames(random));
}

/** A path that the tools take. */
export function plainPath(random: Random): string {
  return random.pick(["a.txt", "dir/b.txt", "dir/sub/c.txt", "guarded/g.txt", "new.txt", "made/new.txt", "dir", "guarded"]);
}

function randomNames(random: Random): string {
  const path = Array.from({ length: 1 + random.below(5) }, () => random.pick(names)).join(random.pick(["/", "/", "/", "//", "/./"]));
  return random.chance(0.15) ? `/${path}` : path;
}

function decorated(random: Random, path: string): string {
  if (random.chance(0.8)) return path;
  return random.pick([
    `${path}\0.txt`,
    `${path}/`,
    `${path}/.`,
    `"${path}"`,
    `'${path}'`,
    `@${path}`,
    ` ${path}`,
    `${path}\n`,
    path.replaceAll("/", "\\"),
    path.replaceAll("..", "%2e%2e"),
    path.toUpperCase(),
    path.normalize("NFD"),
    `${path}\ud800`,
  ]);
}
