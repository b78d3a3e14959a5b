import type { Random } from "./random.ts";

/** A tree of a fuzz case. Texts have one character for each byte; of a link the text is its target. */
export type Tree = Readonly<Record<string, Entry>>;

export interface Entry {
  readonly mode: "100644" | "100755" | "120000";
  readonly text: string;
}

const folders = ["", "", "src/", "a/", "b/", "docs/deep/er/", "two words/"];
const stems = ["main", "index", "a", "b", "x y", 'quo"te', "caf\xc3\xa9", "Makefile", "100%"];
const endings = ["", ".ts", ".txt", ".orig", ".c"];
const words = ["alpha", "beta", "gamma", "delta", "omega", "north", "south", "river", "stone", "cloud"];
/** Lines that stand in many places, and lines that look like parts of a patch. */
const common = ["}", "", "return;", "\t}", "    }"];
const odd = [
  "-- alpha",
  "++ beta",
  "@@ -1,2 +1,2 @@ gamma",
  "diff --git a/x b/y",
  "\\ No newline",
  "--- a/x",
  "+++ b/x",
  "*** End Patch",
  "```",
  "\xff\xfe",
];

/** A tree and the one that comes of it by some edits, both of text. */
export function pairOfTrees(random: Random): { readonly before: Tree; readonly after: Tree } {
  const before: Record<string, Entry> = {};
  for (let i = 0; i < 2 + random.below(3); i++) before[newPath(random, before)] = newFile(random);
  if (random.chance(0.15)) before["link"] = { mode: "120000", text: `old/${random.pick(words)}` };
  const after: Record<string, Entry> = { ...before };
  while (same(before, after)) for (let i = 0; i < 1 + random.below(3); i++) editTree(after, random);
  return { before, after };
}

function same(a: Tree, b: Tree): boolean {
  return Object.keys({ ...a, ...b }).every((path) => a[path]?.mode === b[path]?.mode && a[path]?.text === b[path]?.text);
}

function newPath(random: Random, taken: Tree): string {
  for (;;) {
    const path = random.pick(folders) + random.pick(stems) + random.pick(endings);
    // No file may be above another one.
    if (Object.keys(taken).every((other) => other !== path && !other.startsWith(`${path}/`) && !path.startsWith(`${other}/`))) return path;
  }
}

function newFile(random: Random): Entry {
  const lines = Array.from({ length: 1 + random.below(60) }, () => newLine(random));
  const end = random.chance(0.15) ? "\r\n" : "\n";
  const text = lines.join(end) + (random.chance(0.85) ? end : "");
  return { mode: random.chance(0.1) ? "100755" : "100644", text };
}

function newLine(random: Random): string {
  const kind = random.below(20);
  if (kind < 4) return random.pick(common);
  if (kind === 4) return random.pick(odd);
  const indent = random.pick(["", "", "  ", "    ", "\t", "\t\t"]);
  const quote = random.pick(["'", '"']);
  return `${indent}${random.pick(words)}_${random.below(1000)} = ${random.pick(words)}(${quote}${random.pick(words)}${quote}, ${random.below(100)});${random.chance(0.05) ? "  " : ""}`;
}

function editTree(tree: Record<string, Entry>, random: Random): void {
  const kind = random.below(12);
  const paths = Object.keys(tree);
  const path = paths.length === 0 ? undefined : random.pick(paths);
  if (path === undefined || kind === 0) tree[newPath(random, tree)] = newFile(random);
  else if (kind === 1) delete tree[path];
  else if (kind === 2) rename(tree, path, random);
  else if (kind === 3) tree[path] = flipped(tree[path] as Entry);
  else tree[path] = edited(tree[path] as Entry, random);
}

function rename(tree: Record<string, Entry>, path: string, random: Random): void {
  const entry = tree[path] as Entry;
  delete tree[path];
  tree[newPath(random, tree)] = random.chance(0.5) || entry.mode === "120000" ? entry : edited(entry, random);
}

function flipped(entry: Entry): Entry {
  if (entry.mode === "120000") return entry;
  return { ...entry, mode: entry.mode === "100644" ? "100755" : "100644" };
}

function edited({ mode, text }: Entry, random: Random): Entry {
  if (mode === "120000") return { mode, text: `new/${random.pick(words)}${random.below(100)}` };
  if (random.chance(0.05)) return { mode, text: text.endsWith("\n") ? text.replace(/\r?\n$/, "") : `${text}\n` };
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(end);
  for (let i = 0; i < 1 + random.below(3); i++) {
    const added = Array.from({ length: random.below(4) }, () => newLine(random));
    lines.splice(random.below(lines.length), random.below(4), ...added);
  }
  return { mode, text: lines.join(end) };
}
