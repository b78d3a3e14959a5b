import type { Version } from "../core/effects.ts";
import { fail } from "../core/errors.ts";
import { createEntryTree, type EntryTree } from "./entry-tree.ts";
import { createPool } from "./pool.ts";
import type { Change, Changed, FileEntry, NodeId } from "./volume.ts";

/** What a memory volume holds, without checks, numbers or listeners. */
export interface MemoryTree extends Pick<EntryTree, "entry" | "children" | "apply"> {
  read(file: FileEntry): Uint8Array;
}

/** A tree of entries, and the bytes they stand for by their id. */
export function createMemoryTree(): MemoryTree {
  const { entry, children, apply } = createEntryTree();
  const contents = new Map<NodeId, Content>();
  // Whoever holds an older entry can still read what it stood for; when nobody does, the bytes go with it.
  const past = new WeakMap<FileEntry, Uint8Array>();
  const copy = createPool();

  function read(file: FileEntry): Uint8Array {
    const content = contents.get(file.id);
    if (!content) throw fail("not_found", { path: "" });
    if (content.version === file.version) return content.bytes;
    const bytes = past.get(file);
    if (!bytes) throw fail("stale_version", { path: "", expected: file.version, actual: content.version, reason: "version" });
    return bytes;
  }

  function store({ before, after }: Changed, bytes: Uint8Array): void {
    const { id, version } = after as FileEntry;
    if (before) past.set(before as FileEntry, read(before as FileEntry));
    // A copy, or the caller could change what is stored.
    contents.set(id, { version, bytes: copy(bytes) });
  }

  return {
    entry,
    children,
    read,
    apply(change: Change) {
      const changed = apply(change);
      if (change.op === "put") store(changed, change.bytes);
      if (change.op === "remove" && changed.before) contents.delete(changed.before.id);
      return changed;
    },
  };
}

interface Content {
  readonly version: Version;
  readonly bytes: Uint8Array;
}
