import { equalBytes } from "../core/bytes.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { join, parent, type VolumePath } from "../core/path.ts";
import type { Change, Entry, FileEntry, Volume } from "../volumes/volume.ts";

/** A node as the draft has it. */
export interface DraftNode {
  readonly kind: Entry["kind"];
  /** What the volume has, and where; absent: the draft made it. */
  readonly origin?: { readonly path: VolumePath; readonly entry: Entry };
  readonly target?: string;
  executable: boolean;
  /** What the draft wrote. */
  bytes?: Uint8Array;
  /** Undefined: it is removed, or the root. */
  directory: DraftNode | undefined;
  name: string;
  /** Undefined: as the volume has them, and nobody looked. */
  children?: Map<string, DraftNode>;
}

export type Made = Pick<DraftNode, "kind" | "executable"> & { readonly bytes?: Uint8Array; readonly target?: string };

/** A volume's tree with changes that nobody has made yet. It looks at no more of it than it is asked for. */
export interface Draft {
  /** The node that the volume has at the path, wherever the draft has put it. */
  original(path: VolumePath): DraftNode | undefined;
  child(directory: DraftNode, name: string): DraftNode | undefined;
  isEmpty(directory: DraftNode): boolean;
  /** Undefined when it is removed. */
  pathOf(node: DraftNode): VolumePath | undefined;
  content(node: DraftNode): MaybePromise<Uint8Array>;
  make(directory: DraftNode, name: string, made: Made): DraftNode;
  write(node: DraftNode, bytes: Uint8Array): void;
  setExecutable(node: DraftNode, executable: boolean): void;
  move(node: DraftNode, directory: DraftNode, name: string): void;
  remove(node: DraftNode): void;
  /** The changes that make the volume's tree into the draft, and which of them made a node. */
  changes(): Promise<DraftChanges>;
}

export interface DraftChanges {
  readonly changes: readonly Change[];
  readonly made: ReadonlyMap<DraftNode, number>;
}

type Tree = Pick<Volume, "entry" | "children" | "read">;

/** A change of the tree; what a file holds is asked for when the whole is known. */
interface Pending {
  readonly made?: DraftNode;
  change(): Change;
}

export function createDraft(tree: Tree): Draft {
  const root = nodeOf({ path: "/", entry: tree.entry("/") as Entry }, undefined, "");
  const originals = new Map<VolumePath, DraftNode | undefined>([["/", root]]);
  const pending: Pending[] = [];
  const rewritten = new Set<DraftNode>();

  function original(path: VolumePath): DraftNode | undefined {
    if (originals.has(path)) return originals.get(path);
    const above = original(parent(path));
    if (above) childrenOf(above);
    return originals.get(path);
  }

  function childrenOf(directory: DraftNode): Map<string, DraftNode> {
    return (directory.children ??= loadChildren(directory));
  }

  function loadChildren(directory: DraftNode): Map<string, DraftNode> {
    const { origin } = directory;
    const loaded = new Map<string, DraftNode>();
    if (origin?.entry.kind !== "directory") return loaded;
    for (const { name, entry } of tree.children(origin.entry)) {
      const node = nodeOf({ path: join(origin.path, name), entry }, directory, name);
      loaded.set(name, node);
      originals.set(join(origin.path, name), node);
    }
    return loaded;
  }

  function pathOf(node: DraftNode): VolumePath | undefined {
    if (node === root) return "/";
    const above = node.directory && pathOf(node.directory);
    return above === undefined ? undefined : join(above, node.name);
  }

  function place(node: DraftNode, directory: DraftNode, name: string): void {
    node.directory = directory;
    node.name = name;
    childrenOf(directory).set(name, node);
  }

  function take(node: DraftNode): VolumePath {
    const path = pathOf(node) as VolumePath;
    node.directory?.children?.delete(node.name);
    node.directory = undefined;
    return path;
  }

  function make(directory: DraftNode, name: string, kind: Made): DraftNode {
    const made: DraftNode = { ...kind, directory: undefined, name };
    place(made, directory, name);
    const path = pathOf(made) as VolumePath;
    pending.push({ made, change: () => making(made, path) });
    return made;
  }

  /** Of a file that the volume has: one change, at the place where it ends up. */
  async function rewriting(node: DraftNode): Promise<readonly Change[]> {
    const path = pathOf(node);
    const entry = node.origin?.entry;
    if (path === undefined || entry?.kind !== "file") return [];
    const { bytes, executable } = node;
    if (bytes && !equalBytes(bytes, await tree.read(entry))) return [{ op: "put", path, bytes, executable, expect: entry.version }];
    return executable === entry.executable ? [] : [{ op: "mode", path, executable }];
  }

  function content(node: DraftNode): MaybePromise<Uint8Array> {
    return node.bytes ?? tree.read(node.origin?.entry as FileEntry);
  }

  return {
    original,
    child: (directory, name) => childrenOf(directory).get(name),
    isEmpty: (directory) => childrenOf(directory).size === 0,
    pathOf,
    content,
    make,
    write(node, bytes) {
      node.bytes = bytes;
      rewritten.add(node);
    },
    setExecutable(node, executable) {
      node.executable = executable;
      rewritten.add(node);
    },
    move(node, directory, name) {
      const from = take(node);
      place(node, directory, name);
      const to = pathOf(node) as VolumePath;
      pending.push({ change: () => ({ op: "rename", from, to }) });
    },
    remove(node) {
      const path = take(node);
      pending.push({ change: () => ({ op: "remove", path, ...expectation(node) }) });
    },
    async changes() {
      const made = new Map<DraftNode, number>();
      const changes = pending.map(({ change }) => change());
      pending.forEach((each, index) => each.made && made.set(each.made, index));
      for (const node of rewritten) changes.push(...(await rewriting(node)));
      return { changes, made };
    },
  };
}

function making({ kind, target = "", bytes = nothing, executable }: DraftNode, path: VolumePath): Change {
  if (kind === "directory") return { op: "mkdir", path };
  return kind === "symlink" ? { op: "symlink", path, target } : { op: "put", path, bytes, executable };
}

const nothing = new Uint8Array(0);

/** What is gone expects the version that was looked at, or the node. */
function expectation({ origin }: DraftNode): { readonly expect?: string | number } {
  if (!origin) return {};
  return { expect: origin.entry.kind === "file" ? origin.entry.version : origin.entry.id };
}

function nodeOf(origin: { readonly path: VolumePath; readonly entry: Entry }, directory: DraftNode | undefined, name: string): DraftNode {
  const { kind } = origin.entry;
  const executable = origin.entry.kind === "file" && origin.entry.executable;
  return { kind, origin, executable, directory, name };
}
