import type { Version } from "../core/effects.ts";
import { fail } from "../core/errors.ts";
import { basename, parent } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import { compareUtf8 } from "../core/text.ts";
import type { Change, Changed, Child, DirectoryEntry, Entry, FileEntry, NodeId } from "./volume.ts";

/** The entries of a volume whose contents are elsewhere, without checks, commits or listeners. */
export interface EntryTree {
  entry(path: VolumePath): Entry | undefined;
  children(directory: NodeId): readonly Child[];
  /** Makes one change, which `checkBatch` found possible. */
  apply(change: Change): Changed;
  /** Takes the last change back: the tree holds the same entries as before it. */
  undo(changed: Changed): void;
  /** Says that others changed what a file holds: a new version, of that size. */
  revise(path: VolumePath, size: number): Changed;
  /** Adds what a storage held from the start, or others put there. */
  add(path: VolumePath, found: Found): Entry;
  /** Fills an empty tree with what `nodes` of another gave, in any order. */
  restore(nodes: Iterable<Placed>, counters: Counters): void;
  /** Everything but the root, each under its directory's id. It may be walked while changes are made: who is not moved or removed is met once. */
  nodes(): Iterable<Placed>;
  /** The numbers given last. */
  counters(): Counters;
}

/** An entry, and where it stands. */
export interface Placed extends Child {
  readonly directory: NodeId;
}

export interface Counters {
  readonly lastId: NodeId;
  readonly lastVersion: number;
}

/** Directories that a tree stands on: each is read there until the tree itself changes it. */
export interface Below {
  readonly root: DirectoryEntry;
  child(directory: NodeId, name: string): Child | undefined;
  /** Throws not_found. */
  children(directory: NodeId): readonly Child[];
  /** Numbers that nothing below has or will have. */
  nextId(): NodeId;
  nextVersion(): Version;
}

/** An entry before the tree gives it a number. */
export type Found =
  | { readonly kind: "file"; readonly size: number; readonly executable: boolean }
  | { readonly kind: "directory" }
  | { readonly kind: "symlink"; readonly target: string }
  | { readonly kind: "other" };

/**
 * The tree: entries are values, and what they stand for is found by their id. A directory knows its children and nobody knows a path, so
 * moving a directory moves everything below it by changing one name.
 */
export function createEntryTree(below?: Below): EntryTree {
  const root: DirectoryEntry = below?.root ?? { kind: "directory", id: 1 };
  const directories = new Map<NodeId, Directory>(below ? [] : [[root.id, { byName: new Map() }]]);
  let lastId = root.id;
  let lastVersion = 0;

  function entry(path: VolumePath): Entry | undefined {
    let found: Entry | undefined = root;
    // Every call asks for every name of its path: no array of names is made.
    for (let start = 1; start < path.length;) {
      if (found?.kind !== "directory") return undefined;
      const slash = path.indexOf("/", start);
      const end = slash < 0 ? path.length : slash;
      found = childOf(found.id, path.slice(start, end))?.entry;
      start = end + 1;
    }
    return found;
  }

  function childOf(id: NodeId, name: string): Child | undefined {
    const directory = directories.get(id);
    return directory ? directory.byName.get(name) : below?.child(id, name);
  }

  function children(id: NodeId): readonly Child[] {
    if (below && !directories.has(id)) return below.children(id);
    const directory = directoryOf(id);
    directory.sorted ??= [...directory.byName.values()].sort((a, b) => compareUtf8(a.name, b.name));
    return directory.sorted;
  }

  function apply(change: Change): Changed {
    switch (change.op) {
      case "put":
        return put(change);
      case "mkdir":
        return made(change.path, { kind: "directory" });
      case "symlink":
        return made(change.path, { kind: "symlink", target: change.target });
      case "mode":
        return setMode(change.path, change.executable);
      case "rename":
        return rename(change.from, change.to);
      case "remove":
        return remove(change.path);
    }
  }

  function put({ path, bytes, executable }: Extract<Change, { op: "put" }>): Changed {
    const before = fileAt(path);
    const after: FileEntry = {
      kind: "file",
      id: before?.id ?? nextId(),
      version: nextVersion(),
      size: bytes.byteLength,
      executable: executable ?? before?.executable ?? false,
    };
    attach(path, after);
    return before ? { path, before, after } : { path, after };
  }

  function revise(path: VolumePath, size: number): Changed {
    const before = fileAt(path) as FileEntry;
    const after: FileEntry = { ...before, version: nextVersion(), size };
    attach(path, after);
    return { path, before, after };
  }

  function made(path: VolumePath, found: Found): Changed {
    return { path, after: add(path, found) };
  }

  function add(path: VolumePath, found: Found): Entry {
    const added = numbered(found);
    if (added.kind === "directory") directories.set(added.id, { byName: new Map() });
    attach(path, added);
    return added;
  }

  function numbered(found: Found): Entry {
    if (found.kind !== "file") return { ...found, id: nextId() };
    const { kind, size, executable } = found;
    return { kind, id: nextId(), version: nextVersion(), size, executable };
  }

  function setMode(path: VolumePath, executable: boolean): Changed {
    const before = fileAt(path) as FileEntry;
    const after = { ...before, executable };
    attach(path, after);
    return { path, before, after };
  }

  function rename(from: VolumePath, to: VolumePath): Changed {
    const moved = detach(from);
    attach(to, moved);
    return { path: to, from, before: moved, after: moved };
  }

  function remove(path: VolumePath): Changed {
    const before = detach(path);
    directories.delete(before.id);
    return { path, before };
  }

  function undo({ path, from, before, after }: Changed): void {
    if (after) detach(path);
    if (after?.kind === "directory" && !before) directories.delete(after.id);
    if (!before) return;
    if (before.kind === "directory" && !after) directories.set(before.id, { byName: new Map() });
    attach(from ?? path, before);
  }

  function restore(placed: Iterable<Placed>, counters: Counters): void {
    for (const { directory, name, entry: restored } of placed) {
      if (restored.kind === "directory") contentsOf(restored.id);
      contentsOf(directory).byName.set(name, { name, entry: restored });
    }
    ({ lastId, lastVersion } = counters);
  }

  function contentsOf(id: NodeId): Directory {
    const found = directories.get(id) ?? { byName: new Map() };
    directories.set(id, found);
    return found;
  }

  function* nodes(): Generator<Placed> {
    for (const [directory, { byName }] of directories) {
      for (const { name, entry: placed } of byName.values()) yield { directory, name, entry: placed };
    }
  }

  function attach(path: VolumePath, child: Entry): void {
    const directory = directoryAbove(path);
    const name = unsliced(basename(path));
    directory.byName.set(name, { name, entry: child });
    directory.sorted = undefined;
  }

  function detach(path: VolumePath): Entry {
    const directory = directoryAbove(path);
    const name = basename(path);
    const { entry: child } = directory.byName.get(name) as Child;
    directory.byName.delete(name);
    directory.sorted = undefined;
    return child;
  }

  function directoryAbove(path: VolumePath): Directory {
    return directoryOf((entry(parent(path)) as Entry).id);
  }

  function directoryOf(id: NodeId): Directory {
    const directory = directories.get(id) ?? copied(id);
    if (!directory) throw fail("not_found", { path: "" });
    return directory;
  }

  function copied(id: NodeId): Directory | undefined {
    if (!below) return undefined;
    for (const child of below.children(id)) contentsOf(id).byName.set(child.name, child);
    return contentsOf(id);
  }

  function fileAt(path: VolumePath): FileEntry | undefined {
    const found = entry(path);
    return found?.kind === "file" ? found : undefined;
  }

  const nextId = (): NodeId => below?.nextId() ?? ++lastId;
  const nextVersion = (): Version => below?.nextVersion() ?? String(++lastVersion);

  return { entry, children, apply, undo, revise, add, restore, nodes, counters: () => ({ lastId, lastVersion }) };
}

/** A directory's children by name, and sorted once somebody asked for them. */
interface Directory {
  readonly byName: Map<string, Child>;
  sorted?: readonly Child[] | undefined;
}

/** The same text on its own: V8 keeps a slice as a view of the whole, and every name would keep its path alive. */
function unsliced(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
