import { isPortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { join, parent, type VolumePath } from "../core/path.ts";
import { byteLength } from "../core/text.ts";
import type { Change, FileEntry, Volume } from "../volumes/volume.ts";
import { describedBytes, headerBytes, joined, packHead, packText, unpackRecord, unpackText } from "./format.ts";
import type { HistoryRecord } from "./record.ts";

/** The folder of a durable volume that has a file for every record, and one for the answer of its call. Beside every root. */
export const historyFolder: VolumePath = "/.portside/history";

/** Where the pieces of a record are. */
export type Pieces = (index: number) => MaybePromise<Uint8Array>;

/** A record as it is held. */
export interface Held {
  readonly record: HistoryRecord;
  /** Undefined: dropped. What was changed is still known, but not the way back. */
  readonly pieces: Pieces | undefined;
  /** Bytes without the pieces but with the answer, and of the pieces. */
  readonly headBytes: number;
  readonly pieceBytes: number;
  /** The answer of the call, with the record of its last commit. */
  readonly answer?: string;
}

/** What was read back. */
export interface Found {
  /** The oldest first. */
  readonly held: readonly Held[];
  /** The number given last, perhaps to a record that cannot be read. */
  readonly last: number;
  readonly notes: readonly string[];
  /** Files that are of no use any more. */
  readonly strays: readonly Change[];
}

/** Where the records are kept. What it answers is made in the same batch as the commit that is recorded. */
export interface Shelf {
  find(): Promise<Found>;
  /** The folders that are missing; before everything that is put. */
  folders(): readonly Change[];
  /** Pieces undefined: only the head. */
  put(record: HistoryRecord, pieces: readonly Uint8Array[] | undefined): readonly Change[];
  putAnswer(number: number, answer: string): readonly Change[];
  remove(held: Held): readonly Change[];
  piecesOf(record: HistoryRecord, pieces: readonly Uint8Array[]): Pieces;
}

const nothingFound: Found = { held: [], last: 0, notes: [], strays: [] };

/** In RAM, and gone with it. */
export function createMemoryShelf(): Shelf {
  return {
    find: async () => nothingFound,
    folders: () => [],
    put: () => [],
    putAnswer: () => [],
    remove: () => [],
    piecesOf: (_record, pieces) => (index) => pieces[index] as Uint8Array,
  };
}

/** In files of the volume itself. */
export function createVolumeShelf(volume: Pick<Volume, "entry" | "children" | "read">): Shelf {
  const pathOf = (number: number): VolumePath => join(historyFolder, String(number));
  const answerOf = (number: number): VolumePath => `${pathOf(number)}.answer`;

  function pieces(number: number, lengths: readonly number[]): Pieces {
    return (index) => {
      const before = lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
      const file = volume.entry(pathOf(number)) as FileEntry;
      const start = file.size - lengths.reduce((sum, length) => sum + length, 0) + before;
      return volume.read(file, start, start + (lengths[index] as number));
    };
  }

  async function read(number: number, notes: string[]): Promise<Held | undefined> {
    const file = volume.entry(pathOf(number));
    if (file?.kind !== "file") return undefined;
    try {
      const head = await readHead(volume, file);
      const described = unpackRecord(head);
      const pieceBytes = described.pieces?.reduce((sum, length) => sum + length, 0) ?? 0;
      if (head.length + pieceBytes !== file.size) throw new RangeError("it is cut short");
      const record = { number, ...described.record };
      const answer = await readAnswer(number);
      return {
        record,
        pieces: described.pieces && pieces(number, described.pieces),
        headBytes: head.length + byteLength(answer ?? ""),
        pieceBytes,
        ...(answer === undefined ? {} : { answer }),
      };
    } catch (error) {
      notes.push(`record ${number} of the history cannot be read: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Undefined: there is none, or none that can be read: then one is made from what the call changed. */
  async function readAnswer(number: number): Promise<string | undefined> {
    const file = volume.entry(answerOf(number));
    if (file?.kind !== "file") return undefined;
    try {
      return unpackText(await volume.read(file));
    } catch (error) {
      reasonOf(error);
      return undefined;
    }
  }

  function folders(): readonly Change[] {
    const missing = [parent(historyFolder), historyFolder].filter((path) => !volume.entry(path));
    return missing.map((path) => ({ op: "mkdir", path }));
  }

  function removal(path: VolumePath): readonly Change[] {
    return volume.entry(path) ? [{ op: "remove", path }] : [];
  }

  return {
    async find() {
      const folder = volume.entry(historyFolder);
      if (folder?.kind !== "directory") return nothingFound;
      const names = volume.children(folder).map(({ name }) => name);
      const numbers = names
        .filter((name) => /^[1-9]\d*$/.test(name))
        .map(Number)
        .sort((a, b) => a - b);
      const notes: string[] = [];
      const held: Held[] = [];
      const strays: Change[] = [];
      for (const number of numbers) {
        const found = await read(number, notes);
        if (found) held.push(found);
        else strays.push(...removal(pathOf(number)), ...removal(answerOf(number)));
      }
      return { held, last: numbers.at(-1) ?? 0, notes, strays };
    },
    folders,
    put(record, kept) {
      const lengths = kept?.map(({ length }) => length);
      const bytes = joined([packHead(record, lengths), ...(kept ?? [])]);
      return [{ op: "put", path: pathOf(record.number), bytes }];
    },
    putAnswer: (number, answer) => [{ op: "put", path: answerOf(number), bytes: packText(answer) }],
    remove: ({ record: { number } }) => [...removal(pathOf(number)), ...removal(answerOf(number))],
    piecesOf: (record, kept) =>
      pieces(
        record.number,
        kept.map(({ length }) => length),
      ),
  };
}

/** The header and its description; most are short, and read at once. */
async function readHead(volume: Pick<Volume, "read">, file: FileEntry): Promise<Uint8Array> {
  const start = await volume.read(file, 0, shortHead);
  const length = headerBytes + describedBytes(start);
  return length <= start.length ? start.subarray(0, length) : volume.read(file, 0, length);
}

const shortHead = 1_024;

function reasonOf(error: unknown): string {
  if (isPortsideError(error)) return error.code;
  if (error instanceof RangeError) return error.message;
  throw error;
}
