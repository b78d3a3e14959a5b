import { fail } from "../core/errors.ts";
import type { ArgumentIssue } from "../core/errors.ts";
import { join, parent } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import { encode } from "../core/text.ts";
import { assertVolumePath } from "./preconditions.ts";
import type { Change } from "./volume.ts";

/**
 * Files as one writes them down: memfs's `toJSON()` (`{ "/a/b.txt": "text", "src/c.txt": bytes, "empty": null }`, null is an empty
 * directory), WebContainer's `FileSystemTree`, or both at once. Relative names are below the root, directories on the way are implied.
 */
export interface Files {
  readonly [path: string]: string | Uint8Array | null | FileNode | DirectoryNode;
}

/** A directory of a `FileSystemTree`: its keys are names, not paths. */
export interface FileSystemTree {
  readonly [name: string]: FileNode | DirectoryNode;
}

export interface FileNode {
  readonly file: { readonly contents: string | Uint8Array } | { readonly symlink: string };
}

export interface DirectoryNode {
  readonly directory: FileSystemTree;
}

/**
 * The batch that makes the root and all files in an empty volume. Throws invalid_arguments, which names the place in `files`; a malformed
 * path is found when the batch is checked.
 */
export function filesToChanges(files: Files, root: VolumePath): Change[] {
  assertVolumePath(root);
  const draft: Draft = { changes: [], made: new Map([["/", "directory"]]) };
  ensureDirectory(draft, root, root);
  for (const [name, value] of Object.entries(files)) add(draft, { at: name, path: pathOf(name, root), value });
  return draft.changes;
}

interface Draft {
  readonly changes: Change[];
  readonly made: Map<VolumePath, "leaf" | "directory">;
}

/** `at` is the place in the argument, for errors. */
interface Item {
  readonly at: string;
  readonly path: VolumePath;
  readonly value: unknown;
}

function pathOf(name: string, root: VolumePath): VolumePath {
  if (name.startsWith("/")) return name;
  return join(root, name.startsWith("./") ? name.slice(2) : name);
}

function add(draft: Draft, item: Item): void {
  const { at, path, value } = item;
  if (value === null) ensureDirectory(draft, path, at);
  else if (isContents(value)) addFile(draft, item, value);
  else addNode(draft, item);
}

function addNode(draft: Draft, item: Item): void {
  const { at, value } = item;
  if (hasField(value, "directory")) addDirectory(draft, item, value.directory);
  else if (hasField(value, "file")) addFileNode(draft, item, value.file);
  else throw wrong({ at, problem: "type", expected: "string, Uint8Array, null, {file} or {directory}", received: typeof value });
}

function addFileNode(draft: Draft, item: Item, file: unknown): void {
  if (hasField(file, "contents") && isContents(file.contents)) return addFile(draft, item, file.contents);
  const target = hasField(file, "symlink") ? file.symlink : undefined;
  if (typeof target !== "string") throw wrong({ at: `${item.at}.file`, problem: "type", expected: "{contents} or {symlink}" });
  addLeaf(draft, item, { op: "symlink", path: item.path, target });
}

function addFile(draft: Draft, item: Item, contents: string | Uint8Array): void {
  addLeaf(draft, item, { op: "put", path: item.path, bytes: bytesOf(contents, item.at) });
}

function addLeaf(draft: Draft, { at, path }: Item, change: Change): void {
  ensureDirectory(draft, parent(path), at);
  if (draft.made.has(path)) throw wrong({ at, problem: "conflict" });
  draft.made.set(path, "leaf");
  draft.changes.push(change);
}

function addDirectory(draft: Draft, { at, path }: Item, tree: unknown): void {
  if (typeof tree !== "object" || tree === null) throw wrong({ at: `${at}.directory`, problem: "type", expected: "object" });
  ensureDirectory(draft, path, at);
  for (const [name, value] of Object.entries(tree)) {
    const below = `${at}.directory.${name}`;
    if (name === "" || name.includes("/")) throw wrong({ at: below, problem: "type", expected: "a name" });
    addNode(draft, { at: below, path: join(path, name), value });
  }
}

function ensureDirectory(draft: Draft, path: VolumePath, at: string): void {
  const made = draft.made.get(path);
  if (made === "directory") return;
  if (made === "leaf") throw wrong({ at, problem: "conflict" });
  ensureDirectory(draft, parent(path), at);
  draft.made.set(path, "directory");
  draft.changes.push({ op: "mkdir", path });
}

function bytesOf(contents: string | Uint8Array, at: string): Uint8Array {
  if (typeof contents !== "string") return contents;
  if (!contents.isWellFormed()) throw wrong({ at, problem: "not_well_formed" });
  return encode(contents);
}

function isContents(value: unknown): value is string | Uint8Array {
  return typeof value === "string" || value instanceof Uint8Array;
}

function hasField<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

function wrong(issue: ArgumentIssue): Error {
  return fail("invalid_arguments", { issues: [{ ...issue, at: `files.${issue.at}` }] });
}
