import type { CacheBudget } from "../core/cache-budget.ts";
import type { Origin, Version } from "../core/effects.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";

/**
 * The storage SPI: eight members. The tree is in RAM and synchronous in every volume; only contents may be elsewhere. Every change of
 * any size is one ordered `commit`, and every commit is an event. `portside/conformance` holds the suite a volume must pass.
 */

/** Identity of one node's life: never 0, never reused while the volume is open. An id outlives `put` and `rename`. */
export type NodeId = number;

export interface FileEntry {
  readonly kind: "file";
  readonly id: NodeId;
  readonly version: Version;
  /** Bytes. */
  readonly size: number;
  readonly executable: boolean;
}
export interface DirectoryEntry {
  readonly kind: "directory";
  readonly id: NodeId;
}
export interface SymlinkEntry {
  readonly kind: "symlink";
  readonly id: NodeId;
  /** As stored: a volume path, absolute or relative to the link's directory. */
  readonly target: string;
}
/** Seen, but not readable as one of the others. */
export interface OtherEntry {
  readonly kind: "other";
  readonly id: NodeId;
}
export type Entry = FileEntry | DirectoryEntry | SymlinkEntry | OtherEntry;

export interface Child {
  readonly name: string;
  readonly entry: Entry;
}

/** Applied in order; each refuses what Node refuses; none overwrites but `put` on a file. */
export type Change =
  /** Creates or replaces a file; its parent must exist. `executable` absent: kept, or false for a new file. */
  | {
      readonly op: "put";
      readonly path: VolumePath;
      readonly bytes: Uint8Array;
      readonly executable?: boolean;
      readonly expect?: Version | "absent";
    }
  /** Creates one directory; its parent must exist. */
  | { readonly op: "mkdir"; readonly path: VolumePath }
  | { readonly op: "symlink"; readonly path: VolumePath; readonly target: string }
  /** Sets the executable bit of a file. */
  | { readonly op: "mode"; readonly path: VolumePath; readonly executable: boolean }
  /** Any kind, in constant time; never follows a link, never replaces. */
  | { readonly op: "rename"; readonly from: VolumePath; readonly to: VolumePath }
  /** A file, a link, or an empty directory. An id outlives `put`, so undoing a create expects the version. */
  | { readonly op: "remove"; readonly path: VolumePath; readonly expect?: NodeId | Version };

export interface Batch {
  readonly changes: readonly Change[];
  readonly origin: Origin;
}

/**
 * What stood at a change's path (of a rename: at `from`) as the earlier changes of the batch leave it. What the batch itself made is not stored
 * yet: a new node has id 0, a file it wrote has version "" and brings its `bytes`; any other file's bytes are read(`entry`).
 */
export interface State {
  readonly entry?: Entry;
  readonly bytes?: Uint8Array;
}

export interface Receipt {
  readonly sequence: number;
  /** What stands there afterwards, one per change; undefined after a `remove`. Of a rename: at `to`. */
  readonly entries: readonly (Entry | undefined)[];
}

/** One path that a commit changed; no bytes: read(`after`). */
export interface Changed {
  readonly path: VolumePath;
  readonly from?: VolumePath;
  readonly before?: Entry;
  readonly after?: Entry;
}
/** Delivered after the commit, in order of `sequence`; changes made by others count too. */
export interface CommitEvent {
  readonly sequence: number;
  readonly origin: Origin;
  readonly changed: readonly Changed[];
}

export interface Capabilities {
  /** "batch": a failed commit changed nothing. "file": it throws `partial` and its effects, with volume paths, say which changes were applied. */
  readonly atomic: "batch" | "file";
  /** `read` never returns a promise. False: reads may be slow, and a reader must expect one. */
  readonly resident: boolean;
  /** Nobody but this object changes the storage. False: `refresh` does work, and `expect` has a window. */
  readonly exclusive: boolean;
  /** A resolved commit survives a killed process. */
  readonly durable: boolean;
  /** False: a `symlink` change is refused as `unavailable`, and links show as "other" or not at all. */
  readonly symlinks: boolean;
  /** False: `executable` is always false, and a `mode` change is refused as `unavailable`. */
  readonly modes: boolean;
}

export interface Volume {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** lstat of one path; follows no link, not even in parents: the workspace resolves. */
  entry(path: VolumePath): Entry | undefined;
  /** Children in UTF-8 byte order of their names; the same array until a child is added, removed, renamed or rewritten. */
  children(directory: DirectoryEntry): readonly Child[];
  /**
   * Bytes of exactly that version of a file, or [start, end) of them. Entries are values: a change makes a new one with the same id; an
   * older one gives its own bytes or throws `stale_version`, never newer bytes. A range is cut at the end of the file. The bytes are the
   * volume's own, perhaps a part of a larger buffer: never written to, never transferred. Throws `not_found` when the node is gone; a node
   * does not know its path, so `path` is "" in both errors.
   */
  read(file: FileEntry, start?: number, end?: number): MaybePromise<Uint8Array>;
  /** Takes in what others changed at and below `path`; called once, before a port looks. Does nothing when `exclusive`. */
  refresh(path: VolumePath, signal?: AbortSignal): MaybePromise<void>;
  /** Checks every change against the tree as the earlier ones leave it, then applies. It takes no signal: a commit that began is finished. */
  commit(batch: Batch): MaybePromise<Receipt>;
  /** Sequence of the last commit that carried this call id, for at least the last 10,000 ids, across reopening where `durable`. */
  committed(callId: string): number | undefined;
  /**
   * Calls `listener` after every commit, before the commit returns or resolves, until the returned function is called. A commit that a listener
   * makes is delivered when all have heard of the one before.
   */
  watch(listener: (event: CommitEvent) => void): () => void;
  /** May be called twice. Afterwards every other member throws `unavailable`. */
  close(): Promise<void>;
}

/** Contents are elsewhere, and what was read of them lately is kept: whatever else is kept of its files comes out of the same budget. */
export interface CachingVolume extends Volume {
  readonly caches: CacheBudget;
}
