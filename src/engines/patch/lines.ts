export const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Bytes as lines. A line ends after its LF; the last one may have none, and no bytes are no lines. */
export interface Lines {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** 0-based offset of each line and, after the last, the end of the bytes. Longer than needed. */
  readonly starts: Uint32Array;
}

/** How a line ends: with nothing only where the bytes end. A lone CR is content. */
export type Ending = "" | "\n" | "\r\n";

/** Bytes [start, end) of some others: a view costs more than it holds where there are many lines. */
export interface Slice {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

export function splitLines(bytes: Uint8Array): Lines {
  const aligned = Math.min(-bytes.byteOffset & 3, bytes.length);
  const words = wordsFrom(bytes, aligned);
  let starts = new Uint32Array(16 + (bytes.length >> 4));
  let count = 1;
  const take = (from: number, to: number): void => {
    if (count + to - from >= starts.length) starts = doubled(starts);
    for (let i = from; i < to; i++) if (bytes[i] === lineFeed) starts[count++] = i + 1;
  };
  take(0, aligned);
  for (let word = 0; word < words.length; word++) {
    if (hasLineFeed(words[word] as number)) take(aligned + word * 4, aligned + word * 4 + 4);
  }
  take(aligned + words.length * 4, bytes.length);
  if (starts[count - 1] !== bytes.length) starts[count++] = bytes.length;
  return { bytes, count: count - 1, starts };
}

/** Four bytes at a time, from where they are aligned; as signed numbers, which engines keep unboxed. */
function wordsFrom({ buffer, byteOffset, length }: Uint8Array, start: number): Int32Array {
  return length - start < 4 ? new Int32Array(0) : new Int32Array(buffer, byteOffset + start, (length - start) >> 2);
}

/** Whether one of the four bytes is a line feed: whether a byte of them, less those of a line feed, is zero (Mycroft). */
function hasLineFeed(word: number): boolean {
  const zeroed = word ^ 0x0a0a0a0a;
  return ((zeroed - 0x01010101) & ~zeroed & 0x80808080) !== 0;
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

export function lineStart(lines: Lines, line: number): number {
  return lines.starts[line] as number;
}

export function endingOf(lines: Lines, line: number): Ending {
  const start = lineStart(lines, line);
  const end = lineStart(lines, line + 1);
  if (end === start || lines.bytes[end - 1] !== lineFeed) return "";
  return end - start > 1 && lines.bytes[end - 2] === carriageReturn ? "\r\n" : "\n";
}

/** Offset at which the line's text ends and its ending begins. */
export function textEnd(lines: Lines, line: number): number {
  const start = lineStart(lines, line);
  const end = lineStart(lines, line + 1);
  if (end === start || lines.bytes[end - 1] !== lineFeed) return end;
  return end - start > 1 && lines.bytes[end - 2] === carriageReturn ? end - 2 : end - 1;
}

/** The line without its ending. */
export function lineText(lines: Lines, line: number): Uint8Array {
  return lines.bytes.subarray(lineStart(lines, line), textEnd(lines, line));
}

export function sliceOf(lines: Lines, line: number): Slice {
  return { bytes: lines.bytes, start: lineStart(lines, line), end: textEnd(lines, line) };
}

export function bytesOf({ bytes, start, end }: Slice): Uint8Array {
  return bytes.subarray(start, end);
}

export function equalSlices(a: Slice, b: Slice): boolean {
  const length = a.end - a.start;
  if (b.end - b.start !== length) return false;
  for (let i = 0; i < length; i++) if (a.bytes[a.start + i] !== b.bytes[b.start + i]) return false;
  return true;
}

/** One character for each byte: for headers, whose syntax is ASCII around names of any bytes. */
export function byteString(bytes: Uint8Array): string {
  const step = 8_192;
  let text = "";
  // A spread would go through an iterator, byte by byte.
  for (let i = 0; i < bytes.length; i += step) text += String.fromCharCode.apply(null, bytes.subarray(i, i + step) as unknown as number[]);
  return text;
}

/** Whether every line that is ended at all ends in CRLF. */
export function allCarriageReturns(lines: Lines): boolean {
  for (let line = 0; line < lines.count; line++) if (endingOf(lines, line) === "\n") return false;
  return lines.count > 0 && endingOf(lines, 0) === "\r\n";
}

export function withoutCarriageReturn<S extends Slice>(slice: S): S {
  const ends = slice.end > slice.start && slice.bytes[slice.end - 1] === carriageReturn;
  return ends ? { ...slice, end: slice.end - 1 } : slice;
}
