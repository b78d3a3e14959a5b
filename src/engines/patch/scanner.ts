import { byteString, type Lines, lineStart, textEnd } from "./lines.ts";

/** A patch being read: `at` is the 0-based line that comes next. */
export interface Scanner {
  readonly lines: Lines;
  /** Every line ends in CRLF, so the patch came through something that wrote it so, and its CRs say nothing about new files. */
  readonly carriageReturns: boolean;
  at: number;
}

export function atEnd(scanner: Scanner): boolean {
  return scanner.at >= scanner.lines.count;
}

/** Text of the next line, or of one `ahead` of it, as a byte string without its ending; "" past the end. */
export function peek(scanner: Scanner, ahead = 0): string {
  const line = scanner.at + ahead;
  if (line >= scanner.lines.count) return "";
  const text = byteString(scanner.lines.bytes.subarray(lineStart(scanner.lines, line), textEnd(scanner.lines, line)));
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

/** The sign that the next line starts with; "" for an empty line and past the end. Cheaper than the whole line as text. */
export function peekSign(scanner: Scanner): string {
  const { lines, at } = scanner;
  if (atEnd(scanner) || lineStart(lines, at) === textEnd(lines, at)) return "";
  return String.fromCharCode(lines.bytes[lineStart(lines, at)] as number);
}

/** 1-based number of the next line. */
export function lineNumber(scanner: Scanner): number {
  return scanner.at + 1;
}

export function startsGitSection(scanner: Scanner): boolean {
  return peek(scanner).startsWith("diff --git ");
}

/** `---` alone divides a mail; only with `+++` after it do names begin. */
export function startsNames(scanner: Scanner): boolean {
  return peek(scanner).startsWith("--- ") && peek(scanner, 1).startsWith("+++ ");
}
