import { fail, isPortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { join, parent, type VolumePath } from "../core/path.ts";
import type { Change, FileEntry, Volume } from "../volumes/volume.ts";
import { describedBytes, headerBytes, unpackAnswer, unpackRecord } from "./format.ts";
import type { HistoryRecord } from "./record.ts";

/** The folder of a durable volume that has a file for every record, and one for the answer of its call. Beside every root. */
export const historyFolder: VolumePath = "/.portside/history";

/** A record as it is held: packed, so that it takes what it is counted for. */
export interface Held {
  readonly number: number;
  readonly callId: string | undefined;
  /** As the format has it: the head, and behind it the pieces while they are in RAM. */
  readonly packed: Uint8Array;
  readonly headBytes: number;
  /** Undefined: the pieces were dropped. What was changed is still known, but not the way back. */
  readonly pieceBytes: number | undefined;
  /** The answer of the call, as the format has it, with the record of its last commit. */
  readonly answer?: Uint8Array;
}

export function recordOf({ number, packed }: Pick<Held, "number" | "packed">): HistoryRecord {
  return { number, ...unpackRecord(packed).record };
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
  /** False: everything stays in RAM, and nothing is ever put. */
  readonly durable: boolean;
  find(): Promise<Found>;
  /** The folders that are missing; before everything that is put. */
  folders(): readonly Change[];
  put(number: number, packed: Uint8Array): readonly Change[];
  putAnswer(number: number, answer: Uint8Array): readonly Change[];
  remove(number: number): readonly Change[];
  /** Bytes [start, end) of what was put. */
  read(number: number, start: number, end: number): MaybePromise<Uint8Array>;
}

const nothingFound: Found = { held: [], last: 0, notes: [], strays: [] };

/** In RAM, and gone with it. */
export function createMemoryShelf(): Shelf {
  return {
    durable: false,
    find: async () => nothingFound,
    folders: () => [],
    put: () => [],
    putAnswer: () => [],
    remove: () => [],
    read: (number) => {
      throw fail("io_error", { operation: "history", reason: `record ${number} was not put` });
    },
  };
}

/** In files of the volume itself. */
export function createVolumeShelf(volume: Pick<Volume, "entry" | "children" | "read">): Shelf {
  const pathOf = (number: number): VolumePath => join(historyFolder, String(number));
  const answerOf = (number: number): VolumePath => `${pathOf(number)}.answer`;

  async function load(number: number, notes: string[]): Promise<Held | undefined> {
    const file = volume.entry(pathOf(number));
    if (file?.kind !== "file") return undefined;
    try {
      const head = await readHead(volume, file);
      const { record, pieces } = unpackRecord(head);
      const pieceBytes = pieces?.reduce((sum, length) => sum + length, 0);
      if (head.length + (pieceBytes ?? 0) !== file.size) throw new RangeError("it is cut short");
      const answer = await readAnswer(number);
      const { callId } = record.origin;
      return { number, callId, packed: head, headBytes: head.length, pieceBytes, ...(answer && { answer }) };
    } catch (error) {
      notes.push(`record ${number} of the history cannot be read: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Undefined: there is none, or none that can be read: then one is made from what the call changed. */
  async function readAnswer(number: number): Promise<Uint8Array | undefined> {
    const file = volume.entry(answerOf(number));
    if (file?.kind !== "file") return undefined;
    try {
      const answer = owned(await volume.read(file));
      unpackAnswer(answer);
      return answer;
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
    durable: true,
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
        const found = await load(number, notes);
        if (found) held.push(found);
        else strays.push(...removal(pathOf(number)), ...removal(answerOf(number)));
      }
      return { held, last: numbers.at(-1) ?? 0, notes, strays };
    },
    folders,
    put: (number, packed) => [{ op: "put", path: pathOf(number), bytes: packed }],
    putAnswer: (number, answer) => [{ op: "put", path: answerOf(number), bytes: answer }],
    remove: (number) => [...removal(pathOf(number)), ...removal(answerOf(number))],
    read: (number, start, end) => volume.read(volume.entry(pathOf(number)) as FileEntry, start, end),
  };
}

/** The header and its description; most are short, and read at once. */
async function readHead(volume: Pick<Volume, "read">, file: FileEntry): Promise<Uint8Array> {
  const start = await volume.read(file, 0, shortHead);
  const length = headerBytes + describedBytes(start);
  return owned(length <= start.length ? start.subarray(0, length) : await volume.read(file, 0, length));
}

const shortHead = 1_024;

/** In a buffer of just their size: what is held keeps nothing else in memory. */
function owned(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
}

function reasonOf(error: unknown): string {
  if (isPortsideError(error)) return error.code;
  if (error instanceof RangeError) return error.message;
  throw error;
}
