import type { Effect, RestorePoint } from "portside";

/** What became of an entry since the start: added, modified, deleted, renamed. */
export type Mark = "A" | "M" | "D" | "R";

export interface TreeEntry {
  readonly kind: "file" | "directory";
  readonly mark?: Mark;
  /** Of a renamed entry: where it was at the start. */
  readonly from?: string;
}

/** Every entry by its path; deleted ones stay, marked. */
export type FileTree = ReadonlyMap<string, TreeEntry>;

export function treeOf(entries: readonly { readonly path: string; readonly kind: string }[]): FileTree {
  return new Map(entries.map(({ path, kind }) => [path, { kind: kind === "directory" ? "directory" : "file" }]));
}

/** The tree after changes, in the order they were made. */
export function applyEffects(tree: FileTree, effects: readonly Effect[]): FileTree {
  const next = new Map(tree);
  for (const effect of effects) applyEffect(next, effect);
  return next;
}

type Draft = Map<string, TreeEntry>;

function applyEffect(tree: Draft, { op, path, from }: Effect): void {
  switch (op) {
    case "create":
      return add(tree, path, "file");
    case "mkdir":
      return add(tree, path, "directory");
    case "modify":
      return modify(tree, path);
    case "delete":
      return remove(tree, path);
    case "move":
      return move(tree, from ?? path, path);
    default:
      return op satisfies never;
  }
}

/** What takes the place of something deleted has modified it. */
function add(tree: Draft, path: string, kind: TreeEntry["kind"]): void {
  for (const parent of parentsOf(path)) if (!tree.has(parent)) tree.set(parent, { kind: "directory", mark: "A" });
  const replaces = tree.get(path)?.kind === kind;
  tree.set(path, { kind, mark: replaces ? "M" : "A" });
}

function modify(tree: Draft, path: string): void {
  const entry = tree.get(path);
  tree.set(path, { kind: "file", ...entry, mark: entry?.mark ?? "M" });
}

function remove(tree: Draft, path: string): void {
  const entry = tree.get(path);
  if (entry?.mark === "R" && entry.from !== undefined) tree.set(entry.from, { kind: entry.kind, mark: "D" });
  if (entry === undefined || entry.mark === "A" || entry.mark === "R") tree.delete(path);
  else tree.set(path, { kind: entry.kind, mark: "D" });
}

function move(tree: Draft, source: string, destination: string): void {
  const moved = [...tree].filter(([path, { mark }]) => mark !== "D" && (path === source || path.startsWith(`${source}/`)));
  for (const [path] of moved) tree.delete(path);
  for (const [path, { kind, mark, from = path }] of moved) {
    const place = destination + path.slice(source.length);
    tree.set(place, mark === "A" ? { kind, mark } : from === place ? { kind } : { kind, mark: "R", from });
  }
}

/** The tree without the marks of files whose changes after a point were all taken back. */
export function clearMarks(tree: FileTree, points: readonly RestorePoint[], since: number): FileTree {
  const standing = points.filter(({ id, by, undone }) => id > since && by !== "undo" && undone !== "yes");
  const changed = new Set(standing.flatMap(({ changes }) => changes.map(({ path }) => path)));
  return new Map([...tree].map(([path, entry]) => [path, entry.mark === "M" && !changed.has(path) ? { kind: entry.kind } : entry]));
}

/** The directories above a path, the outermost first. */
export function parentsOf(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** A visible row, in the words of ARIA's tree pattern: `level`, `position` and `setSize` count from 1. */
export interface TreeRow extends TreeEntry {
  readonly path: string;
  readonly name: string;
  readonly level: number;
  readonly position: number;
  readonly setSize: number;
  /** Of a directory. */
  readonly expanded: boolean;
  /** Of a directory: something below it is marked. */
  readonly changed: boolean;
}

/** The rows that show: directories first, then by name, below the directories that are expanded. */
export function rowsOf(tree: FileTree, expanded: ReadonlySet<string>): readonly TreeRow[] {
  const children = childrenOf(tree);
  const below = (directory: string, level: number): readonly TreeRow[] => {
    const paths = children.get(directory) ?? [];
    return paths.flatMap((path, index) => {
      const entry = tree.get(path) as TreeEntry;
      const isExpanded = entry.kind === "directory" && expanded.has(path);
      const row = {
        ...entry,
        path,
        name: path.slice(path.lastIndexOf("/") + 1),
        level,
        position: index + 1,
        setSize: paths.length,
        expanded: isExpanded,
        changed: hasMarks(path, tree, children),
      };
      return isExpanded ? [row, ...below(path, level + 1)] : [row];
    });
  };
  return below("", 1);
}

type Children = ReadonlyMap<string, readonly string[]>;

function childrenOf(tree: FileTree): Children {
  const children = new Map<string, string[]>();
  for (const path of tree.keys()) {
    const parent = parentsOf(path).at(-1) ?? "";
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [path]);
    else siblings.push(path);
  }
  for (const paths of children.values()) paths.sort((a, b) => compare(a, b, tree));
  return children;
}

function compare(a: string, b: string, tree: FileTree): number {
  const [kindA, kindB] = [tree.get(a)?.kind, tree.get(b)?.kind];
  if (kindA !== kindB) return kindA === "directory" ? -1 : 1;
  return a < b ? -1 : 1;
}

function hasMarks(directory: string, tree: FileTree, children: Children): boolean {
  return (children.get(directory) ?? []).some((path) => tree.get(path)?.mark !== undefined || hasMarks(path, tree, children));
}
