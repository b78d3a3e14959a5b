import type { Origin } from "../core/effects.ts";
import { isPortsideError } from "../core/errors.ts";
import { chain, isPromise, type MaybePromise } from "../core/maybe-promise.ts";
import { isInside, parent, type VolumePath } from "../core/path.ts";
import { decorate } from "../volumes/decorate.ts";
import { checkBatch } from "../volumes/preconditions.ts";
import type { Batch, Change, Changed, Child, CommitEvent, Entry, NodeId, Receipt, Volume } from "../volumes/volume.ts";
import type { Journal, NewRecord, Prepared } from "./journal.ts";
import type { CallMark, StepReference, Toggle } from "./record.ts";
import { historyFolder } from "./shelf.ts";
import { keepBatch, keepChanged } from "./steps.ts";
import { createTips } from "./tips.ts";

/** What is special about the batch that has these very changes. */
export interface Announcement {
  readonly toggles: readonly Toggle[];
  readonly restores: ReadonlyMap<number, StepReference>;
}

/** Writes down what is committed, in the same batch. */
export interface Recorder {
  /** The volume as everybody else sees it: it keeps a history and does not show where. */
  readonly volume: Volume;
  announce(changes: readonly Change[], announcement: Announcement): void;
  /** What stands at the path, as the records that are kept have it: undefined where a commit that is under way may have changed it. */
  entry(path: VolumePath): Entry | undefined;
  /** Stores what belongs to the history alone. */
  store(prepare: () => Prepared | undefined): Promise<void>;
}

export interface RecorderOptions {
  readonly volume: Volume;
  readonly journal: Journal;
  /** The call of that id, where it was announced. */
  markOf(callId: string): CallMark | undefined;
}

/** Portside's own folder: what is in it is nobody's work. */
const reservedFolder: VolumePath = parent(historyFolder);

export function createRecorder({ volume, journal, markOf }: RecorderOptions): Recorder {
  const announcements = new WeakMap<readonly Change[], Announcement>();
  const tips = volume.capabilities.exclusive ? undefined : createTips(journal.maxBytes);
  const view = createView(volume);
  /** Events of a commit that is under way: which of them is its own is known when it is done. */
  let heard: CommitEvent[] | undefined;
  let underWay: readonly Change[] = [];
  let running: Promise<unknown> | undefined;
  const unwatch = volume.watch((event) => (heard ? heard.push(event) : absorb(event)));

  /** One after the other, also where a listener commits: a record has its number before its batch is committed. */
  function inTurn<T>(task: () => MaybePromise<T>): MaybePromise<T> {
    if (running ?? heard) return Promise.resolve(running).then(() => inTurn(task));
    const result = task();
    if (!isPromise(result)) return result;
    const turn = result.then(over, over);
    running = turn;
    return result;
  }

  function over(): void {
    running = undefined;
  }

  function commit(batch: Batch): MaybePromise<Receipt> {
    const before = checkBatch(volume, batch.changes);
    const { toggles = [], restores = new Map() } = announcements.get(batch.changes) ?? {};
    return chain(keepBatch({ changes: batch.changes, before, restores }, volume), (kept) => {
      const steps = kept.steps.filter((_step, index) => isVisible(batch.changes[index] as Change));
      if (steps.length === 0) return commitHeard(batch, { changes: [], keep() {} });
      const { origin } = batch;
      const call = origin.callId === undefined ? undefined : markOf(origin.callId);
      const record = { origin, ...(call && { call }), steps, toggles };
      const prepared = journal.prepare(record, kept.pieces);
      return attempt(
        () => commitHeard(batch, prepared),
        (receipt) => noteTips(batch, receipt),
        (error) => recover(batch, { error, prepared, record, pieces: kept.pieces }),
      );
    });
  }

  /** Commits the batch with what is to be kept of it. */
  function commitHeard({ changes, origin: given }: Batch, prepared: Prepared): MaybePromise<Receipt> {
    heard = [];
    underWay = changes;
    const origin = { ...given }; // by which its own events are known
    return attempt(
      () => volume.commit({ changes: prepared.changes.length === 0 ? changes : [...changes, ...prepared.changes], origin }),
      (receipt) => {
        prepared.keep();
        absorbOthers(origin);
        return prepared.changes.length === 0 ? receipt : { ...receipt, entries: receipt.entries.slice(0, changes.length) };
      },
      (error) => {
        absorbOthers(origin);
        throw error;
      },
    );
  }

  /** A volume that is full, but of history, and one that made a part of the batch. */
  function recover(batch: Batch, { error, prepared, record, pieces }: Failed): MaybePromise<Receipt> {
    if (!isPortsideError(error)) throw error;
    const { code, effects } = error;
    if (code === "no_space" && prepared.changes.length > 0) return commitInPlaceOfHistory(batch);
    if (effects.length > 0) journal.add({ ...record, steps: record.steps.slice(0, effects.length), toggles: [] }, pieces);
    throw error;
  }

  /**
   * The history goes with the batch, or, where a disk needs the room before what took it is gone, ahead of it: if it takes as much as the batch
   * wants, for it would be lost for nothing where the batch is refused all the same.
   */
  function commitInPlaceOfHistory(batch: Batch): MaybePromise<Receipt> {
    const keep = (): void => journal.clear("the history was dropped, for the volume is full");
    const goes: Prepared = { changes: journal.removals(), keep };
    return attempt(
      () => commitHeard(batch, goes),
      (receipt) => receipt,
      (error) => {
        if (!isPortsideError(error, "no_space") || bytesPut(batch) > bytesRemoved(goes)) throw error;
        return chain(storeNow(goes), () => commitHeard(batch, { changes: [], keep() {} }));
      },
    );
  }

  function bytesRemoved({ changes }: Prepared): number {
    const removed = changes.map((change) => ("path" in change ? volume.entry(change.path) : undefined));
    return removed.reduce((sum, entry) => sum + (entry?.kind === "file" ? entry.size : 0), 0);
  }

  function noteTips({ changes }: Batch, receipt: Receipt): Receipt {
    if (!tips) return receipt;
    changes.forEach((change, index) => {
      const entry = receipt.entries[index];
      if (change.op === "put" && entry?.kind === "file" && isVisible(change)) tips.set(entry, change.bytes);
    });
    return receipt;
  }

  function absorbOthers(own: Origin): void {
    const others = heard?.filter(({ origin }) => origin !== own) ?? [];
    heard = undefined;
    underWay = [];
    others.forEach(absorb);
  }

  /** What was committed past the history. */
  function absorb({ origin, changed }: CommitEvent): void {
    const visible = changed.filter(isVisible);
    if (visible.length === 0) return;
    const { steps, pieces } = keepChanged(visible, bytesBefore);
    journal.add({ origin, steps, toggles: [] }, pieces);
  }

  function bytesBefore({ before }: Changed): Uint8Array | undefined {
    if (before?.kind !== "file") return undefined;
    const known = tips?.get(before);
    if (known) return known;
    try {
      const bytes = volume.read(before);
      if (!isPromise(bytes)) return bytes;
      bytes.catch(() => {}); // it is not waited for: by then the file may hold something else
    } catch (error) {
      if (!isPortsideError(error)) throw error;
    }
    return undefined;
  }

  function storeNow(prepared: Prepared | undefined): MaybePromise<unknown> {
    return prepared && commitHeard({ changes: [], origin: { by: "host" } }, prepared);
  }

  const recorded = decorate(volume, {
    ...view,
    commit: (batch) => (batch.changes.length === 0 ? volume.commit(batch) : inTurn(() => commit(batch))),
    async close() {
      unwatch();
      try {
        await inTurn(() => storeNow(journal.prepareUnsaved()));
      } finally {
        await volume.close();
      }
    },
  });

  return {
    volume: recorded,
    entry: (path) => (underWay.some((change) => isTouched(path, change)) ? undefined : volume.entry(path)),
    announce: (changes, announcement) => void announcements.set(changes, announcement),
    async store(prepare) {
      await inTurn(() => storeNow(prepare()));
    },
  };
}

/** A commit that failed. */
interface Failed {
  readonly error: unknown;
  readonly prepared: Prepared;
  readonly record: NewRecord;
  readonly pieces: readonly Uint8Array[];
}

function bytesPut({ changes }: Batch): number {
  return changes.reduce((sum, change) => sum + (change.op === "put" ? change.bytes.length : 0), 0);
}

function isTouched(path: VolumePath, change: Change): boolean {
  return change.op === "rename" ? isInside(path, change.from) || isInside(path, change.to) : isInside(path, change.path);
}

function isShown({ path }: Changed): boolean {
  return !path.startsWith(reservedFolder) || (path !== reservedFolder && !isInside(path, historyFolder));
}

function isVisible(change: Change | Changed): boolean {
  const path = "path" in change ? change.path : change.to;
  return !path.startsWith(reservedFolder) || !isInside(path, reservedFolder);
}

/** What is seen of the volume: everything but the history's folder. The folder that it is in is listed for nobody, as nothing in it is the user's. */
function createView(volume: Volume): Pick<Volume, "entry" | "children" | "watch"> {
  const shown = new WeakMap<readonly Child[], readonly Child[]>();
  let root: NodeId | undefined;

  function without(children: readonly Child[], path: VolumePath): readonly Child[] {
    const known = shown.get(children);
    if (known) return known;
    const hidden = volume.entry(path);
    const rest =
      hidden && children.some(({ entry }) => entry.id === hidden.id) ? children.filter(({ entry }) => entry.id !== hidden.id) : children;
    shown.set(children, rest);
    return rest;
  }

  return {
    entry: (path) => (path.startsWith(historyFolder) && isInside(path, historyFolder) ? undefined : volume.entry(path)),
    children(directory) {
      const children = volume.children(directory);
      root ??= volume.entry("/")?.id;
      if (directory.id === root) return without(children, reservedFolder);
      return directory.id === volume.entry(reservedFolder)?.id ? without(children, historyFolder) : children;
    },
    watch: (listener) =>
      volume.watch((event) => {
        const changed = event.changed.filter(isShown);
        if (changed.length === event.changed.length) return listener(event);
        if (changed.length > 0) listener({ ...event, changed });
      }),
  };
}

/** `done` or `failed`, now where it is known now. */
function attempt<T, R>(run: () => MaybePromise<T>, done: (value: T) => R, failed: (error: unknown) => MaybePromise<R>): MaybePromise<R> {
  let value: MaybePromise<T>;
  try {
    value = run();
  } catch (error) {
    return failed(error);
  }
  return isPromise(value) ? value.then(done, failed) : done(value);
}
