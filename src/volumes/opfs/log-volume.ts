import { createCacheBudget } from "../../core/cache-budget.ts";
import { isPortsideError } from "../../core/errors.ts";
import type { MaybePromise } from "../../core/maybe-promise.ts";
import { parent } from "../../core/path.ts";
import { breathe } from "../../core/cancel.ts";
import { createCommits } from "../commits.ts";
import { createEntryTree, type Placed } from "../entry-tree.ts";
import { createLifetime } from "../lifetime.ts";
import { checkBatch } from "../preconditions.ts";
import type { Batch, CachingVolume, Capabilities, Change, Changed, Entry, FileEntry, NodeId, Receipt } from "../volume.ts";
import type { Folder } from "./block-file.ts";
import { createCompaction } from "./compaction.ts";
import { recordTypes } from "./format.ts";
import { openLog, type Draft } from "./log.ts";
import { nothingStored, packCommit, stateOf } from "./nodes.ts";
import type { Gone, NodeRecord, NodeState, Stored } from "./nodes.ts";
import { damaged, type Note, type Replayed } from "./replay.ts";
import { createStore, placeOf, storedAt } from "./store.ts";

export interface LogVolumeOptions {
  /** "each": a commit returns when it is on the disk. "idle": soon after; a crash of the browser loses nothing, one of the machine the last moment. */
  readonly flush?: "each" | "idle";
  /** Bytes that may be kept in RAM of contents and, by a workspace, of the texts that searches make of them; 268,435,456. */
  readonly cacheBytes?: number;
  /** Bytes after which the log goes on in another segment; 3 MiB, and more in a larger volume. */
  readonly segmentBytes?: number;
}

/** A volume, and what was found when it was opened and since. */
export interface LogVolume extends CachingVolume {
  readonly notes: readonly Note[];
  /** Bytes on the disk, with what is no longer needed and the room that is reserved. */
  usage(): { readonly stored: number };
  /** Compacts what is worth it, and waits for it. */
  compact(): Promise<void>;
}

const capabilities: Capabilities = { atomic: "batch", resident: true, exclusive: true, durable: true, symlinks: true, modes: true };

/** The tree in RAM, the truth in a log of which `folder` has the files. Throws `unavailable` when the log is damaged or of a newer format. */
export async function openLogVolume(name: string, folder: Folder, options: LogVolumeOptions = {}): Promise<LogVolume> {
  const { flush = "each", cacheBytes, segmentBytes = 3_145_728 } = options;
  const caches = createCacheBudget(cacheBytes);
  const { log, replayed } = await openLog(folder);
  const tree = createEntryTree();
  const store = createStore(caches);
  const commits = createCommits(replayed);
  restore();
  const compaction = createCompaction({ log, tree, store, commits, segmentBytes, nodes: replayed.nodes.size });
  const { assertOpen, isOpen, markClosed, members } = createLifetime(name, tree, commits);
  let flushing = false;

  function restore(): void {
    const placed = placedNodes(replayed);
    tree.restore(placed, replayed);
    for (const { entry } of placed) {
      const state = replayed.nodes.get(entry.id)?.state;
      if (entry.kind === "file" && state?.kind === "file") {
        store.put({ path: "", after: entry }, placeOf(state.stored, state.size, log.segments));
      }
    }
  }

  function commit(batch: Batch): MaybePromise<Receipt> {
    assertOpen();
    checkBatch(volume, batch.changes);
    try {
      return commitNow(batch);
    } catch (error) {
      if (!isPortsideError(error, "no_space")) throw error;
      if (!frees(batch) && !compaction.couldFree(bytesOf(batch))) throw error;
      return commitLater(batch);
    }
  }

  /** The disk is full, but of much that is no longer needed, or will not be. */
  async function commitLater(batch: Batch): Promise<Receipt> {
    await compaction.free(bytesOf(batch) + segmentBytes);
    assertOpen();
    checkBatch(volume, batch.changes);
    return commitNow(batch);
  }

  function commitNow({ changes, origin }: Batch): Receipt {
    const changed: Changed[] = [];
    const stored: Stored[] = [];
    try {
      log.append(flush === "each", (draft) => {
        const nodes = changes.map((change) => apply(change, draft, changed, stored));
        draft.record(
          recordTypes.commit,
          packCommit({ sequence: commits.sequence() + 1, ...tree.counters(), callId: origin.callId, nodes }),
        );
      });
    } catch (error) {
      for (const each of changed.toReversed()) tree.undo(each);
      throw error;
    }
    changes.forEach((change, index) => keep(change, changed[index] as Changed, stored[index] as Stored));
    if (flush === "idle") flushSoon();
    compaction.consider(changed.reduce((added, { before, after }) => added + (after ? 1 : 0) - (before ? 1 : 0), 0));
    return { sequence: commits.record(origin, changed), entries: changed.map(({ after }) => after) };
  }

  /** Makes the change in the tree and says what is to be written of it. */
  function apply(change: Change, draft: Draft, changed: Changed[], stored: Stored[]): NodeRecord | Gone {
    const made = tree.apply(change);
    changed.push(made);
    const at = change.op === "put" && change.bytes.length > 0 ? draft.contents(change.bytes) : nothingStored;
    stored.push(at);
    const { path, before, after } = made;
    if (!after) return { id: (before as Entry).id, directory: 0 };
    const directory = (tree.entry(parent(path)) as Entry).id;
    const where = change.op === "put" ? at : placeInBatch(after, changed, stored);
    return { id: after.id, directory, name: path.slice(path.lastIndexOf("/") + 1), state: stateOf(after, where) };
  }

  /** Where the bytes are that this batch put, or an earlier one. */
  function placeInBatch(entry: Entry, changed: readonly Changed[], stored: readonly Stored[]): Stored {
    if (entry.kind !== "file") return nothingStored;
    const index = changed.findLastIndex(({ before, after }) => after?.id === entry.id && isPut(before, after));
    return index < 0 ? storedAt(store.places.of(entry)) : (stored[index] as Stored);
  }

  function keep(change: Change, made: Changed, at: Stored): void {
    if (change.op === "put") store.put(made, placeOf(at, change.bytes.length, log.segments), change.bytes);
    else if (change.op === "remove" && made.before?.kind === "file") store.remove(made.before);
  }

  function flushSoon(): void {
    if (flushing) return;
    flushing = true;
    void breathe().then(flushNow);
  }

  function flushNow(): void {
    flushing = false;
    try {
      if (isOpen()) log.flush();
    } catch (error) {
      log.note({ kind: "flush_failed", reason: String(error) });
    }
  }

  const volume: LogVolume = {
    name,
    capabilities,
    ...members,
    notes: log.notes,
    commit,
    caches,
    usage: () => ({ stored: log.bytes() }),
    compact: compaction.run,
    read(file, start, end) {
      assertOpen();
      return store.read(file, start, end);
    },
    refresh: assertOpen,
    async close() {
      if (!isOpen()) return;
      markClosed();
      await compaction.stop();
      log.flush();
      log.close();
    },
  };
  return volume;
}

function isPut(before: Entry | undefined, after: Entry): boolean {
  return after.kind === "file" && (before as FileEntry | undefined)?.version !== after.version;
}

/** A batch that makes nothing larger must be possible on a full disk, or nothing could ever be deleted. */
function frees({ changes }: Batch): boolean {
  return changes.some(({ op }) => op === "remove") && changes.every(({ op }) => op === "remove" || op === "rename" || op === "mode");
}

function bytesOf({ changes }: Batch): number {
  return changes.reduce((sum, change) => sum + (change.op === "put" ? change.bytes.length : 0), 0);
}

/** The tree's entries as they were. Throws `unavailable` when they are no tree. */
function placedNodes({ nodes }: Replayed): readonly Placed[] {
  const names = new Set<string>();
  return [...nodes.values()].map(({ id, directory, name, state }) => {
    const isTaken = names.size === names.add(`${directory}/${name}`).size;
    const hasDirectory = directory === rootId || nodes.get(directory)?.state.kind === "directory";
    if (isTaken || !hasDirectory) throw damaged(`node ${id} has no place`);
    return { directory, name, entry: entryOf(id, state) };
  });
}

const rootId: NodeId = 1;

function entryOf(id: NodeId, state: NodeState): Entry {
  if (state.kind !== "file") return { ...state, id };
  const { kind, version, size, executable } = state;
  return { kind, id, version: String(version), size, executable };
}
