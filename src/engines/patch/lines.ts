const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Bytes as lines. A line ends after its LF; the last one may have none, and no bytes are no lines. */
export interface Lines {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** 0-based offset of each line, and after the last the end of the bytes. */
  readonly starts: Uint32Array;
}

/** How a line ends: with nothing only where the bytes end. A lone CR is content. */
export type Ending = "" | "\n" | "\r\n";

export function splitLines(bytes: Uint8Array): Lines {
  const count = countLines(bytes);
  const starts = new Uint32Array(count + 1);
  let line = 1;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === lineFeed) starts[line++] = i + 1;
  starts[count] = bytes.length;
  return { bytes, count, starts };
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === lineFeed) count++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== lineFeed ? count + 1 : count;
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
