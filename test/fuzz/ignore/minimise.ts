import type { FuzzTree } from "./tree.ts";

/** Leaves out what the difference about `path` does not need: other entries, files, repositories, then lines. */
export function minimise(tree: FuzzTree, path: string, differs: (tree: FuzzTree) => boolean): FuzzTree {
  let least: FuzzTree = { ...tree, entries: tree.entries.filter((entry) => entry.path === path || path.startsWith(`${entry.path}/`)) };
  const needed = new Set(["", ...least.entries.map((entry) => entry.path)]);
  least = { ...least, ignoreFiles: pick(least.ignoreFiles, needed), repositories: pick(least.repositories, needed) };
  for (let smaller = findSmaller(least, differs); smaller !== undefined; smaller = findSmaller(least, differs)) least = smaller;
  return least;
}

function findSmaller(tree: FuzzTree, differs: (tree: FuzzTree) => boolean): FuzzTree | undefined {
  for (const smaller of smallerTrees(tree)) if (differs(smaller)) return smaller;
  return undefined;
}

function* smallerTrees(tree: FuzzTree): Generator<FuzzTree> {
  for (const directory of Object.keys(tree.ignoreFiles)) yield { ...tree, ignoreFiles: without(tree.ignoreFiles, directory) };
  for (const directory of Object.keys(tree.repositories)) yield { ...tree, repositories: without(tree.repositories, directory) };
  for (const global of shorter(tree.global)) yield { ...tree, global };
  for (const exclude of shorter(tree.exclude)) yield { ...tree, exclude };
  for (const [directory, text] of Object.entries(tree.ignoreFiles)) {
    for (const less of shorter(text)) yield { ...tree, ignoreFiles: { ...tree.ignoreFiles, [directory]: less } };
  }
}

/** The text without one of its lines. */
function shorter(text: string): string[] {
  const lines = text.split("\n");
  return text === "" ? [] : lines.map((_, i) => lines.toSpliced(i, 1).join("\n"));
}

function pick(texts: Readonly<Record<string, string>>, keys: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => keys.has(key)));
}

function without(texts: Readonly<Record<string, string>>, key: string): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([other]) => other !== key));
}
