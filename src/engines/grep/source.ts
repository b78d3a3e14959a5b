import { encode, hasByteOrderMark, isBinary } from "../../core/text.ts";
import { limits } from "../../core/limits.ts";

/** A file as a search sees it: UTF-8, or what is meant to be, without byte order mark. */
export interface Source {
  readonly bytes: Uint8Array;
  /** A NUL stands after the leading part that decides what is binary: `bytes` are the lines before it. */
  readonly stoppedAtNul: boolean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The text of UTF-8, or of UTF-16 that begins with a byte order mark; undefined when it is binary. */
export function sourceOf(file: Uint8Array): Source | undefined {
  const bytes = asUtf8(file);
  if (isBinary(bytes, limits.searchBinaryWindow)) return undefined;
  const nul = bytes.indexOf(0, limits.searchBinaryWindow);
  if (nul < 0) return { bytes, stoppedAtNul: false };
  return { bytes: bytes.subarray(0, bytes.lastIndexOf(lineFeed, nul) + 1), stoppedAtNul: true };
}

/** The bytes with every CRLF as LF: in lines, no part of their ends is seen. */
export function withLineFeeds(bytes: Uint8Array): Uint8Array {
  let at = crlfFrom(bytes, 0);
  if (at < 0) return bytes;
  const kept = new Uint8Array(bytes.length - 1);
  let length = 0;
  let from = 0;
  for (; at >= 0; at = crlfFrom(bytes, from)) {
    kept.set(bytes.subarray(from, at), length);
    length += at - from;
    from = at + 1;
  }
  kept.set(bytes.subarray(from), length);
  return kept.subarray(0, length + bytes.length - from);
}

function crlfFrom(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(carriageReturn, from);
  while (at >= 0 && bytes[at + 1] !== lineFeed) at = bytes.indexOf(carriageReturn, at + 1);
  return at;
}

function asUtf8(file: Uint8Array): Uint8Array {
  if (file[0] === 0xff && file[1] === 0xfe) return encode(new TextDecoder("utf-16le").decode(file));
  if (file[0] === 0xfe && file[1] === 0xff) return encode(new TextDecoder("utf-16be").decode(file));
  return hasByteOrderMark(file) ? file.subarray(3) : file;
}
