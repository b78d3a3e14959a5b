import { decodeStrict } from "../core/text.ts";
import { filesToChanges, type DirectoryNode, type Files, type FileNode, type FileSystemTree } from "../volumes/files.ts";
import type { Change } from "../volumes/volume.ts";
import type { TransferEntry, TransferSource } from "./entry.ts";
import { contextOf, createTally, readItems, type Item, type ReadOptions, type TransferReport } from "./read-items.ts";
import { sourceOf, type From } from "./tree-source.ts";

export interface ToFilesOptions extends ReadOptions {
  /** The directory or file of a volume or a workspace that is written down; absent: all of it. */
  readonly from?: string;
}

/** The entries of a `FileSystemTree`, of memfs's `toJSON()`, or of both at once. */
export async function* fromFiles(files: Files): TransferSource {
  for (const change of filesToChanges(files, "/")) {
    const entry = entryOf(change);
    if (entry) yield entry;
  }
}

/**
 * A `FileSystemTree`, as WebContainer mounts it. Contents are text where they are UTF-8 and bytes where they are not. It has no place for the
 * executable bit.
 */
export async function toFileSystemTree(
  source: From,
  options: ToFilesOptions = {},
): Promise<{ readonly tree: FileSystemTree; readonly report: TransferReport }> {
  const { items, report } = await itemsOf(source, options);
  const root: Branch = new Map();
  for (const item of items) plant(root, item);
  return { tree: treeOf(root), report };
}

/** As memfs's `toJSON()`, with relative names: null for an empty directory, `{ file: { symlink } }` for a link. */
export async function toFiles(
  source: From,
  options: ToFilesOptions = {},
): Promise<{ readonly files: Files; readonly report: TransferReport }> {
  const { items, report } = await itemsOf(source, options);
  const parents = new Set(items.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
  const named = items.filter(({ kind, path }) => kind !== "directory" || !parents.has(path));
  // fromEntries and not an assignment: a file may be called `__proto__`.
  return { files: Object.fromEntries(named.map((item) => [item.path, valueOf(item)])), report };
}

async function itemsOf(
  source: From,
  options: ToFilesOptions,
): Promise<{ readonly items: readonly Item[]; readonly report: TransferReport }> {
  const report = createTally();
  const { from } = options;
  const entries = await sourceOf(source, from, { context: contextOf(options), tally: report });
  return { items: await readItems(entries, options, report), report };
}

function entryOf(change: Change): TransferEntry | undefined {
  switch (change.op) {
    case "put":
      return { kind: "file", path: change.path.slice(1), bytes: change.bytes };
    case "symlink":
      return { kind: "symlink", path: change.path.slice(1), target: change.target };
    case "mkdir":
      return change.path === "/" ? undefined : { kind: "directory", path: change.path.slice(1) };
    default:
      return undefined;
  }
}

function valueOf(item: Item): string | Uint8Array | null | FileNode {
  if (item.kind === "directory") return null;
  return item.kind === "file" ? contentsOf(item.bytes) : { file: { symlink: item.target } };
}

function contentsOf(bytes: Uint8Array): string | Uint8Array {
  return decodeStrict(bytes) ?? new Uint8Array(bytes);
}

/** A directory of the tree that is being made; the objects are made last, from entries. */
interface Branch extends Map<string, Branch | FileNode> {}

function plant(root: Branch, item: Item): void {
  const names = item.path.split("/");
  const last = names.pop() as string;
  const directory = names.reduce(branchAt, root);
  if (item.kind === "directory") branchAt(directory, last);
  else directory.set(last, item.kind === "file" ? { file: { contents: contentsOf(item.bytes) } } : { file: { symlink: item.target } });
}

function branchAt(directory: Branch, name: string): Branch {
  const there = directory.get(name);
  if (there instanceof Map) return there;
  const made: Branch = new Map();
  directory.set(name, made);
  return made;
}

function treeOf(branch: Branch): FileSystemTree {
  return Object.fromEntries(
    [...branch].map(([name, node]): [string, FileNode | DirectoryNode] => [name, node instanceof Map ? { directory: treeOf(node) } : node]),
  );
}
