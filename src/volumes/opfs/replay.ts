import { fail, type PortsideError } from "../../core/errors.ts";
import type { NodeId } from "../volume.ts";
import type { ReadableFile } from "./block-file.ts";
import { recordTypes, segmentHeaderBytes, type Position } from "./format.ts";
import { isGone, unpackCalls, unpackCommit, unpackMoved, unpackNodes } from "./nodes.ts";
import type { Commit, Gone, Moved, NodeRecord } from "./nodes.ts";
import { createScanner, type Scanned, type Scanner } from "./scan.ts";

/** What was found wrong, and what was done about it. */
export type Note =
  /** The last bytes of the log were no whole batch: nobody was told that it is done, and it is not. */
  | { readonly kind: "tail_cut"; readonly segment: number; readonly offset: number; readonly bytes: number }
  /** Files whose bytes are not what was written; reading them is io_error. */
  | { readonly kind: "contents_damaged"; readonly segment: number; readonly files: readonly string[] }
  /** Reading on behind bytes that are no record; what they held is lost. Only when salvaging. */
  | { readonly kind: "skipped"; readonly segment: number; readonly offset: number; readonly bytes: number }
  /** Files of the folder that no manifest knows: what a compaction that was interrupted left. */
  | { readonly kind: "strays_removed"; readonly names: readonly string[] }
  /** With `flush: "idle"`: what was acknowledged lately may not outlive a failure of the machine. */
  | { readonly kind: "flush_failed"; readonly reason: string }
  /** Compaction stopped; it will be tried again. */
  | { readonly kind: "compaction_failed"; readonly reason: string };

/** What a log says. */
export interface Replayed extends Omit<Commit, "nodes" | "callId"> {
  readonly nodes: ReadonlyMap<NodeId, NodeRecord>;
  /** The oldest first. */
  readonly calls: ReadonlyMap<string, number>;
  /** Where the valid part ends, when something follows it. */
  readonly cut?: Position;
  readonly notes: readonly Note[];
}

export interface ReplayOptions {
  /** By number, ascending: the log from where replaying begins. */
  readonly segments: ReadonlyMap<number, ReadableFile>;
  readonly from: Position;
  /** Take what can be read, and go on behind what cannot. Otherwise damage before the end is `unavailable`. */
  readonly salvage?: boolean;
}

/** A commit whose contents are not whole: a torn end when nothing follows, damage when something does. */
interface Suspect {
  readonly commit: Commit;
  readonly start: Position;
  readonly files: readonly string[];
}

/** Reads a log to its end. */
export function replay({ segments, from, salvage = false }: ReplayOptions): Replayed {
  const state = createState(salvage);
  const notes: Note[] = [];
  const last = lastWritten(segments, from);
  let suspect = undefined as Suspect | undefined;
  let cut = undefined as Position | undefined;

  function settle(): void {
    if (!suspect) return;
    const { commit, start, files } = suspect;
    suspect = undefined;
    notes.push({ kind: "contents_damaged", segment: start.segment, files });
    state.commit(commit);
  }

  function take(scanner: Scanner, { type, payload }: Read, start: Position): void {
    settle();
    if (type !== recordTypes.commit) return state.take(type, payload, { scanner, segment: start.segment });
    const commit = unpackCommit(payload);
    const files = damagedFiles(scanner, commit, start);
    if (files.length > 0) suspect = { commit, start, files };
    else state.commit(commit);
  }

  function readSegment(number: number, file: ReadableFile): void {
    const scanner = createScanner(file, number);
    const size = file.size();
    // Contents are of no meaning before the record that names them, so the valid part never ends with them.
    let end = number === from.segment ? from.offset : segmentHeaderBytes;
    for (let at = end; at < size;) {
      const record = read(scanner, at);
      if (record) {
        if (record.type !== recordTypes.contents) {
          take(scanner, record, { segment: number, offset: end });
          end = record.end;
        }
        at = record.end;
        continue;
      }
      const next = scanner.next(at + 1);
      const isTorn = number === last && (!next || (next.type === recordTypes.commit && next.end === size));
      if (!isTorn && !salvage) throw damagedAt({ segment: number, offset: at });
      if (isTorn || !next) break;
      notes.push({ kind: "skipped", segment: number, offset: at, bytes: next.at - at });
      at = next.at;
    }
    if (end < size && number === last) cut = { segment: number, offset: end };
  }

  guardRanges(() => {
    for (const [number, file] of segments) readSegment(number, file);
  });
  if (suspect) cut = suspect.start;
  if (cut) notes.push(cutNote(cut, segments));
  return { ...state.result(), ...(cut && { cut }), notes };
}

/** A record with its payload, where both are right. The payload of contents is looked at when a commit names it. */
interface Read extends Scanned {
  readonly payload: Uint8Array;
}

function read(scanner: Scanner, at: number): Read | undefined {
  const record = scanner.record(at);
  if (!record) return undefined;
  const payload = record.type === recordTypes.contents ? new Uint8Array(0) : scanner.payload(record);
  return payload && { ...record, payload };
}

/** The one after it may have been made while this one was still written to. */
function lastWritten(segments: ReadonlyMap<number, ReadableFile>, from: Position): number {
  const written = [...segments].filter(([, file]) => file.size() > segmentHeaderBytes).map(([number]) => number);
  return Math.max(from.segment, ...written);
}

function cutNote({ segment, offset }: Position, segments: ReadonlyMap<number, ReadableFile>): Note {
  return { kind: "tail_cut", segment, offset, bytes: (segments.get(segment)?.size() ?? offset) - offset };
}

/** Names of the batch's own files whose bytes are not there. */
function damagedFiles(scanner: Scanner, { nodes }: Commit, { segment, offset }: Position): string[] {
  return nodes.flatMap((node) => {
    if (isGone(node) || node.state.kind !== "file") return [];
    const { stored, size } = node.state;
    const isOwn = stored.segment === segment && stored.offset > offset;
    return isOwn && !scanner.isWhole(stored.offset, size, stored.checksum) ? [node.name] : [];
  });
}

/** The segment at hand. */
interface Reading {
  readonly scanner: Scanner;
  readonly segment: number;
}

/** The tree as far as it was read. */
interface State {
  commit(commit: Commit): void;
  take(type: number, payload: Uint8Array, reading: Reading): void;
  result(): Omit<Replayed, "cut" | "notes">;
}

function createState(salvage: boolean): State {
  const nodes = new Map<NodeId, NodeRecord>();
  const calls = new Map<string, number>();
  let numbers = { sequence: 0, lastId: 1, lastVersion: 0 };

  function commit({ sequence, lastId, lastVersion, callId, nodes: changed }: Commit): void {
    if (sequence !== numbers.sequence + 1 && !salvage) throw damaged(`commit ${sequence} follows commit ${numbers.sequence}`);
    numbers = { sequence, lastId, lastVersion };
    changed.forEach(place);
    if (callId === undefined) return;
    calls.delete(callId);
    calls.set(callId, sequence);
  }

  function place(node: NodeRecord | Gone): void {
    if (isGone(node)) nodes.delete(node.id);
    else nodes.set(node.id, node);
  }

  function takeCalls(payload: Uint8Array): void {
    const { calls: known, ...counted } = unpackCalls(payload);
    numbers = counted;
    calls.clear();
    for (const [callId, sequence] of known) calls.set(callId, sequence);
  }

  function move({ id, version, stored }: Moved, { scanner, segment }: Reading): void {
    const node = nodes.get(id);
    if (node?.state.kind !== "file" || node.state.version !== version) return;
    // Where the copy is not whole, the power failed before it was on the disk, and the original is still there.
    if (stored.segment !== segment || scanner.isWhole(stored.offset, node.state.size, stored.checksum))
      nodes.set(id, { ...node, state: { ...node.state, stored } });
  }

  return {
    commit,
    take(type, payload, reading) {
      if (type === recordTypes.nodes) unpackNodes(payload).forEach(place);
      else if (type === recordTypes.calls) takeCalls(payload);
      else for (const moved of unpackMoved(payload)) move(moved, reading);
    },
    result: () => ({ ...numbers, nodes, calls }),
  };
}

function guardRanges(action: () => void): void {
  try {
    action();
  } catch (error) {
    throw error instanceof RangeError ? damaged(error.message) : error;
  }
}

function damagedAt({ segment, offset }: Position): PortsideError {
  return damaged(`segment ${segment} is not readable at byte ${offset}, and more follows`);
}

/** The log is not what was written. It is left as it is. */
export function damaged(reason: string): PortsideError {
  return fail("unavailable", { what: "opfs", reason: `damaged: ${reason}`, remedy: "take out what can be read with salvage()" });
}
