import { byteString, type Lines, lineStart, textEnd } from "./lines.ts";
import type { RescueName } from "./rescue.ts";

/** "git": as git apply reads it, to the letter; "plain": as it is written; "kind": with every rescue. */
export type Reading = "git" | "plain" | "kind";

/** A patch being read: `at` is the 0-based line that comes next. */
export interface Scanner {
  readonly lines: Lines;
  /** Every line ends in CRLF, so the patch came through something that wrote it so, and its CRs say nothing about new files. */
  readonly carriageReturns: boolean;
  readonly reading: Reading;
  /** What was read kindly since the last section was done. */
  readonly rescued: { readonly rescue: RescueName; readonly line: number }[];
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

/** The `-- ` and the version number that end a mail. */
export function startsSignature(scanner: Scanner): boolean {
  return /^-- ?$/.test(peek(scanner)) && /^(\d+\.\d.*)?$/.test(peek(scanner, 1));
}

/** Notes that the line which comes next is read kindly. */
export function note(scanner: Scanner, rescue: RescueName, line: number = lineNumber(scanner)): void {
  scanner.rescued.push({ rescue, line });
}
