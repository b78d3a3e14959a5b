import { fail } from "../core/errors.ts";
import { basename, join, parent, segments } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import type { Capabilities, Change, Child, DirectoryEntry, Entry, FileEntry, State } from "./volume.ts";

/** The part of a volume that a check looks at. */
export interface Tree {
  readonly capabilities: Pick<Capabilities, "symlinks" | "modes">;
  entry(path: VolumePath): Entry | undefined;
  children(directory: DirectoryEntry): readonly Child[];
}

/**
 * The check every volume makes before it applies a batch: each change against the tree as the earlier ones leave it, and the tree itself is
 * not touched. Throws the first refusal: not_found (`path` is the missing one, perhaps a parent), already_exists, not_a_directory,
 * is_a_directory, not_a_file, not_empty, invalid_move, stale_version, path_malformed, path_not_allowed (removing "/"), unavailable.
 *
 * Returns what stood at each change's path. An entry that the batch itself made has id 0, and a file that it wrote has version "" and brings
 * its `bytes`; any other file's bytes are the volume's to read.
 */
export function checkBatch(tree: Tree, changes: readonly Change[]): readonly State[] {
  const draft = createDraft(tree);
  return changes.map((change) => step(draft, change));
}

/** Throws path_malformed unless the path is absolute and normalised, well-formed and without NUL. */
export function assertVolumePath(path: string): void {
  if (path.includes("\0")) throw fail("path_malformed", { path, reason: "nul" });
  if (!path.isWellFormed()) throw fail("path_malformed", { path, reason: "lone_surrogate" });
  if (path !== "/" && !isNormalised(path)) throw fail("path_malformed", { path, reason: "not_normalised" });
}

function isNormalised(path: string): boolean {
  const [first, ...names] = path.split("/");
  return first === "" && names.length > 0 && names.every((name) => name !== "" && name !== "." && name !== "..");
}

/** A node as the earlier changes leave it. Its untouched children are still found in the tree, where it stood at first. */
interface Node {
  entry: Entry;
  /** What the batch wrote. */
  bytes?: Uint8Array;
  /** Where the tree has it; absent when the batch made it. */
  readonly origin?: VolumePath;
  /** Children looked at so far; undefined: none of that name. */
  readonly known: Map<string, Node | undefined>;
  /** Children won and lost since the tree was as it is. */
  growth: number;
}

/** The tree with some changes made. Moving a node moves what is below it, so a rename costs as much as any other change. */
interface Draft {
  readonly tree: Tree;
  readonly root: Node;
}

function createDraft(tree: Tree): Draft {
  const entry = tree.entry("/");
  if (!entry) throw fail("not_found", { path: "/" });
  return { tree, root: createNode(entry, "/") };
}

function createNode(entry: Entry, origin?: VolumePath): Node {
  return { entry, known: new Map(), growth: 0, ...(origin !== undefined && { origin }) };
}

function step(draft: Draft, change: Change): State {
  switch (change.op) {
    case "put":
      return put(draft, change);
    case "mkdir":
      return make(draft, change.path, { kind: "directory", id: 0 });
    case "symlink":
      return symlink(draft, change);
    case "mode":
      return mode(draft, change);
    case "rename":
      return rename(draft, change);
    case "remove":
      return remove(draft, change);
  }
}

type Put = Extract<Change, { op: "put" }>;

function put(draft: Draft, change: Put): State {
  const node = find(draft, change.path);
  if (!node) return create(draft, change);
  const { path, expect } = change;
  if (expect === "absent") throw fail("already_exists", { path, kind: node.entry.kind });
  const before = fileAt(node, path);
  if (expect !== undefined) expectVersion(path, expect, before);
  const state = stateOf(node);
  node.entry = { ...before, version: "", size: change.bytes.byteLength, executable: change.executable ?? before.executable };
  node.bytes = change.bytes;
  return state;
}

function create(draft: Draft, { path, bytes, executable, expect }: Put): State {
  if (expect !== undefined && expect !== "absent") expectVersion(path, expect, undefined);
  const node = createNode({ kind: "file", id: 0, version: "", size: bytes.byteLength, executable: executable ?? false });
  node.bytes = bytes;
  attach(directoryOf(draft, path), basename(path), node);
  return {};
}

function make(draft: Draft, path: VolumePath, entry: Entry): State {
  refuseExisting(path, find(draft, path));
  attach(directoryOf(draft, path), basename(path), createNode(entry));
  return {};
}

function symlink(draft: Draft, { path, target }: Extract<Change, { op: "symlink" }>): State {
  if (!draft.tree.capabilities.symlinks) throw fail("unavailable", { what: "symlink", reason: "volume" });
  if (target === "") throw fail("invalid_arguments", { issues: [{ at: "target", problem: "empty" }] });
  if (target.includes("\0")) throw fail("path_malformed", { path: target, reason: "nul" });
  if (!target.isWellFormed()) throw fail("path_malformed", { path: target, reason: "lone_surrogate" });
  return make(draft, path, { kind: "symlink", id: 0, target });
}

function mode(draft: Draft, { path, executable }: Extract<Change, { op: "mode" }>): State {
  if (!draft.tree.capabilities.modes) throw fail("unavailable", { what: "mode", reason: "volume" });
  const node = get(draft, path);
  if (node.entry.kind !== "file") throw fail("not_a_file", { path, kind: node.entry.kind });
  const state = stateOf(node);
  node.entry = { ...node.entry, executable };
  return state;
}

function rename(draft: Draft, { from, to }: Extract<Change, { op: "rename" }>): State {
  const refuse = (reason: "root" | "same" | "into_itself") => fail("invalid_move", { source: from, destination: to, reason });
  assertVolumePath(to);
  const node = get(draft, from);
  if (node === draft.root) throw refuse("root");
  if (from === to) throw refuse("same");
  if (node.entry.kind === "directory" && to.startsWith(`${from}/`)) throw refuse("into_itself");
  refuseExisting(to, find(draft, to));
  attach(directoryOf(draft, to), basename(to), node);
  detach(directoryOf(draft, from), basename(from));
  return stateOf(node);
}

function remove(draft: Draft, { path, expect }: Extract<Change, { op: "remove" }>): State {
  const node = get(draft, path);
  if (node === draft.root) throw fail("path_not_allowed", { path, root: "/", reason: "reserved" });
  if (typeof expect === "string") expectVersion(path, expect, node.entry);
  if (typeof expect === "number" && expect !== node.entry.id) throw fail("stale_version", { path, reason: "scope" });
  const entries = countChildren(draft, node);
  if (entries > 0) throw fail("not_empty", { path, entries });
  detach(directoryOf(draft, path), basename(path));
  return stateOf(node);
}

function stateOf(node: Node): State {
  return node.bytes ? { entry: node.entry, bytes: node.bytes } : { entry: node.entry };
}

function fileAt(node: Node, path: VolumePath): FileEntry {
  if (node.entry.kind === "directory") throw fail("is_a_directory", { path });
  if (node.entry.kind !== "file") throw fail("not_a_file", { path, kind: node.entry.kind });
  return node.entry;
}

/** A version that this batch is about to make is known to nobody, so nothing can expect it: "" is refused with the rest. */
function expectVersion(path: VolumePath, expected: string, entry: Entry | undefined): void {
  const actual = entry?.kind === "file" && entry.version !== "" ? entry.version : undefined;
  if (actual === expected) return;
  throw fail("stale_version", { path, expected, ...(actual !== undefined && { actual }), reason: "version" });
}

function refuseExisting(path: VolumePath, node: Node | undefined): void {
  if (node) throw fail("already_exists", { path, kind: node.entry.kind });
}

/** What stands at the path, or undefined when its directory has no such child. */
function find(draft: Draft, path: VolumePath): Node | undefined {
  assertVolumePath(path);
  return path === "/" ? draft.root : childOf(draft, directoryOf(draft, path), basename(path));
}

function get(draft: Draft, path: VolumePath): Node {
  const node = find(draft, path);
  if (!node) throw fail("not_found", { path });
  return node;
}

/** The directory that holds the path; a link on the way is no directory. */
function directoryOf(draft: Draft, path: VolumePath): Node {
  let node = draft.root;
  let at = "/";
  for (const name of segments(parent(path))) {
    at = join(at, name);
    const next = childOf(draft, node, name);
    if (!next) throw fail("not_found", { path: at });
    if (next.entry.kind !== "directory") throw fail("not_a_directory", { path, at, kind: next.entry.kind });
    node = next;
  }
  return node;
}

function childOf(draft: Draft, directory: Node, name: string): Node | undefined {
  if (directory.origin === undefined || directory.known.has(name)) return directory.known.get(name);
  const origin = join(directory.origin, name);
  const entry = draft.tree.entry(origin);
  const node = entry && createNode(entry, origin);
  directory.known.set(name, node);
  return node;
}

function countChildren(draft: Draft, { entry, origin, growth }: Node): number {
  if (entry.kind !== "directory") return 0;
  return growth + (origin === undefined ? 0 : draft.tree.children(entry).length);
}

function attach(directory: Node, name: string, node: Node): void {
  directory.known.set(name, node);
  directory.growth += 1;
}

function detach(directory: Node, name: string): void {
  directory.known.set(name, undefined);
  directory.growth -= 1;
}
