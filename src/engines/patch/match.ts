import { endAt, endingAt, hasEnding, type HunkLines, kindAt, lineAt, mapLines, type Side, startAt, withLast } from "./hunk-lines.ts";
import type { Hunk } from "./hunks.ts";
import { endingOf, type Lines, lineStart, standsIn, textEnd, withoutCarriageReturn } from "./lines.ts";

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
  readonly exact: Hunk;
  /** As the lines read without their endings; absent where the hunk mixes LF and CRLF, and so means them. */
  readonly loose?: Hunk;
}

export function wantedOf(hunk: Hunk): Wanted {
  const ends = endingsOf(hunk.lines);
  if (ends === "mixed") return { exact: hunk };
  return { exact: hunk, loose: ends === "crlf" ? withPlainLastLine(hunk) : hunk };
}

function endingsOf(lines: HunkLines): "lf" | "crlf" | "mixed" {
  if (!hasEnding(lines, "\r\n")) return "lf";
  return hasEnding(lines, "\n") ? "mixed" : "crlf";
}

/** Where CRLF is only how the patch was written, so is the CR of a line marked to have no newline. */
function withPlainLastLine(hunk: Hunk): Hunk {
  return { ...hunk, lines: mapLines(hunk.lines, (line) => (line.ending === "" ? withoutCarriageReturn(line) : line)) };
}

/** The hunk at a place of the file, if its old lines stand there. */
export function matchAt(wanted: Wanted, file: Lines, at: number): Placed | undefined {
  const hunk = wanted.exact;
  const length = hunk.oldLines;
  const end = at + length;
  const { exact, loose } = hunk.unmarked && end === file.count ? withLastLineAsIs(wanted, file) : wanted;
  if (at < 0 || end > file.count || (endsFile(hunk) && end !== file.count)) return undefined;
  if (firstDifference(oldSide(exact), file, at, sameLine) < 0) return { hunk, at, length, exact: true };
  if (loose === undefined || firstDifference(oldSide(loose), file, at, sameText) >= 0) return undefined;
  return { hunk: loose, at, length, exact: false };
}

/** Without a word for it, the last line keeps its missing newline, if it is kept itself. */
function withLastLineAsIs(wanted: Wanted, file: Lines): Wanted {
  const hunk = wanted.exact;
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

/** What is before the hunk, and what is after it. */
export function oldSide({ lines, oldLines }: Hunk): Side {
  return { lines, without: "add", count: oldLines };
}

export function newSide({ lines, newLines }: Hunk): Side {
  return { lines, without: "delete", count: newLines };
}

export type SameLine = (lines: HunkLines, i: number, file: Lines, at: number) => boolean;

/** 0-based index of the first line of the side that differs from the file at `at`, or -1. */
export function firstDifference({ lines, without }: Side, file: Lines, at: number, same: SameLine): number {
  let next = at;
  for (let i = 0; i < lines.count; i++) {
    if (kindAt(lines, i) === without) continue;
    if (next >= file.count || !same(lines, i, file, next)) return next - at;
    next++;
  }
  return -1;
}

export function sameLine(lines: HunkLines, i: number, file: Lines, at: number): boolean {
  return endingAt(lines, i) === endingOf(file, at) && sameBytes(lines, i, file, at);
}

export function sameText(lines: HunkLines, i: number, file: Lines, at: number): boolean {
  return (endingAt(lines, i) === "") === (endingOf(file, at) === "") && sameBytes(lines, i, file, at);
}

/** Endings aside. */
export function sameBytes(lines: HunkLines, i: number, file: Lines, at: number): boolean {
  const start = startAt(lines, i);
  return endAt(lines, i) - start === textEnd(file, at) - lineStart(file, at) && standsIn(lines.table.view, start, file, at);
}
