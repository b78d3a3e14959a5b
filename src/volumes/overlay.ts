import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { Changes } from "./change-set.ts";
import { createCommits } from "./commits.ts";
import { createContents } from "./contents.ts";
import { createEntryTree } from "./entry-tree.ts";
import { createJournal } from "./journal.ts";
import { createLifetime } from "./lifetime.ts";
import { checkBatch } from "./preconditions.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Batch, Capabilities, Change, Changed, FileEntry, NodeId, Receipt, Volume } from "./volume.ts";

/** Gives ids and versions to everything that forks of one volume make, so that none is given twice. */
export interface Numbers {
  nextId(): NodeId;
  nextVersion(): string;
}

export interface OverlayOptions {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly snapshot: Snapshot;
  readonly numbers: Numbers;
}

/** Changes in RAM over a snapshot of another volume, which never sees them. */
export interface OverlayVolume extends Volume {
  /** Everything that was changed here, in order: made on what the snapshot is of, it gives this tree. */
  changes(): Changes;
  /** Number of the last commit. */
  sequence(): number;
  /** Until the returned function is called, a commit is `workspace_busy`. */
  seal(): () => void;
}

export function createOverlay({ name, capabilities, snapshot, numbers }: OverlayOptions): OverlayVolume {
  const tree = createEntryTree({ ...snapshot, ...numbers });
  const contents = createContents<Uint8Array>();
  const commits = createCommits();
  const journal = createJournal();
  const created = new Set<NodeId>();
  const removed = new Set<NodeId>();
  const { assertOpen, markClosed, members } = createLifetime(name, tree, commits);
  let sealed = false;

  function commit({ changes, origin }: Batch): Receipt {
    assertOpen();
    if (sealed) throw fail("workspace_busy", { workspace: name });
    const before = checkBatch(volume, changes);
    // A copy, or the caller could change what is stored.
    const own = changes.map((change) => (change.op === "put" ? { ...change, bytes: change.bytes.slice() } : change));
    const changed = own.map(apply);
    journal.record(own, before);
    return { sequence: commits.record(origin, changed), entries: changed.map(({ after }) => after) };
  }

  function apply(change: Change): Changed {
    const changed = tree.apply(change);
    if (change.op === "put") contents.set(changed, change.bytes);
    if (!changed.before && changed.after) created.add(changed.after.id);
    if (change.op === "remove" && changed.before) remove(changed.before.id);
    return changed;
  }

  function remove(id: NodeId): void {
    removed.add(id);
    contents.delete(id);
  }

  function read(file: FileEntry, start?: number, end?: number): MaybePromise<Uint8Array> {
    assertOpen();
    if (removed.has(file.id)) throw fail("not_found", { path: "" });
    const own = created.has(file.id) ? contents.of(file) : contents.find(file);
    return own ? own.subarray(start ?? 0, end) : snapshot.read(file, start, end);
  }

  const volume: OverlayVolume = {
    name,
    capabilities: { ...capabilities, atomic: "batch", exclusive: true, durable: false },
    ...members,
    children(directory) {
      assertOpen();
      if (removed.has(directory.id)) throw fail("not_found", { path: "" });
      return tree.children(directory.id);
    },
    read,
    refresh: assertOpen,
    commit,
    changes() {
      assertOpen();
      return journal.changes();
    },
    sequence: commits.sequence,
    seal() {
      sealed = true;
      return () => void (sealed = false);
    },
    async close() {
      markClosed();
      snapshot.release();
    },
  };
  return volume;
}
