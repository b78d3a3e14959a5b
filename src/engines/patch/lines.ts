export const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Bytes, which are compared and hashed as words. */
export interface Words {
  readonly bytes: Uint8Array;
  /** The same bytes. */
  readonly view: DataView;
}

/** Bytes as lines. A line ends after its LF; the last one may have none, and no bytes are no lines. */
export interface Lines extends Words {
  readonly count: number;
  /** 0-based offset of each line and, after the last, the end of the bytes. Longer than needed. */
  readonly starts: Uint32Array;
  /** 0-based offset of the first NUL, or -1: looked for on the way, where it costs next to nothing. */
  readonly nul: number;
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
  let nul = -1;
  let at = 0;
  for (; at + 8 <= length; at += 8) {
    const low = view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    if ((mayHoldControl(low) | mayHoldControl(high)) === 0) continue;
    if (nul < 0 && (nulsOf(low) | nulsOf(high)) !== 0) nul = bytes.indexOf(0, at);
    if (count + spare > starts.length) starts = doubled(starts);
    for (let feeds = lineFeedsOf(low); feeds !== 0; feeds &= feeds - 1) starts[count++] = at + 1 + lowestByte(feeds);
    for (let feeds = lineFeedsOf(high); feeds !== 0; feeds &= feeds - 1) starts[count++] = at + 5 + lowestByte(feeds);
  }
  if (nul < 0) nul = bytes.indexOf(0, at);
  for (; at < length; at++) if (bytes[at] === lineFeed) starts[count++] = at + 1;
  if (starts[count - 1] !== length) starts[count++] = length;
  return { bytes, view, count: count - 1, starts, nul };
}

/** As many lines as may end in the eight bytes that are looked at together, and as many in those that are left over, with the end. */
const spare = 16;

const lineFeeds = 0x0a0a0a0a;

/** Of the four bytes of a word: not 0 where one is no more than a line feed, which borrows when more is taken from it, as nothing does where there is none (Mycroft). */
function mayHoldControl(word: number): number {
  return (word - 0x0b0b0b0b) & ~word & 0x80808080;
}

/** Not 0 where one of the four bytes is NUL, and only then. */
function nulsOf(word: number): number {
  return (word - 0x01010101) & ~word & 0x80808080;
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

export function bytesOf({ bytes, start, end }: Slice): Uint8Array {
  return bytes.subarray(start, end);
}

/** Whether the slice is the text of a line. */
export function hasText({ view, start, end }: Slice, lines: Lines, line: number): boolean {
  return textEnd(lines, line) - lineStart(lines, line) === end - start && standsIn(view, start, lines, line);
}

/** Whether the text of a line stands in those bytes from `start` on, which must be as many: four at a time, then those left over. */
export function standsIn(view: DataView, start: number, lines: Lines, line: number): boolean {
  const end = textEnd(lines, line);
  let at = lineStart(lines, line);
  const by = start - at;
  for (; at + 4 <= end; at += 4) if (lines.view.getInt32(at) !== view.getInt32(at + by)) return false;
  for (; at < end; at++) if (lines.bytes[at] !== view.getUint8(at + by)) return false;
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
