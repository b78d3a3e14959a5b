import type { Version } from "../core/effects.ts";
import { fail } from "../core/errors.ts";
import { basename, parent, segments } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import { compareUtf8 } from "../core/text.ts";
import { createPool } from "./pool.ts";
import type { Change, Changed, Child, Entry, FileEntry, NodeId } from "./volume.ts";

/** What a memory volume holds, without checks, numbers or listeners. */
export interface MemoryTree {
  entry(path: VolumePath): Entry | undefined;
  children(directory: NodeId): readonly Child[];
  read(file: FileEntry): Uint8Array;
  /** Makes one change, which `checkBatch` found possible. */
  apply(change: Change): Changed;
}

/**
 * The tree: entries are values, and what they stand for is found by their id. A directory knows its children and nobody knows a path, so
 * moving a directory moves everything below it by changing one name.
 */
export function createMemoryTree(): MemoryTree {
  const root: Entry = { kind: "directory", id: 1 };
  const directories = new Map<NodeId, Directory>([[root.id, { byName: new Map() }]]);
  const contents = new Map<NodeId, Content>();
  // Whoever holds an older entry can still read what it stood for; when nobody does, the bytes go with it.
  const past = new WeakMap<FileEntry, Uint8Array>();
  const copy = createPool();
  let lastId = root.id;
  let lastVersion = 0;

  function entry(path: VolumePath): Entry | undefined {
    let found: Entry | undefined = root;
    for (const name of segments(path)) {
      if (found?.kind !== "directory") return undefined;
      found = directories.get(found.id)?.byName.get(name)?.entry;
    }
    return found;
  }

  function children(id: NodeId): readonly Child[] {
    const directory = directoryOf(id);
    directory.sorted ??= [...directory.byName.values()].sort((a, b) => compareUtf8(a.name, b.name));
    return directory.sorted;
  }

  function read(file: FileEntry): Uint8Array {
    const content = contents.get(file.id);
    if (!content) throw fail("not_found", { path: "" });
    if (content.version === file.version) return content.bytes;
    const bytes = past.get(file);
    if (!bytes) throw fail("stale_version", { path: "", expected: file.version, actual: content.version, reason: "version" });
    return bytes;
  }

  function apply(change: Change): Changed {
    switch (change.op) {
      case "put":
        return put(change);
      case "mkdir":
        return make(change.path, { kind: "directory", id: nextId() });
      case "symlink":
        return make(change.path, { kind: "symlink", id: nextId(), target: change.target });
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
    if (before) past.set(before, read(before));
    // A copy, or the caller could change what is stored.
    contents.set(after.id, { version: after.version, bytes: copy(bytes) });
    attach(path, after);
    return before ? { path, before, after } : { path, after };
  }

  function make(path: VolumePath, after: Entry): Changed {
    if (after.kind === "directory") directories.set(after.id, { byName: new Map() });
    attach(path, after);
    return { path, after };
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
    contents.delete(before.id);
    directories.delete(before.id);
    return { path, before };
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
    const directory = directories.get(id);
    if (!directory) throw fail("not_found", { path: "" });
    return directory;
  }

  function fileAt(path: VolumePath): FileEntry | undefined {
    const found = entry(path);
    return found?.kind === "file" ? found : undefined;
  }

  const nextId = (): NodeId => ++lastId;
  const nextVersion = (): Version => String(++lastVersion);

  return { entry, children, read, apply };
}

/** A directory's children by name, and sorted once somebody asked for them. */
interface Directory {
  readonly byName: Map<string, Child>;
  sorted?: readonly Child[];
}

interface Content {
  readonly version: Version;
  readonly bytes: Uint8Array;
}

/** The same text on its own: V8 keeps a slice as a view of the whole, and every name would keep its path alive. */
function unsliced(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
