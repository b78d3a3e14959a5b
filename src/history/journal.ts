import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { byteLength } from "../core/text.ts";
import type { Change } from "../volumes/volume.ts";
import { packHead } from "./format.ts";
import { createLives, type Lives } from "./lives.ts";
import type { HistoryRecord } from "./record.ts";
import { makeRoom, sizeOf, type Room } from "./room.ts";
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
  readonly record: HistoryRecord;
}

/** All records, within their bounds. One is prepared at a time. */
export interface Journal {
  readonly maxBytes: number;
  readonly notes: readonly string[];
  lives(): Lives;
  bytes(): number;
  /** Those that there is a way back from, the oldest first. */
  restorable(): readonly Held[];
  /** How many are not. */
  dropped(): number;
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

type Item = { -readonly [Name in keyof Held]: Held[Name] };

export function createJournal(shelf: Shelf, found: Found, maxBytes: number): Journal {
  const items = new Map<number, Item>();
  const calls = new Map<string, Item[]>();
  const notes = [...found.notes];
  /** What the volume does not have yet, or no longer as it should; stored with the next batch. Undefined: without its pieces. */
  const unsaved = new Map<Item, readonly Uint8Array[] | undefined>();
  let strays: readonly Change[] = found.strays;
  let lives = createLives();
  let lastNumber = found.last;
  let used = 0;
  restore();

  function restore(): void {
    const first = firstUnbroken(found);
    for (const held of found.held) enter({ ...held });
    const broken = [...items.values()].filter(({ record, pieces }) => pieces && record.number < first);
    for (const item of broken) cutOff(item);
    if (broken.length > 0) notes.push(`there is no way back to what was before record ${first} of the history`);
    for (const { record, pieces } of items.values()) if (pieces) lives.trace(record);
  }

  function enter(item: Item): void {
    const { number, origin } = item.record;
    items.set(number, item);
    lastNumber = Math.max(lastNumber, number);
    used += sizeOf(item);
    const known = calls.get(origin.callId ?? "");
    if (known) known.push(item);
    else if (origin.callId !== undefined) calls.set(origin.callId, [item]);
  }

  function strip(item: Item): void {
    used -= sizeOf(item) - item.headBytes;
    item.pieces = undefined;
    item.pieceBytes = 0;
    lives.forget(item.record.number);
  }

  function cutOff(item: Item): void {
    strip(item);
    unsaved.set(item, undefined);
  }

  function forget(item: Item): void {
    const { number, origin } = item.record;
    items.delete(number);
    used -= sizeOf(item);
    const known = calls.get(origin.callId ?? "") ?? [];
    known.splice(known.indexOf(item), 1);
    if (known.length === 0) calls.delete(origin.callId ?? "");
  }

  function roomFor(item: Item): Room<Item> {
    const { callId } = item.record.origin;
    const isNew = callId !== undefined && !calls.has(callId);
    return makeRoom(items, item, { used, maxBytes, calls: calls.size + (isNew ? 1 : 0) });
  }

  function newItem(record: NewRecord, kept: readonly Uint8Array[]): Item {
    const lengths = kept.map(({ length }) => length);
    return {
      record: { ...record, number: lastNumber + 1 },
      pieces: (index) => kept[index] as Uint8Array,
      headBytes: packHead(record, lengths).length,
      pieceBytes: lengths.reduce((sum, length) => sum + length, 0),
    };
  }

  function enterWithRoom(item: Item, { stripped, forgotten }: Room<Item>): void {
    enter(item);
    lives.trace(item.record);
    stripped.forEach(strip);
    forgotten.forEach((each) => {
      forget(each);
      unsaved.delete(each);
    });
  }

  /** What the volume must be given for the item to be there, and all that is unsaved. */
  function writesFor(item: Item, kept: readonly Uint8Array[], { stripped, forgotten }: Room<Item>): Writes {
    const writes = new Map([...unsaved, [item, kept] as const]);
    for (const each of stripped) writes.set(each, undefined);
    for (const each of forgotten) writes.delete(each);
    return writes;
  }

  function changesFor(writes: Writes, forgotten: Iterable<Item>): readonly Change[] {
    const puts = [...writes].flatMap(([each, pieces]) => shelf.put(each.record, pieces));
    const removals = [...forgotten].flatMap((each) => shelf.remove(each));
    return [...strays, ...(puts.length > 0 ? shelf.folders() : []), ...puts, ...removals];
  }

  function saved(writes: Writes): void {
    for (const [each, pieces] of writes) if (pieces && each.pieces) each.pieces = shelf.piecesOf(each.record, pieces);
    unsaved.clear();
    strays = [];
  }

  return {
    maxBytes,
    notes,
    lives: () => lives,
    bytes: () => used,
    restorable: () => [...items.values()].filter(({ pieces }) => pieces),
    dropped() {
      for (const { record, pieces } of items.values()) if (pieces) return record.number - 1;
      return lastNumber;
    },
    call: (callId) => calls.get(callId) ?? [],
    piece(number, index) {
      const pieces = items.get(number)?.pieces;
      if (!pieces) throw fail("io_error", { operation: "history", reason: `record ${number} was dropped` });
      return pieces(index);
    },
    prepare(record, kept) {
      const item = newItem(record, kept);
      const room = roomFor(item);
      const writes = writesFor(item, kept, room);
      return {
        record: item.record,
        changes: changesFor(writes, room.forgotten),
        keep() {
          enterWithRoom(item, room);
          saved(writes);
        },
      };
    },
    prepareAnswer(callId, answer) {
      const item = calls.get(callId)?.at(-1);
      if (!item) return undefined;
      const keep = (): void => {
        item.answer = answer;
        item.headBytes += byteLength(answer);
        used += byteLength(answer);
      };
      return { changes: shelf.putAnswer(item.record.number, answer), keep };
    },
    add(record, kept) {
      const item = newItem(record, kept);
      const room = roomFor(item);
      unsaved.set(item, kept);
      for (const each of room.stripped) unsaved.set(each, undefined);
      if (room.forgotten.size > 0) strays = [...strays, ...[...room.forgotten].flatMap((each) => shelf.remove(each))];
      enterWithRoom(item, room);
    },
    cut(number, reason) {
      notes.push(`record ${number} of the history cannot be read: ${reason}`);
      for (const item of items.values()) if (item.record.number <= number && item.pieces) cutOff(item);
    },
    note: (text) => void notes.push(text),
    prepareUnsaved() {
      if (unsaved.size === 0 && strays.length === 0) return undefined;
      return { changes: changesFor(unsaved, []), keep: () => saved(unsaved) };
    },
    removals: () => [...strays, ...[...items.values()].flatMap((item) => shelf.remove(item))],
    clear(reason) {
      notes.push(reason);
      for (const map of [items, calls, unsaved]) map.clear();
      lives = createLives();
      [used, strays] = [0, []];
    },
  };
}

/** Records with their pieces, or without. */
type Writes = ReadonlyMap<Item, readonly Uint8Array[] | undefined>;

/** From it on, every record is there and has its contents: the way back ends at the first that does not. */
function firstUnbroken({ held, last }: Found): number {
  let first = last + 1;
  for (const { record, pieces } of held.toReversed()) {
    if (!pieces || record.number !== first - 1) break;
    first = record.number;
  }
  return first;
}
