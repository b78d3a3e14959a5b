export const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Bytes, which are compared and hashed as words. */
interface Words {
  readonly bytes: Uint8Array;
  /** The same bytes. */
  readonly view: DataView;
}

/** Bytes as lines. A line ends after its LF; the last one may have none, and no bytes are no lines. */
export interface Lines extends Words {
  readonly count: number;
  /** 0-based offset of each line and, after the last, the end of the bytes. Longer than needed. */
  readonly starts: Uint32Array;
}

/** How a line ends: with nothing only where the bytes end. A lone CR is content. */
export type Ending = "" | "\n" | "\r\n";

/** Bytes [start, end) of some others: a view costs more than it holds where there are many lines. */
export interface Slice extends Words {
  readonly start: number;
  readonly end: number;
}

/** `room` is taken for the starts where it is large enough for usual lines, and whatever was split into it before is lost. */
export function splitLines(bytes: Uint8Array, room?: Uint32Array<ArrayBuffer>): Lines {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const expected = spare + (length >> 4);
  let starts = room !== undefined && room.length >= expected ? room : new Uint32Array(expected);
  let count = 1;
  let at = 0;
  for (; at + 8 <= length; at += 8) {
    const low = view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    if (!mayHoldLineFeed(low) && !mayHoldLineFeed(high)) continue;
    if (count + spare > starts.length) starts = doubled(starts);
    for (let feeds = lineFeedsOf(low); feeds !== 0; feeds &= feeds - 1) starts[count++] = at + 1 + lowestByte(feeds);
    for (let feeds = lineFeedsOf(high); feeds !== 0; feeds &= feeds - 1) starts[count++] = at + 5 + lowestByte(feeds);
  }
  for (; at < length; at++) if (bytes[at] === lineFeed) starts[count++] = at + 1;
  if (starts[count - 1] !== length) starts[count++] = length;
  return { bytes, view, count: count - 1, starts };
}

/** As many lines as may end in the eight bytes that are looked at together, and as many in those that are left over, with the end. */
const spare = 16;

const lineFeeds = 0x0a0a0a0a;

/** Of the four bytes of a word: whether one less those of a line feed borrows, as nothing does where there is none (Mycroft). */
function mayHoldLineFeed(word: number): boolean {
  const zeroed = word ^ lineFeeds;
  return ((zeroed - 0x01010101) & ~zeroed & 0x80808080) !== 0;
}

/** The highest bit of every byte that is a line feed. No carry leaves its byte, so that it is exact. */
function lineFeedsOf(word: number): number {
  const zeroed = word ^ lineFeeds;
  return ~(((zeroed & 0x7f7f7f7f) + 0x7f7f7f7f) | zeroed | 0x7f7f7f7f);
}

/** Of the bytes that have a bit, the lowest. */
function lowestByte(bits: number): number {
  return (31 - Math.clz32(bits & -bits)) >>> 3;
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
  return { bytes: lines.bytes, view: lines.view, start: lineStart(lines, line), end: textEnd(lines, line) };
}

export function bytesOf({ bytes, start, end }: Slice): Uint8Array {
  return bytes.subarray(start, end);
}

export function equalSlices(a: Slice, b: Slice): boolean {
  const length = a.end - a.start;
  if (b.end - b.start !== length) return false;
  return equalWords(a, b, length);
}

interface Position {
  readonly view: DataView;
  readonly start: number;
}

/** Whether as many bytes from both positions are the same: four at a time, the last four once more. */
export function equalWords(a: Position, b: Position, length: number): boolean {
  if (length < 4) return equalFew(a, b, length);
  const last = length - 4;
  for (let i = 0; i < last; i += 4) if (a.view.getInt32(a.start + i, true) !== b.view.getInt32(b.start + i, true)) return false;
  return a.view.getInt32(a.start + last, true) === b.view.getInt32(b.start + last, true);
}

function equalFew(a: Position, b: Position, length: number): boolean {
  for (let i = 0; i < length; i++) if (a.view.getUint8(a.start + i) !== b.view.getUint8(b.start + i)) return false;
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
