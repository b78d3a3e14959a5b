import { fail, PortsideError } from "../../core/errors.ts";
import { inRam, type BlockFile, type Folder } from "./block-file.ts";
import { checksum } from "./checksum.ts";
import { manifestNames, packManifest, packRecordHeader, payloadBytesMax, recordHeaderBytes, recordTypes } from "./format.ts";
import { isSegmentHeader, reserveName, segmentHeader, segmentHeaderBytes, segmentName } from "./format.ts";
import type { Position, RecordType } from "./format.ts";
import type { Stored } from "./nodes.ts";
import { createReserve, type Reserve } from "./reserve.ts";
import { damaged, replay, type Note, type Replayed } from "./replay.ts";
import { chainOf } from "./segments.ts";
import { spaceOrFault, writeAll } from "./write-all.ts";

/** A file of the log that is open. */
export interface Segment {
  readonly number: number;
  file: BlockFile;
  /** Where the next record goes, in the newest; where the last one ends, in the others. */
  end: number;
  /** Bytes that newest versions of files have in it. */
  live: number;
  /** It was compacted away: what older versions had in it is gone. */
  dropped: boolean;
}

/** Records that are to be written at one place, all or none. */
export interface Draft {
  /** Where the payload will stand. */
  contents(bytes: Uint8Array): Stored;
  record(type: RecordType, payload: Uint8Array): void;
  readonly bytes: number;
}

export interface Log {
  /** By number, ascending; the last is the one that is written. */
  readonly segments: ReadonlyMap<number, Segment>;
  readonly reserve: Reserve;
  readonly notes: readonly Note[];
  note(note: Note): void;
  newest(): Segment;
  position(): Position;
  replayFrom(): Position;
  /** Of all files. */
  bytes(): number;
  /** Bytes from where replaying would begin. */
  replayBytes(): number;
  /**
   * Writes what `build` drafts, and waits for the disk when `durable`. Throws no_space and io_error, and then nothing was written; `uncertain`
   * io_error when it may have been.
   */
  append<T>(durable: boolean, build: (draft: Draft) => T): T;
  /** Keeps room for contents that `overwrite` fills in later; other records may follow it meanwhile. */
  makeRoom(length: number, sum: number): Stored;
  overwrite(at: Stored, done: number, bytes: Uint8Array): void;
  flush(): void;
  /** Goes on in a new segment. */
  rotate(): Promise<void>;
  /** From now on replaying begins there, and these segments are not needed. */
  advance(from: Position, without: readonly Segment[]): Promise<void>;
  /** The same segment, for what is live in it; to whoever still holds the old one it is dropped. */
  renew(segment: Segment): Segment;
  /** Cuts off the end of a segment that is not replayed; nothing in it is of use. */
  shorten(segment: Segment, end: number): void;
  /** Opens the segment's file anew: a browser may keep room for one that is open beyond what is in it. It can be read meanwhile. */
  refresh(segment: Segment): Promise<void>;
  close(): void;
}

const manifestBytes = 4_096;
/** Longer segments are not opened anew: they are in RAM meanwhile. */
const refreshedBytesMax = 67_108_864;

/** Pieces up to this size are written together. */
const gatheredBytes = 262_144;

/** Opens the log in a folder, or begins one, and tells what it says. */
export async function openLog(folder: Folder): Promise<{ readonly log: Log; readonly replayed: Replayed }> {
  const names = await folder.names();
  const opened: BlockFile[] = [];
  const open = async (name: string): Promise<BlockFile> => {
    const file = await folder.open(name);
    opened.push(file);
    return file;
  };
  try {
    return await openAll(folder, names, open);
  } catch (error) {
    for (const file of opened) file.close();
    throw spaceOrFault("open", error);
  }
}

type Open = (name: string) => Promise<BlockFile>;

async function openAll(folder: Folder, names: readonly string[], open: Open): Promise<{ readonly log: Log; readonly replayed: Replayed }> {
  const known = manifestNames.filter((name) => names.includes(name));
  const manifests = new Map<string, BlockFile>();
  for (const name of known) manifests.set(name, await open(name));
  const chain = chainOf(
    names,
    [...manifests.values()].map((file) => file.read(0, file.size())),
  );
  const segments = new Map<number, Segment>();
  for (const number of chain.segments.length > 0 ? chain.segments : [1]) {
    const isLast = number === (chain.segments.at(-1) ?? 1);
    segments.set(number, openSegment(await open(segmentName(number)), number, isLast));
  }
  const replayed = replay({ segments: filesFrom(segments, chain.replay), from: chain.replay });
  cutOff(segments, replayed);
  const strays = chain.strays.map(segmentName);
  for (const name of strays) await folder.remove(name);
  for (const name of manifestNames) manifests.set(name, manifests.get(name) ?? (await openManifest(name, open)));
  const notes: Note[] = [...replayed.notes, ...(strays.length > 0 ? [{ kind: "strays_removed", names: strays } as const] : [])];
  const parts = { folder, segments, manifests, reserve: createReserve(folder, await open(reserveName)), notes };
  return { log: createLog({ ...parts, generation: chain.generation, from: chain.replay }), replayed };
}

/** Long enough from the start, so that it can be written on a full disk. */
async function openManifest(name: string, open: Open): Promise<BlockFile> {
  const file = await open(name);
  writeAll(file, new Uint8Array(manifestBytes), 0);
  return file;
}

/** A segment of which only the file was made before the power failed is begun again. */
function openSegment(file: BlockFile, number: number, isLast: boolean): Segment {
  if (!isSegmentHeader(file.read(0, segmentHeaderBytes), number)) {
    if (!isLast || file.size() > segmentHeaderBytes) throw damaged(`segment ${number} has no header`);
    beginSegment(file, number);
  }
  return { number, file, end: file.size(), live: 0, dropped: false };
}

function beginSegment(file: BlockFile, number: number): void {
  file.truncate(0);
  writeAll(file, segmentHeader(number), 0);
  file.flush();
}

function filesFrom(segments: ReadonlyMap<number, Segment>, { segment }: Position): ReadonlyMap<number, BlockFile> {
  return new Map([...segments].filter(([number]) => number >= segment).map(([number, { file }]) => [number, file]));
}

function cutOff(segments: ReadonlyMap<number, Segment>, { cut }: Replayed): void {
  const segment = cut && segments.get(cut.segment);
  if (!segment) return;
  segment.file.truncate(cut.offset);
  segment.file.flush();
  segment.end = cut.offset;
}

interface Parts {
  readonly folder: Folder;
  readonly segments: Map<number, Segment>;
  readonly manifests: ReadonlyMap<string, BlockFile>;
  readonly reserve: Reserve;
  readonly notes: Note[];
  readonly generation: number;
  readonly from: Position;
}

function createLog({ folder, segments, manifests, reserve, notes, ...begun }: Parts): Log {
  let { generation, from } = begun;
  /** After a failure that could not be taken back nothing is written any more. */
  let broken = false;

  function newest(): Segment {
    return [...segments.values()].at(-1) as Segment;
  }

  function position(): Position {
    const { number, end } = newest();
    return { segment: number, offset: end };
  }

  function append<T>(durable: boolean, build: (draft: Draft) => T): T {
    if (broken) throw fail("io_error", { operation: "write", reason: "an earlier write could not be taken back: open the volume again" });
    const segment = newest();
    const draft = createDraft(position());
    const built = build(draft);
    undoing(segment, () => {
      writePieces(segment, draft.pieces);
      if (durable) segment.file.flush();
    });
    segment.end += draft.bytes;
    return built;
  }

  /** Cuts the segment back to where it was when the work fails. */
  function undoing(segment: Segment, work: () => void): void {
    try {
      work();
    } catch (error) {
      cutBack(segment);
      throw spaceOrFault("write", error);
    }
  }

  function cutBack({ file, end }: Segment): void {
    try {
      // Never longer: room that was kept at the end may not have been written to yet.
      if (file.size() > end) file.truncate(end);
      if (file.size() <= end) return;
    } catch {
      // Told below: what was written may or may not be found when the log is read.
    }
    broken = true;
    const details = { operation: "write", reason: "it failed and could not be taken back" };
    throw new PortsideError({ code: "io_error", status: "uncertain", details });
  }

  function writeManifest(): void {
    generation += 1;
    const file = manifests.get(manifestNames[generation % 2] as string) as BlockFile;
    const bytes = packManifest({ generation, replay: from, segments: [...segments.keys()] });
    writeAll(file, bytes, 0);
    file.flush();
  }

  async function drop(segment: Segment): Promise<void> {
    segment.dropped = true;
    segment.file.close();
    await folder.remove(segmentName(segment.number));
  }

  return {
    segments,
    reserve,
    notes,
    note: (note) => void notes.push(note),
    newest,
    position,
    replayFrom: () => from,
    append,
    bytes() {
      const files = [...manifests.values(), ...[...segments.values()].map(({ file }) => file)];
      return files.reduce((sum, file) => sum + file.size(), reserve.bytes());
    },
    replayBytes() {
      const after = [...segments.values()].filter(({ number }) => number >= from.segment);
      return after.reduce((sum, { end }) => sum + end, 0) - from.offset;
    },
    makeRoom(length, sum) {
      const segment = newest();
      const place = position();
      const header = packRecordHeader({ type: recordTypes.contents, length, checksum: sum }, place);
      undoing(segment, () => writeAll(segment.file, header, place.offset));
      segment.end += recordHeaderBytes + length;
      return { segment: place.segment, offset: place.offset + recordHeaderBytes, checksum: sum };
    },
    overwrite({ segment, offset }, done, bytes) {
      try {
        writeAll((segments.get(segment) as Segment).file, bytes, offset + done);
      } catch (error) {
        throw spaceOrFault("write", error);
      }
    },
    flush() {
      try {
        newest().file.flush();
      } catch (error) {
        throw spaceOrFault("flush", error);
      }
    },
    async rotate() {
      const number = newest().number + 1;
      newest().file.flush();
      const file = await folder.open(segmentName(number));
      try {
        beginSegment(file, number);
      } catch (error) {
        file.close();
        await folder.remove(segmentName(number));
        throw spaceOrFault("write", error);
      }
      segments.set(number, { number, file, end: segmentHeaderBytes, live: 0, dropped: false });
    },
    async advance(next, without) {
      newest().file.flush();
      const kept = from;
      from = next;
      for (const { number } of without) segments.delete(number);
      try {
        // Both, so that one bad byte in either does no harm once the old segments are gone.
        writeManifest();
        writeManifest();
      } catch (error) {
        from = kept;
        for (const segment of without) segments.set(segment.number, segment);
        reorder(segments);
        throw spaceOrFault("write", error);
      }
      for (const segment of without) await drop(segment);
    },
    renew(segment) {
      const renewed = { ...segment };
      segment.dropped = true;
      segments.set(segment.number, renewed);
      return renewed;
    },
    shorten(segment, end) {
      segment.file.truncate(end);
      segment.end = end;
    },
    async refresh(segment) {
      const file = segment.file;
      if (file.size() > refreshedBytesMax) return;
      segment.file = { ...file, ...inRam(file.read(0, file.size())), close: () => {} };
      file.close();
      segment.file = await folder.open(segmentName(segment.number));
    },
    close() {
      for (const file of [...manifests.values(), reserve]) file.close();
      for (const { file } of segments.values()) file.close();
    },
  };
}

function reorder(segments: Map<number, Segment>): void {
  const sorted = [...segments].toSorted(([a], [b]) => a - b);
  segments.clear();
  for (const [number, segment] of sorted) segments.set(number, segment);
}

interface OpenDraft extends Draft {
  readonly pieces: readonly Uint8Array[];
}

function createDraft({ segment, offset }: Position): OpenDraft {
  const pieces: Uint8Array[] = [];
  let bytes = 0;

  function add(type: RecordType, payload: Uint8Array): number {
    const { length } = payload;
    if (length > payloadBytesMax) throw fail("file_too_large", { path: "", size: length, limit: payloadBytesMax });
    const sum = checksum(payload);
    pieces.push(packRecordHeader({ type, length, checksum: sum }, { segment, offset: offset + bytes }), payload);
    bytes += recordHeaderBytes + length;
    return sum;
  }

  return {
    pieces,
    contents(payload) {
      const sum = add(recordTypes.contents, payload);
      return { segment, offset: offset + bytes - payload.length, checksum: sum };
    },
    record: (type, payload) => void add(type, payload),
    get bytes() {
      return bytes;
    },
  };
}

function writePieces({ file, end }: Segment, pieces: readonly Uint8Array[]): void {
  let at = end;
  for (const bytes of gathered(pieces)) {
    writeAll(file, bytes, at);
    at += bytes.length;
  }
}

/** Small pieces put together: a call into the browser costs more than copying them. */
function* gathered(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let group: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length > 0 && length + piece.length > gatheredBytes) {
      yield joined(group, length);
      group = [];
      length = 0;
    }
    group.push(piece);
    length += piece.length;
  }
  if (length > 0) yield joined(group, length);
}

function joined(group: readonly Uint8Array[], length: number): Uint8Array {
  if (group.length === 1) return group[0] as Uint8Array;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of group) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
