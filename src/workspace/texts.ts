import { breathe, createPace } from "../core/cancel.ts";
import { limits } from "../core/limits.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import { decodeStrict, hasByteOrderMark, type LineEnding } from "../core/text.ts";
import type { FileEntry, NodeId } from "../volumes/volume.ts";

/** What one pass over a text finds; kept for large files, so that a second window costs no second pass. Offsets are bytes. */
export interface TextIndex {
  readonly version: string;
  readonly size: number;
  readonly bom: boolean;
  readonly lineEnding: LineEnding;
  readonly utf8: boolean;
  /** Newlines in the file; a last line without one is not counted. */
  readonly newlines: number;
  readonly endsWithNewline: boolean;
  /** Where lines 1, 1 + `checkpointLines`, 1 + 2 × `checkpointLines`, … begin. */
  readonly checkpoints: readonly number[];
  /** The first line over `maxLineBytes`, where one was asked for: 1-based, with its bytes. */
  readonly longLine?: { readonly line: number; readonly bytes: number };
}

export const checkpointLines = 1024;

/** Reads [start, end) of the file at hand. */
export type ReadRange = (start: number, end: number) => MaybePromise<Uint8Array>;

/** One pass in pieces of `limits.chunkBytes`: no large file is ever in memory whole, and a small one is done at once where it can be. */
export function indexText(
  file: FileEntry,
  read: ReadRange,
  options: { readonly maxLineBytes?: number; readonly signal?: AbortSignal },
): MaybePromise<TextIndex> {
  const scan = new Scan(options.maxLineBytes ?? Number.POSITIVE_INFINITY);
  if (file.size > limits.chunkBytes) return scanPieces(scan, { file, read, signal: options.signal });
  return chain(read(0, file.size), (bytes) => {
    scan.add(bytes, { start: 0, last: true });
    return scan.finish(file);
  });
}

interface Pieces {
  readonly file: FileEntry;
  readonly read: ReadRange;
  readonly signal?: AbortSignal;
}

async function scanPieces(scan: Scan, { file, read, signal }: Pieces): Promise<TextIndex> {
  const pace = createPace(limits.yieldBytes, signal);
  for (let start = 0; start < file.size; start += limits.chunkBytes) {
    const end = Math.min(file.size, start + limits.chunkBytes);
    const bytes = await read(start, end);
    scan.add(bytes, { start, last: end === file.size });
    if (pace.spend(bytes.length)) await breathe();
  }
  return scan.finish(file);
}

class Scan {
  readonly #maxLineBytes: number;
  readonly #checkpoints: number[] = [0];
  /** Made when there is more than one piece: a decoder that keeps a character across pieces. */
  #decoder: TextDecoder | undefined;
  #utf8 = true;
  #bom = false;
  #lf = false;
  #crlf = false;
  #newlines = 0;
  #lineStart = 0;
  #lastByte = -1;
  #longLine: { readonly line: number; readonly bytes: number } | undefined;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  add(bytes: Uint8Array, { start, last }: { readonly start: number; readonly last: boolean }): void {
    if (start === 0) this.#bom = hasByteOrderMark(bytes);
    if (this.#utf8) this.#utf8 = start === 0 && last ? decodeStrict(bytes) !== undefined : this.#goesOn(bytes, !last);
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
      const afterReturn = at > 0 ? bytes[at - 1] === 0x0d : this.#lastByte === 0x0d;
      this.#newline(start + at, afterReturn);
    }
    this.#lastByte = bytes.at(-1) ?? this.#lastByte;
  }

  finish(file: FileEntry): TextIndex {
    this.#noteLength(file.size - this.#lineStart);
    return {
      version: file.version,
      size: file.size,
      bom: this.#bom,
      lineEnding: this.#lineEnding(),
      utf8: this.#utf8,
      newlines: this.#newlines,
      endsWithNewline: this.#lastByte === 0x0a,
      checkpoints: this.#checkpoints,
      ...(this.#longLine ? { longLine: this.#longLine } : {}),
    };
  }

  #newline(at: number, afterReturn: boolean): void {
    if (afterReturn) this.#crlf = true;
    else this.#lf = true;
    this.#noteLength(at - this.#lineStart - (afterReturn ? 1 : 0));
    this.#newlines++;
    this.#lineStart = at + 1;
    if (this.#newlines % checkpointLines === 0) this.#checkpoints.push(at + 1);
  }

  #noteLength(bytes: number): void {
    if (bytes > this.#maxLineBytes) this.#longLine ??= { line: this.#newlines + 1, bytes };
  }

  /** The pieces so far are UTF-8, perhaps with a character begun at their end. */
  #goesOn(bytes: Uint8Array, more: boolean): boolean {
    this.#decoder ??= new TextDecoder("utf-8", { fatal: true });
    try {
      this.#decoder.decode(bytes, { stream: more });
      return true;
    } catch {
      return false; // the decoder's only error; what it means is the reader's choice
    }
  }

  #lineEnding(): LineEnding {
    if (this.#lf && this.#crlf) return "mixed";
    return this.#crlf ? "crlf" : this.#lf ? "lf" : "none";
  }
}

/** Indexes of files that are worth remembering, the most recently used last; bounded by the numbers they hold. */
export interface TextIndexes {
  get(file: FileEntry): TextIndex | undefined;
  keep(file: FileEntry, index: TextIndex): void;
}

const worthKeepingBytes = 65_536;
const checkpointsKept = 262_144; // 8 bytes each: 2 MiB

export function createTextIndexes(): TextIndexes {
  const kept = new Map<NodeId, TextIndex>();
  let total = 0;
  const drop = (id: NodeId): void => {
    total -= kept.get(id)?.checkpoints.length ?? 0;
    kept.delete(id);
  };
  return {
    get(file) {
      const index = kept.get(file.id);
      if (index?.version !== file.version) return undefined;
      kept.delete(file.id);
      kept.set(file.id, index);
      return index;
    },
    keep(file, index) {
      drop(file.id);
      if (file.size < worthKeepingBytes) return;
      kept.set(file.id, index);
      total += index.checkpoints.length;
      for (const id of kept.keys()) {
        if (total <= checkpointsKept || id === file.id) break;
        drop(id);
      }
    },
  };
}
