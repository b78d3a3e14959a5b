import {
  endAt,
  endingAt,
  hasEnding,
  type HunkLine,
  type HunkLines,
  kindAt,
  lineAt,
  mapLines,
  startAt,
  unpacked,
  withLast,
} from "./hunk-lines.ts";
import type { Hunk } from "./hunks.ts";
import { endingOf, hasText, type Lines, lineStart, standsIn, textEnd, withoutCarriageReturn } from "./lines.ts";

/** A hunk and the 0-based line of the file at which its old side stands. */
export interface Placed {
  readonly hunk: Hunk;
  readonly at: number;
  /** How many lines of the file it claims. */
  readonly length: number;
  /** False when lines differ from the file's in CRLF against LF, and in nothing else. */
  readonly exact: boolean;
}

/** The two ways in which a hunk may match. */
export interface Wanted {
  readonly exact: Side;
  /** As the lines read without their endings; absent where the hunk mixes LF and CRLF, and so means them. */
  readonly loose?: Side;
}

export interface Side {
  readonly hunk: Hunk;
  readonly old: readonly HunkLine[];
}

export function wantedOf(hunk: Hunk): Wanted {
  const exact = sideOf(hunk);
  const ends = endingsOf(hunk.lines);
  if (ends === "mixed") return { exact };
  return { exact, loose: ends === "crlf" ? sideOf(withPlainLastLine(hunk)) : exact };
}

export function sideOf(hunk: Hunk): Side {
  return { hunk, old: unpacked(hunk.lines).filter((line) => line.kind !== "add") };
}

function endingsOf(lines: HunkLines): "lf" | "crlf" | "mixed" {
  if (!hasEnding(lines, "\r\n")) return "lf";
  return hasEnding(lines, "\n") ? "mixed" : "crlf";
}

/** Where CRLF is only how the patch was written, so is the CR of a line marked to have no newline. */
function withPlainLastLine(hunk: Hunk): Hunk {
  return { ...hunk, lines: mapLines(hunk.lines, (line) => (line.ending === "" ? withoutCarriageReturn(line) : line)) };
}

/** Whether a hunk stands at a place byte for byte, as most do where they say: `matchAt` of it, without anything that has to be made first. */
export function standsAt({ hunk, at, length }: Placed, file: Lines): boolean {
  const end = at + length;
  if (end > file.count || (endsFile(hunk) && end !== file.count)) return false;
  const { lines } = hunk;
  let next = at;
  for (let i = 0; i < lines.count; i++) if (kindAt(lines, i) !== "add" && !sameLineAt(lines, i, file, next++)) return false;
  return true;
}

/** `sameLine` of a packed one. */
function sameLineAt(lines: HunkLines, i: number, file: Lines, at: number): boolean {
  const start = startAt(lines, i);
  if (endAt(lines, i) - start !== textEnd(file, at) - lineStart(file, at)) return false;
  return endingAt(lines, i) === endingOf(file, at) && standsIn(lines.table.view, start, file, at);
}

/** The hunk at a place of the file, if its old lines stand there. */
export function matchAt(wanted: Wanted, file: Lines, at: number): Placed | undefined {
  const { hunk, old } = wanted.exact;
  const end = at + old.length;
  const { exact, loose } = hunk.unmarked && end === file.count ? withLastLineAsIs(wanted, file) : wanted;
  if (at < 0 || end > file.count || (endsFile(hunk) && end !== file.count)) return undefined;
  if (firstDifference(exact.old, file, at, sameLine) < 0) return { hunk, at, length: old.length, exact: true };
  if (loose === undefined || firstDifference(loose.old, file, at, sameText) >= 0) return undefined;
  return { hunk: loose.hunk, at, length: old.length, exact: false };
}

/** Without a word for it, the last line keeps its missing newline, if it is kept itself. */
function withLastLineAsIs(wanted: Wanted, file: Lines): Wanted {
  const { hunk } = wanted.exact;
  const { lines } = hunk;
  if (kindAt(lines, lines.count - 1) !== "context" || endingOf(file, file.count - 1) !== "") return wanted;
  const last = lineAt(lines, lines.count - 1);
  return wantedOf({ ...hunk, unmarked: false, lines: withLast(lines, { ...last, ending: "" }) });
}

/** A new last line without a newline can only be the file's last. */
export function endsFile(hunk: Hunk): boolean {
  const last = lastKept(hunk.lines);
  return hunk.reachesEnd === true || (last >= 0 && endingAt(hunk.lines, last) === "");
}

/** The last line of the new side, or -1. */
function lastKept(lines: HunkLines): number {
  let last = lines.count - 1;
  while (last >= 0 && kindAt(lines, last) === "delete") last--;
  return last;
}

export type SameLine = (line: HunkLine, file: Lines, at: number) => boolean;

/** 0-based index of the first old line that differs from the file at `at`, or -1. */
export function firstDifference(old: readonly HunkLine[], file: Lines, at: number, same: SameLine): number {
  for (let i = 0; i < old.length; i++) if (at + i >= file.count || !same(old[i] as HunkLine, file, at + i)) return i;
  return -1;
}

export function sameLine(line: HunkLine, file: Lines, at: number): boolean {
  return line.ending === endingOf(file, at) && hasText(line, file, at);
}

export function sameText(line: HunkLine, file: Lines, at: number): boolean {
  return (line.ending === "") === (endingOf(file, at) === "") && hasText(line, file, at);
}
