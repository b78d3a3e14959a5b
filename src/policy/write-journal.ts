import { equalBytes } from "../core/bytes.ts";
import { fail, isPortsideError, type ErrorData } from "../core/errors.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import { encode } from "../core/text.ts";
import type { Version } from "../core/effects.ts";
import type { CallContext } from "../ports/call.ts";
import type { Change, Entry, NodeId, Receipt, State, Volume } from "../volumes/volume.ts";
import type { Guard } from "./guard.ts";

/** The exact state of one path. Where nothing is, that is all there is to say. */
export type JournalState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly kind: Entry["kind"];
      /** Of a file its contents, of a link its target. */
      readonly bytes?: Uint8Array;
      readonly executable?: boolean;
      /** Absent while it is not stored yet. */
      readonly id?: NodeId;
      readonly version?: Version;
    };

/** Nothing is there. */
export const nothingThere: JournalState = { exists: false };

/**
 * A record of what one call, or a caller's delegate, does to the paths that were declared for it. For each change of such a path `begin…` comes
 * first, and throws `PortsideError` to refuse it; then the change is made; then comes `resolveMutation`, or `abandonMutation` when it was
 * not. All paths are volume paths, links resolved.
 */
export interface WriteJournal {
  /** Other paths take the same way unrecorded. */
  covers(path: VolumePath): boolean;
  /** Bytes of the largest state it takes; a larger one is refused. */
  readonly maxStateBytes: number;
  /** Refuses when what is observed is not the last state it knows: a change by somebody else is never taken for the caller's own. */
  beginMutation(path: VolumePath, observed: JournalState, next: JournalState): MaybePromise<void>;
  beginDelete(path: VolumePath, observed: JournalState): MaybePromise<void>;
  /** Refuses two paths that were not declared as one pair. Both ends are resolved or abandoned. */
  beginMove(source: VolumePath, destination: VolumePath, observed: JournalState): MaybePromise<void>;
  resolveMutation(path: VolumePath, published: JournalState): void;
  abandonMutation(path: VolumePath): void;
  /** Takes a published file back: exactly the one that was published, and not another that has its name now. False when that is gone. */
  removePublished(path: VolumePath, published: JournalState): Promise<boolean>;
}

export interface JournalGuardOptions {
  readonly volume: Pick<Volume, "entry" | "read">;
  /** The journal bound to a call; undefined where there is none. */
  readonly journalOf: (context: CallContext) => WriteJournal | undefined;
}

/** A guard that takes every change of a call through the journal that is bound to that call. */
export function createJournalGuard({ volume, journalOf }: JournalGuardOptions): Guard {
  return {
    async begin({ changes }, before, context) {
      const journal = journalOf(context);
      if (!journal) return undefined;
      const begun: Begun[] = [];
      try {
        for (const [index, change] of changes.entries()) {
          if (!isCovered(journal, change)) continue;
          const observed = await stateOf(before[index] ?? {}, { path: pathsOf(change)[0], journal, volume });
          begun.push({ index, change, observed, next: await announce(journal, change, observed) });
        }
      } catch (error) {
        for (const { change } of begun) abandon(journal, change);
        throw error;
      }
      return (settled) => begun.forEach((each) => settle(each, { journal, settled, volume }));
    },
  };
}

/** A change that its journal knows of. */
interface Begun {
  readonly index: number;
  readonly change: Change;
  readonly observed: JournalState;
  readonly next: JournalState;
}

function isCovered(journal: WriteJournal, change: Change): boolean {
  return pathsOf(change).some((path) => journal.covers(path));
}

function pathsOf(change: Change): readonly [VolumePath, ...VolumePath[]] {
  return change.op === "rename" ? [change.from, change.to] : [change.path];
}

async function announce(journal: WriteJournal, change: Change, observed: JournalState): Promise<JournalState> {
  if (change.op === "rename") {
    await journal.beginMove(change.from, change.to, observed);
    return observed;
  }
  if (change.op === "remove") {
    await journal.beginDelete(change.path, observed);
    return nothingThere;
  }
  const next = stateAfter(change, observed);
  requireSize(journal, change.path, next);
  await journal.beginMutation(change.path, observed, next);
  return next;
}

function stateAfter(change: Exclude<Change, { op: "rename" | "remove" }>, observed: JournalState): JournalState {
  const was = observed.exists && observed.executable === true;
  if (change.op === "put") return { exists: true, kind: "file", bytes: change.bytes, executable: change.executable ?? was };
  if (change.op === "symlink") return { exists: true, kind: "symlink", bytes: encode(change.target) };
  if (change.op === "mkdir") return { exists: true, kind: "directory" };
  return observed.exists ? { ...observed, executable: change.executable } : observed;
}

interface Looking {
  readonly path: VolumePath;
  readonly journal: WriteJournal;
  readonly volume: Pick<Volume, "read">;
}

function stateOf({ entry, bytes }: State, { path, journal, volume }: Looking): MaybePromise<JournalState> {
  if (entry?.kind === "file" && entry.size > journal.maxStateBytes)
    throw fail("file_too_large", { path, size: entry.size, limit: journal.maxStateBytes });
  if (entry?.kind !== "file") return stateOfEntry(entry, undefined);
  return chain(bytes ?? volume.read(entry), (read) => stateOfEntry(entry, read));
}

function stateOfEntry(entry: Entry | undefined, bytes: Uint8Array | undefined): JournalState {
  if (!entry) return nothingThere;
  const identity = entry.id === 0 ? {} : { id: entry.id };
  if (entry.kind === "symlink") return { exists: true, kind: entry.kind, bytes: encode(entry.target), ...identity };
  if (entry.kind !== "file") return { exists: true, kind: entry.kind, ...identity };
  const { executable, version } = entry;
  return { exists: true, kind: "file", ...(bytes && { bytes }), executable, ...identity, ...(version === "" ? {} : { version }) };
}

function requireSize(journal: WriteJournal, path: VolumePath, state: JournalState): void {
  const size = state.exists ? (state.bytes?.length ?? 0) : 0;
  if (size > journal.maxStateBytes) throw fail("file_too_large", { path, size, limit: journal.maxStateBytes });
}

interface Settling {
  readonly journal: WriteJournal;
  readonly settled: Receipt | ErrorData;
  readonly volume: Pick<Volume, "entry">;
}

function settle(begun: Begun, { journal, settled, volume }: Settling): void {
  const { change, next } = begun;
  if (!isPublished(begun, settled, volume)) return abandon(journal, change);
  const [path, destination] = pathsOf(change);
  const entry = "sequence" in settled ? settled.entries[begun.index] : volume.entry(destination ?? path);
  const published = stateOfEntry(entry, next.exists ? next.bytes : undefined);
  if (destination !== undefined) journal.resolveMutation(path, nothingThere);
  journal.resolveMutation(destination ?? path, published);
}

/** A commit that broke off says how many changes it made; whether one more was made is to be seen where that is not known. */
function isPublished({ index, change, observed }: Begun, settled: Receipt | ErrorData, volume: Pick<Volume, "entry">): boolean {
  if ("sequence" in settled) return true;
  const made = settled.status === "rejected" ? 0 : settled.effects.length;
  if (index !== made || settled.status !== "uncertain") return index < made;
  return !isSameState(stateOfEntry(volume.entry(pathsOf(change)[0]), observed.exists ? observed.bytes : undefined), observed);
}

function abandon(journal: WriteJournal, change: Change): void {
  for (const path of pathsOf(change)) journal.abandonMutation(path);
}

const none: Uint8Array = new Uint8Array();

/** Equal in all that both know: a state that is not stored yet has no identity. */
export function isSameState(a: JournalState, b: JournalState): boolean {
  if (!a.exists || !b.exists) return a.exists === b.exists;
  return (
    a.kind === b.kind &&
    (a.executable ?? false) === (b.executable ?? false) &&
    agree(a.id, b.id) &&
    agree(a.version, b.version) &&
    equalBytes(a.bytes ?? none, b.bytes ?? none)
  );
}

function agree<T>(a: T | undefined, b: T | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

export interface WriteJournalOptions {
  readonly volume: Pick<Volume, "entry" | "read" | "commit">;
  /** Paths that may be written and deleted, as `declaredPaths` resolves them. */
  readonly paths: readonly VolumePath[];
  /** Moves that may be made; both ends are covered. */
  readonly moves?: readonly { readonly source: VolumePath; readonly destination: VolumePath }[];
  /** 16 MiB. */
  readonly maxStateBytes?: number;
}

/** A journal in memory. What stands at the declared paths now is the first state it knows. */
export async function createWriteJournal(options: WriteJournalOptions): Promise<WriteJournal> {
  const { volume, paths, moves = [], maxStateBytes = 16_777_216 } = options;
  const covered = new Set([...paths, ...moves.flatMap(({ source, destination }) => [source, destination])]);
  const known = new Map<VolumePath, JournalState>();
  const pending = new Map<VolumePath, JournalState>();
  for (const path of covered) {
    const entry = volume.entry(path);
    known.set(path, stateOfEntry(entry, entry?.kind === "file" ? await volume.read(entry) : undefined));
  }

  function requireKnown(path: VolumePath, observed: JournalState): void {
    const last = pending.get(path) ?? known.get(path);
    if (!last || !isSameState(last, observed)) throw fail("stale_version", { path, reason: "version" });
  }

  return {
    maxStateBytes,
    covers: (path) => covered.has(path),
    beginMutation(path, observed, next) {
      requireKnown(path, observed);
      pending.set(path, next);
    },
    beginDelete(path, observed) {
      requireKnown(path, observed);
      pending.set(path, nothingThere);
    },
    beginMove(source, destination, observed) {
      if (!moves.some((pair) => pair.source === source && pair.destination === destination))
        throw fail("permission_denied", { path: source, capability: "move", reason: "this move was not declared" });
      requireKnown(source, observed);
      requireKnown(destination, nothingThere);
      pending.set(source, nothingThere);
      pending.set(destination, observed);
    },
    resolveMutation(path, published) {
      pending.delete(path);
      known.set(path, published);
    },
    abandonMutation: (path) => void pending.delete(path),
    async removePublished(path, published) {
      const entry = volume.entry(path);
      if (!entry || !published.exists || !isSameState(stateOfEntry(entry, published.bytes), published)) return false;
      const expect = entry.kind === "file" ? entry.version : entry.id;
      try {
        await volume.commit({ changes: [{ op: "remove", path, expect }], origin: { by: "undo" } });
      } catch (error) {
        if (isPortsideError(error, "stale_version") || isPortsideError(error, "not_found")) return false;
        throw error;
      }
      known.set(path, nothingThere);
      return true;
    },
  };
}
