import { decode, encode, hasByteOrderMark } from "../../core/text.ts";
import { byteText } from "../regex/byte-text.ts";
import type { Needle } from "../regex/needle.ts";
import type { Searched } from "../regex/run.ts";
import { indexOfByte } from "../../core/index-of-byte.ts";
import { limits } from "../../core/limits.ts";
import { lineEnd } from "../regex/lines.ts";
import { withLineFeeds } from "./line-feeds.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A file as a search sees it: UTF-8, or what is meant to be, without byte order mark. What it takes to know is found out once. */
export class Source {
  readonly bytes: Uint8Array;
  /** Its text may be made, and is then kept: it takes as many bytes again. */
  readonly keepsText: boolean;
  #text: string | undefined;
  #ascii = false;
  #lines: Source | undefined;
  /** There is no carriage return: looked for when lines are asked for. */
  #plainLines = false;
  #nul: number | undefined;
  #end: number | undefined;
  #starts: Offsets | undefined;
  /** The line that was asked for last: the next one is most often near. */
  #near = 0;

  /** `file` as it is stored. */
  static of(file: Uint8Array, keepsText: boolean = true): Source {
    return new Source(asUtf8(file), keepsText);
  }

  private constructor(bytes: Uint8Array, keepsText: boolean) {
    this.bytes = bytes;
    this.keepsText = keepsText;
  }

  /** One character for each byte, where that may be made. */
  get text(): string | undefined {
    return this.#text ?? (this.keepsText ? this.makeText() : undefined);
  }

  /** A text that is as long as its bytes and was not mended is what one character for each byte would be. */
  makeText(): string {
    const text = decode(this.bytes);
    this.#ascii = text.length === this.bytes.length && !text.includes("\uFFFD");
    this.#text = this.#ascii ? text : byteText(this.bytes);
    return this.#text;
  }

  /** As what a needle is looked for in. */
  searchedFor({ finder }: Needle): Searched {
    return { bytes: this.bytes, text: finder.usesText ? this.text : undefined };
  }

  /** Can it be looked for here? */
  allows(needle: Needle): boolean {
    return this.keepsText || !needle.finder.needsText;
  }

  /** It is sure that it does not stand here. */
  lacks(needle: Needle | undefined): boolean {
    return needle !== undefined && this.allows(needle) && needle.find(this.searchedFor(needle), 0) < 0;
  }

  /** A NUL stands in the leading part that decides. */
  get binary(): boolean {
    const nul = this.#firstNul();
    return nul >= 0 && nul < limits.searchBinaryWindow;
  }

  /** Where the line begins that holds the first NUL; the end when there is none. What follows is not searched. */
  get end(): number {
    this.#end ??= this.#firstNul() < 0 ? this.bytes.length : this.bytes.lastIndexOf(lineFeed, this.#firstNul()) + 1;
    return this.#end;
  }

  #firstNul(): number {
    this.#nul ??= this.#indexOf(0);
    return this.#nul;
  }

  /** Were the lines asked for already? */
  get knowsLines(): boolean {
    return this.#lines !== undefined;
  }

  /** With every CRLF as LF: in lines, no part of their ends is seen. */
  get lines(): Source {
    this.#lines ??= this.#withLineFeeds();
    return this.#lines;
  }

  #withLineFeeds(): Source {
    this.#plainLines = this.#indexOf(carriageReturn) < 0;
    const bytes = this.#plainLines ? this.bytes : withLineFeeds(this.bytes);
    if (bytes === this.bytes) return this;
    this.#text = undefined; // most searches are in lines, and one text is enough
    return new Source(bytes, this.keepsText);
  }

  /** A text is searched several times as fast as bytes are. */
  #indexOf(byte: number): number {
    return this.#text === undefined ? indexOfByte(this.bytes, byte) : this.#text.indexOf(String.fromCharCode(byte));
  }

  /** Is its text made, with nothing but ASCII in it? */
  get isAscii(): boolean {
    return this.#ascii;
  }

  /** Where the line begins that follows the one at an offset; the end when none does. */
  nextLine(at: number): number {
    return lineEnd(this.bytes, at, this.#text);
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
  get #lineStarts(): Offsets {
    this.#starts ??= lineStarts(this.bytes, this.#text);
    return this.#starts;
  }

  /** The text of a line, 0-based, without LF or CRLF. */
  lineText(line: number): string {
    const start = this.lineStart(line);
    return this.slice(start, this.textEnd(start, this.lineStart(line + 1)));
  }

  /** Where the text of the line that ends at `end` is over: before its LF or CRLF. */
  textEnd(start: number, end: number): number {
    if (this.#plainLines && end < this.bytes.length) return end - 1; // without a look, which may have to fetch the line from afar
    if (end === start || this.#codeAt(end - 1) !== lineFeed) return end;
    return end - 2 >= start && this.#codeAt(end - 2) === carriageReturn ? end - 2 : end - 1;
  }

  /** The text of a stretch of bytes, with U+FFFD where it is not UTF-8. */
  slice(start: number, end: number): string {
    const text = this.#text?.slice(start, end);
    return text !== undefined && (this.#ascii || !beyondAscii.test(text)) ? text : decode(this.bytes.subarray(start, end));
  }

  /** A byte of ASCII. Where a text was searched, it is at hand and the bytes are not. */
  #codeAt(at: number): number {
    return this.#text === undefined ? (this.bytes[at] as number) : this.#text.charCodeAt(at);
  }
}

const beyondAscii = /[^\0-\x7f]/;

/** Offsets in a file; most are short enough for two bytes each. */
type Offsets = Uint16Array | Uint32Array;

/** Where each line begins, and the end of the last. */
function lineStarts(bytes: Uint8Array, text: string | undefined): Offsets {
  const { length } = bytes;
  let starts = offsets(length, 16 + (length >> 4));
  let count = 1;
  for (let at = 0; at < length;) {
    at = lineEnd(bytes, at, text);
    if (count === starts.length) starts = offsets(length, 2 * starts.length, starts);
    starts[count++] = at;
  }
  return starts.slice(0, count);
}

function offsets(greatest: number, capacity: number, first: Offsets = new Uint16Array()): Offsets {
  const numbers = greatest < 0x1_0000 ? new Uint16Array(capacity) : new Uint32Array(capacity);
  numbers.set(first);
  return numbers;
}

function asUtf8(file: Uint8Array): Uint8Array {
  if (file[0] === 0xff && file[1] === 0xfe) return encode(new TextDecoder("utf-16le").decode(file));
  if (file[0] === 0xfe && file[1] === 0xff) return encode(new TextDecoder("utf-16be").decode(file));
  return hasByteOrderMark(file) ? file.subarray(3) : file;
}
