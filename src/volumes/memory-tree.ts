import { createContents } from "./contents.ts";
import { createEntryTree, type EntryTree } from "./entry-tree.ts";
import { bytesOf, createPieces, type Piece } from "./pool.ts";
import type { Change, FileEntry } from "./volume.ts";

/** What a memory volume holds, without checks, numbers or listeners. */
export interface MemoryTree extends Pick<EntryTree, "entry" | "children" | "apply"> {
  read(file: FileEntry): Uint8Array;
}

/** A tree of entries, and the bytes they stand for by their id. */
export function createMemoryTree(): MemoryTree {
  const { entry, children, apply } = createEntryTree();
  const contents = createContents<Piece>();
  const copy = createPieces();

  return {
    entry,
    children,
    read: (file) => bytesOf(contents.of(file)),
    apply(change: Change) {
      const changed = apply(change);
      // A copy, or the caller could change what is stored.
      if (change.op === "put") contents.set(changed, copy(change.bytes));
      if (change.op === "remove" && changed.before) contents.delete(changed.before.id);
      return changed;
    },
  };
}
