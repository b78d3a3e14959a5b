import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import type { Change, Entry } from "../volumes/volume.ts";
import { packAnswer, packRecord } from "./format.ts";
import type { Lives } from "./lives.ts";
import { createRecollection } from "./recollection.ts";
import type { HistoryRecord } from "./record.ts";
import { headAlone, makeRoom, sizeOf, type Room } from "./room.ts";
import type { Found, Held, Shelf } from "./shelf.ts";

export type NewRecord = Omit<HistoryRecord, "number">;

/** Something that is about to be kept. */
export interface Prepared {
  /** To be made in the same batch as what is recorded. */
  readonly changes: readonly Change[];
  /** The batch was committed. */
  keep(): void;
}

export interface PreparedRecord extends Prepared {
  readonly number: number;
}

/** All records, within their bounds. One is prepared at a time. */
export interface Journal {
  readonly maxBytes: number;
  readonly notes: readonly string[];
  /** The records that there is a way back from, and what they tell. */
  lives(): Lives;
  /** What is held takes, with 1,024 for each record that there is a way back from. */
  bytes(): number;
  /** The number given last. */
  last(): number;
  /** How many there is no way back from. */
  dropped(): number;
  /** What a record takes, with its pieces and its answer. */
  bytesOf(number: number): number;
  /** The records of a call, the oldest first. */
  call(callId: string): readonly Held[];
  piece(number: number, index: number): MaybePromise<Uint8Array>;
  prepare(record: NewRecord, pieces: readonly Uint8Array[]): PreparedRecord;
  /** The answer of a call, with its last record; undefined where there is none. */
  prepareAnswer(callId: string, answer: string): Prepared | undefined;
  /** Keeps what has happened already; it is stored with what comes next. */
  add(record: NewRecord, pieces: readonly Uint8Array[]): void;
  /** There is no way back from the record any more, nor from older ones. */
  cut(number: number, reason: string): void;
  /** Says what went wrong. */
  note(text: string): void;
  /** What was kept by `add` and is not stored yet. */
  prepareUnsaved(): Prepared | undefined;
  /** What removes all of it from the volume. */
  removals(): readonly Change[];
  /** Forgets everything. */
  clear(reason: string): void;
}

export interface JournalOptions {
  readonly shelf: Shelf;
  readonly found: Found;
  readonly maxBytes: number;
  /** What stands at a path now, as the records that are kept have it. */
  entry(path: VolumePath): Entry | undefined;
}

type Item = { -readonly [Name in keyof Held]: Held[Name] };

export function createJournal({ shelf, found, maxBytes, entry }: JournalOptions): Journal {
  const bare = new Map<number, Item>();
  const whole = new Map<number, Item>();
  const calls: Calls = new Map();
  const notes = [...found.notes];
  /** What the volume does not have yet, or no longer as it should; stored with the next batch. */
  const unsaved = new Map<Item, Uint8Array>();
  const strays = [...found.strays];
  let lastNumber = found.last;
  let used = 0;
  const recollection = createRecollection({ whole, lastNumber: () => lastNumber, entry });
  restore();

  function restore(): void {
    const first = firstUnbroken(found);
    for (const held of found.held) enter({ ...held });
    const broken = [...whole.values()].filter(({ number }) => number < first);
    broken.forEach(cutOff);
    if (broken.length > 0) notes.push(`there is no way back to what was before record ${first} of the history`);
  }

  function enter(item: Item): void {
    const { number } = item;
    (item.pieceBytes === undefined ? bare : whole).set(number, item);
    lastNumber = Math.max(lastNumber, number);
    used += sizeOf(item);
    addTo(calls, item);
  }

  function strip(item: Item, head: Uint8Array): void {
    used -= sizeOf(item);
    [item.packed, item.headBytes, item.pieceBytes] = [head, head.length, undefined];
    used += sizeOf(item);
    whole.delete(item.number);
    bare.set(item.number, item);
    recollection.forget(item.number);
  }

  /** What belongs to no call is of no use without the way back. */
  function cutOff(item: Item): void {
    strip(item, headAlone(item));
    if (item.callId !== undefined) return save(item);
    strays.push(...shelf.remove(item.number));
    forget(item);
  }

  /** With what comes next. */
  function save(item: Item): void {
    if (shelf.durable) unsaved.set(item, item.packed);
  }

  /** It is bare, and the oldest of its call. */
  function forget(item: Item): void {
    bare.delete(item.number);
    unsaved.delete(item);
    used -= sizeOf(item);
    dropFrom(calls, item);
  }

  function roomFor(item: Item): Room<Item> {
    const isNew = item.callId !== undefined && !calls.has(item.callId);
    return makeRoom({ bare, whole }, item, { used, maxBytes, calls: calls.size + (isNew ? 1 : 0) });
  }

  function enterWithRoom(item: Item, { stripped, forgotten }: Room<Item>): void {
    enter(item);
    recollection.added(item);
    // What was cut off meanwhile is not there to be stripped.
    for (const [each, head] of stripped) if (whole.has(each.number)) strip(each, head);
    for (const each of forgotten) if (bare.has(each.number)) forget(each);
  }

  /** What the volume must be given for the item to be there, and all that is unsaved. */
  function writesFor(item: Item, { stripped, forgotten }: Room<Item>): Writes {
    if (!shelf.durable) return unsaved;
    const writes = new Map([...unsaved, [item, item.packed] as const, ...stripped]);
    for (const each of forgotten) writes.delete(each);
    return writes;
  }

  function changesFor(writes: Writes, forgotten: Iterable<Item>): readonly Change[] {
    if (!shelf.durable) return nothing;
    const puts = [...writes].flatMap(([{ number }, packed]) => shelf.put(number, packed));
    const removals = [...forgotten].flatMap(({ number }) => shelf.remove(number));
    return [...strays, ...(puts.length > 0 ? shelf.folders() : []), ...puts, ...removals];
  }

  /** What the volume has is not held twice. */
  function saved(writes: Writes): void {
    for (const item of writes.keys()) if (item.packed.length > item.headBytes) item.packed = item.packed.slice(0, item.headBytes);
    unsaved.clear();
    strays.length = 0;
  }

  return {
    maxBytes,
    notes,
    lives: recollection.lives,
    bytes: () => used,
    last: () => lastNumber,
    dropped() {
      const [first = lastNumber + 1] = whole.keys();
      return first - 1;
    },
    bytesOf(number) {
      const item = whole.get(number) ?? bare.get(number);
      return item ? item.headBytes + (item.answer?.length ?? 0) + (item.pieceBytes ?? 0) : 0;
    },
    call: (callId) => calls.get(callId) ?? [],
    piece(number, index) {
      const item = whole.get(number);
      const part = recollection.lives().piece(number, index);
      if (!item || !part) throw fail("io_error", { operation: "history", reason: `record ${number} was dropped` });
      const [start, end] = [item.headBytes + part.start, item.headBytes + part.end];
      return end <= item.packed.length ? item.packed.subarray(start, end) : shelf.read(number, start, end);
    },
    prepare(record, pieces) {
      const item = itemOf(lastNumber + 1, record, pieces);
      const room = roomFor(item);
      const writes = writesFor(item, room);
      return {
        number: item.number,
        changes: changesFor(writes, room.forgotten),
        keep() {
          enterWithRoom(item, room);
          saved(writes);
        },
      };
    },
    prepareAnswer(callId, text) {
      const item = calls.get(callId)?.at(-1);
      if (!item) return undefined;
      const answer = packAnswer(text);
      const keep = (): void => {
        used -= sizeOf(item);
        item.answer = answer;
        used += sizeOf(item);
      };
      return { changes: shelf.putAnswer(item.number, answer), keep };
    },
    add(record, pieces) {
      const item = itemOf(lastNumber + 1, record, pieces);
      const room = roomFor(item);
      save(item);
      for (const { number } of room.forgotten) strays.push(...shelf.remove(number));
      enterWithRoom(item, room);
      for (const each of room.stripped.keys()) if (bare.has(each.number)) save(each);
    },
    cut(number, reason) {
      notes.push(`record ${number} of the history cannot be read: ${reason}`);
      for (const item of whole.values()) {
        if (item.number > number) break;
        cutOff(item);
      }
    },
    note: (text) => void notes.push(text),
    prepareUnsaved() {
      if (unsaved.size === 0 && strays.length === 0) return undefined;
      return { changes: changesFor(unsaved, []), keep: () => saved(unsaved) };
    },
    removals: () => [...strays, ...[...bare.keys(), ...whole.keys()].flatMap(shelf.remove)],
    clear(reason) {
      tellOnce(notes, reason, [...whole.keys()]);
      for (const map of [bare, whole, calls, unsaved]) map.clear();
      recollection.clear();
      [used, strays.length] = [0, 0];
    },
  };
}

/** A full disk stays full: where there is nothing left to go, that is no news. */
function tellOnce(notes: string[], reason: string, gone: readonly number[]): void {
  const note = gone.length === 0 ? reason : `${reason}: records ${gone[0]} to ${gone.at(-1)}`;
  if (notes.at(-1) !== note) notes.push(note);
}

function itemOf(number: number, record: NewRecord, pieces: readonly Uint8Array[]): Item {
  const packed = packRecord(record, pieces);
  const pieceBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { number, callId: record.origin.callId, packed, headBytes: packed.length - pieceBytes, pieceBytes };
}

type Calls = Map<string, Item[]>;

function addTo(calls: Calls, item: Item): void {
  if (item.callId === undefined) return;
  const known = calls.get(item.callId);
  if (known) known.push(item);
  else calls.set(item.callId, [item]);
}

/** The oldest of its call. */
function dropFrom(calls: Calls, { callId }: Item): void {
  if (callId === undefined) return;
  const known = calls.get(callId);
  known?.shift();
  if (known?.length === 0) calls.delete(callId);
}

/** What records' files are to hold. */
type Writes = ReadonlyMap<Item, Uint8Array>;

const nothing: readonly Change[] = [];

/** From it on, every record is there and has its contents: the way back ends at the first that does not. */
function firstUnbroken({ held, last }: Found): number {
  let first = last + 1;
  for (const { number, pieceBytes } of held.toReversed()) {
    if (pieceBytes === undefined || number !== first - 1) break;
    first = number;
  }
  return first;
}
