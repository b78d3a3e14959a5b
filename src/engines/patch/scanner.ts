import type { LineTable } from "./hunk-lines.ts";
import { byteString, type Lines, lineStart, textEnd } from "./lines.ts";
import type { RescueName } from "./rescue.ts";

/** "git": as git apply reads it, to the letter; "plain": as it is written; "kind": with every rescue. */
export type Reading = "git" | "plain" | "kind";

/** A patch being read: `at` is the 0-based line that comes next. */
export interface Scanner {
  readonly lines: Lines;
  /** The bytes as they came, where they came as a text of ASCII alone: a part of it costs less than one made of bytes. */
  readonly ascii: string | undefined;
  /** Every line ends in CRLF, so the patch came through something that wrote it so, and its CRs say nothing about new files. */
  readonly carriageReturns: boolean;
  readonly reading: Reading;
  /** What was read kindly since the last section was done. */
  readonly rescued: { readonly rescue: RescueName; readonly line: number }[];
  /** Where the lines of all hunks come to be. */
  readonly table: LineTable;
  at: number;
}

export function atEnd(scanner: Scanner): boolean {
  return scanner.at >= scanner.lines.count;
}

/** Text of the next line, or of one `ahead` of it, as a byte string without its ending; "" past the end. */
export function peek(scanner: Scanner, ahead = 0): string {
  const line = scanner.at + ahead;
  if (line >= scanner.lines.count) return "";
  const text = textBetween(scanner, lineStart(scanner.lines, line), textEnd(scanner.lines, line));
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

function textBetween({ ascii, lines }: Scanner, start: number, end: number): string {
  return ascii?.slice(start, end) ?? byteString(lines.bytes.subarray(start, end));
}

/** Whether the next line, or one `ahead` of it, begins with some ASCII. Cheaper than the whole line as text. */
export function startsWith({ lines, at }: Scanner, text: string, ahead = 0): boolean {
  if (at + ahead >= lines.count) return false;
  return hasAscii(lines.bytes, lineStart(lines, at + ahead), text);
}

/** Whether some ASCII stands at an offset. */
export function hasAscii(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** 1-based number of the next line. */
export function lineNumber(scanner: Scanner): number {
  return scanner.at + 1;
}

export function startsGitSection(scanner: Scanner): boolean {
  return startsWith(scanner, "diff --git ");
}

/** `---` alone divides a mail; only with `+++` after it do names begin. */
export function startsNames(scanner: Scanner): boolean {
  return startsWith(scanner, "--- ") && startsWith(scanner, "+++ ", 1);
}

/** The `-- ` and the version number that end a mail. */
export function startsSignature(scanner: Scanner): boolean {
  return startsWith(scanner, "--") && /^-- ?$/.test(peek(scanner)) && /^(\d+\.\d.*)?$/.test(peek(scanner, 1));
}

/** Notes that the line which comes next is read kindly. */
export function note(scanner: Scanner, rescue: RescueName, line: number = lineNumber(scanner)): void {
  scanner.rescued.push({ rescue, line });
}
