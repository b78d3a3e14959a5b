import { limits } from "../core/limits.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import type { ReadRange } from "./texts.ts";

/** Bytes [start, end) of a file: one line without its ending. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Steps through the lines of a file in pieces, so that a long line costs no more memory than a piece. */
export interface LineCursor {
  /** The next line; at the end of the file an empty one. */
  next(): MaybePromise<Span>;
  bytes(span: Span): MaybePromise<Uint8Array>;
}

export interface LineCursorOptions {
  /** Bytes of the file. */
  readonly size: number;
  /** Where the first line begins. */
  readonly start: number;
  /** A CR before the newline is part of the line. */
  readonly keepReturn: boolean;
}

const pieceBytes = 65_536;
const nothing: Uint8Array = new Uint8Array();

export function createLineCursor(read: ReadRange, { size, start, keepReturn }: LineCursorOptions): LineCursor {
  let piece = nothing;
  let pieceStart = start;
  let at = start;

  function load(from: number): MaybePromise<Uint8Array> {
    return chain(read(from, Math.min(size, from + pieceBytes)), (bytes) => {
      piece = bytes;
      pieceStart = from;
      return bytes;
    });
  }

  function lineFrom(lineStart: number, searchFrom: number): MaybePromise<Span> {
    const newline = piece.indexOf(0x0a, Math.max(0, searchFrom - pieceStart));
    if (newline >= 0) return ended(lineStart, pieceStart + newline);
    const searched = Math.max(searchFrom, pieceStart + piece.length);
    if (searched < size) return chain(load(searched), () => lineFrom(lineStart, searched));
    at = size;
    return { start: Math.min(lineStart, size), end: size };
  }

  function ended(lineStart: number, newline: number): MaybePromise<Span> {
    at = newline + 1;
    if (keepReturn || newline === lineStart) return { start: lineStart, end: newline };
    return chain(byteAt(newline - 1), (before) => ({ start: lineStart, end: before === 0x0d ? newline - 1 : newline }));
  }

  function byteAt(offset: number): MaybePromise<number> {
    if (offset >= pieceStart) return piece[offset - pieceStart] as number;
    return chain(read(offset, offset + 1), (bytes) => bytes[0] as number);
  }

  return {
    next: () => lineFrom(at, at),
    bytes({ start: from, end }) {
      if (from >= pieceStart && end <= pieceStart + piece.length) return piece.subarray(from - pieceStart, end - pieceStart);
      return end - from <= limits.chunkBytes ? read(from, end) : readLong(read, { start: from, end });
    },
  };
}

async function readLong(read: ReadRange, { start, end }: Span): Promise<Uint8Array> {
  const whole = new Uint8Array(end - start);
  for (let at = start; at < end; at += limits.chunkBytes) whole.set(await read(at, Math.min(end, at + limits.chunkBytes)), at - start);
  return whole;
}
