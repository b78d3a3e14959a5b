import { decode, encode, hasByteOrderMark, isBinary } from "../../core/text.ts";
import { byteText } from "../regex/needle.ts";
import { limits } from "../../core/limits.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Lines that are decoded one by one before all of the text is. */
const fewSlices = 8;

/** A file as a search sees it: UTF-8, or what is meant to be, without byte order mark. What it takes to know is found out once. */
export class Source {
  readonly bytes: Uint8Array;
  /** A NUL stands in the leading part that decides. */
  readonly binary: boolean;
  /** Its text may be made, and is then kept. */
  readonly keepsText: boolean;
  #lines: Source | undefined;
  #text: string | undefined;
  #ascii: boolean | undefined;
  #slices = 0;
  #end: number | undefined;
  #starts: Uint32Array | undefined;
  /** The line that was asked for last: the next one is most often near. */
  #near = 0;

  /** `file` as it is stored. */
  static of(file: Uint8Array, keepsText: boolean = true): Source {
    return new Source(asUtf8(file), keepsText);
  }

  private constructor(bytes: Uint8Array, keepsText: boolean) {
    this.bytes = bytes;
    this.keepsText = keepsText;
    this.binary = isBinary(bytes, limits.searchBinaryWindow);
  }

  /** With every CRLF as LF: in lines, no part of their ends is seen. */
  get lines(): Source {
    if (this.#lines) return this.#lines;
    const bytes = withLineFeeds(this.bytes);
    this.#lines = bytes === this.bytes ? this : new Source(bytes, this.keepsText);
    return this.#lines;
  }

  /** One character for each byte. */
  get text(): string {
    this.#text ??= byteText(this.bytes);
    return this.#text;
  }

  /** How many lines there are; what follows the last newline is one if it is not empty. */
  get lineCount(): number {
    return this.#lineStarts.length - 1;
  }

  /** Where a line begins, 0-based; the end of the file for the number after the last. */
  lineStart(line: number): number {
    return this.#lineStarts[line] as number;
  }

  /** The line that holds an offset, 0-based. */
  lineOf(offset: number): number {
    const starts = this.#lineStarts;
    let from = offset >= (starts[this.#near] as number) ? this.#near : 0;
    let to = starts.length - 1;
    for (let step = 1; from + step < to; step *= 2) {
      if ((starts[from + step] as number) > offset) to = from + step;
      else from += step;
    }
    while (from + 1 < to) {
      const middle = (from + to) >> 1;
      if ((starts[middle] as number) > offset) to = middle;
      else from = middle;
    }
    this.#near = from;
    return from;
  }

  /** Made for files in which something was found. */
  get #lineStarts(): Uint32Array {
    this.#starts ??= lineStarts(this.bytes);
    return this.#starts;
  }

  /** The text of a stretch of bytes, with U+FFFD where it is not UTF-8. */
  slice(start: number, end: number): string {
    return this.#sharesText() ? this.text.slice(start, end) : decode(this.bytes.subarray(start, end));
  }

  /** Is one character for each byte what the text is anyway, and worth making? */
  #sharesText(): boolean {
    if (this.#ascii === undefined) {
      if (this.#text === undefined && (!this.keepsText || this.#slices++ < fewSlices)) return false;
      this.#ascii = !/[^\0-\x7f]/.test(this.text);
    }
    return this.#ascii;
  }

  /** Where the line begins that holds the first NUL; the end when there is none. What follows is not searched. */
  get end(): number {
    if (this.#end === undefined) {
      const nul = this.bytes.indexOf(0);
      this.#end = nul < 0 ? this.bytes.length : this.bytes.lastIndexOf(lineFeed, nul) + 1;
    }
    return this.#end;
  }
}

/** Where each line begins, and the end of the last. */
function lineStarts(bytes: Uint8Array): Uint32Array {
  let starts: Uint32Array = new Uint32Array(16 + (bytes.length >> 4));
  let count = 1;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== lineFeed) continue;
    if (count + 1 >= starts.length) starts = doubled(starts);
    starts[count++] = at + 1;
  }
  if (starts[count - 1] !== bytes.length) starts[count++] = bytes.length;
  return starts.slice(0, count);
}

function doubled(numbers: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

function withLineFeeds(bytes: Uint8Array): Uint8Array {
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
