const lineFeed = 0x0a;
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

export function splitLines(bytes: Uint8Array): Lines {
  let starts = new Uint32Array(64 + Math.floor(bytes.length / 32));
  let count = 0;
  for (let start = 0; start < bytes.length; start = nextLine(bytes, start)) {
    if (count + 1 === starts.length) starts = doubled(starts);
    starts[count++] = start;
  }
  starts[count] = bytes.length;
  return { bytes, count, starts };
}

function nextLine(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(lineFeed, start);
  return end < 0 ? bytes.length : end + 1;
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
  return lineStart(lines, line + 1) - endingOf(lines, line).length;
}

/** The line without its ending. */
export function lineText(lines: Lines, line: number): Uint8Array {
  return lines.bytes.subarray(lineStart(lines, line), textEnd(lines, line));
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** One character for each byte: for headers, whose syntax is ASCII around names of any bytes. */
export function byteString(bytes: Uint8Array): string {
  const step = 8_192;
  let text = "";
  for (let i = 0; i < bytes.length; i += step) text += String.fromCharCode(...bytes.subarray(i, i + step));
  return text;
}

/** Whether every line that is ended at all ends in CRLF. */
export function allCarriageReturns(lines: Lines): boolean {
  for (let line = 0; line < lines.count; line++) if (endingOf(lines, line) === "\n") return false;
  return lines.count > 0 && endingOf(lines, 0) === "\r\n";
}

export function withoutCarriageReturn(text: Uint8Array): Uint8Array {
  return text.at(-1) === carriageReturn ? text.subarray(0, -1) : text;
}
