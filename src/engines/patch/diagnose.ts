import type { PatchFault } from "../../core/errors.ts";
import { clipToBytes, decode } from "../../core/text.ts";
import { conflict, fault } from "./faults.ts";
import { type HunkLine, lineAt, type Side, unpacked } from "./hunk-lines.ts";
import type { Hunk } from "./hunks.ts";
import type { LineIndex } from "./line-index.ts";
import { bytesOf, hasText, type Lines, lineText } from "./lines.ts";
import { firstDifference, newSide, oldSide, sameBytes, sameLine, sameText, type SameLine, type Wanted } from "./match.ts";

/** Bytes of a line that is shown. */
const shownBytes = 200;
/** Of a line that the file repeats, so many places are looked at. */
const votesOfLine = 50;

/** Why the hunk fits nowhere: the place that comes nearest, and the first line there that differs. */
export function mismatch(path: string, wanted: Wanted, file: Lines, index: LineIndex): PatchFault {
  const hunk = wanted.loose ?? wanted.exact;
  const old = oldSide(hunk);
  const same = wanted.loose === undefined ? sameLine : sameText;
  const stated = statedLine(hunk);
  const applied = alreadyApplied(hunk, file, index);
  if (applied === undefined && !hunk.unnumbered && firstDifference(old, file, stated, same) < 0) return conflict("not_at_end", path, hunk);
  const near = nearestPlace({ old, same, stated: hunk.unnumbered ? undefined : stated }, file, index);
  const equal = equalLines(old, file, near, same);
  // Where it fits it may not be taken: then the stated place is the one to tell of.
  const at = equal === old.count ? stated : near;
  const differs = Math.max(firstDifference(old, file, at, same), 0);
  const line = linesOf(old)[differs] as HunkLine;
  const cause = applied === undefined ? (blanksOnly(old, file, at) ? "whitespace" : undefined) : "already_applied";
  return fault("patch_conflict", line.patchLine, {
    reason: "context_mismatch",
    path,
    patchLine: line.patchLine,
    line: applied === undefined ? at + differs + 1 : applied + 1,
    expected: shown(bytesOf(line)),
    ...(at + differs < file.count && { found: shown(lineText(file, at + differs)) }),
    ...(cause !== undefined && { cause }),
    nearest: { line: near + 1, equal, of: old.count },
  });
}

/** 0-based; line 0 is the place before the first. */
export function statedLine(hunk: Hunk): number {
  return Math.max(hunk.oldStart - 1, 0);
}

/** The 0-based line where the new side stands already, when it stands in one place only and really is new. */
function alreadyApplied(hunk: Hunk, file: Lines, index: LineIndex): number | undefined {
  const next = newSide(hunk);
  if (!linesOf(next).some((line) => line.kind === "add" && line.end > line.start)) return undefined;
  const places: number[] = [];
  index.visitRuns(next, (at) => {
    if (firstDifference(next, file, at, sameBytes) < 0) places.push(at);
    return places.length < 2;
  });
  return places.length === 1 ? places[0] : undefined;
}

interface Sought {
  readonly old: Side;
  readonly same: SameLine;
  /** 0-based; absent where the hunk states none. */
  readonly stated: number | undefined;
}

/** The place at which most lines agree; the stated one where no other does better. Every line of the hunk votes for the places that it fits. */
function nearestPlace({ old, same, stated }: Sought, file: Lines, index: LineIndex): number {
  const votes = new Map<number, number>();
  linesOf(old).forEach((wanted, offset) => {
    let left = votesOfLine;
    index.visitLines(wanted, (line) => {
      if (line >= offset && hasText(wanted, file, line)) votes.set(line - offset, (votes.get(line - offset) ?? 0) + 1);
      return --left > 0;
    });
  });
  let [voted, most] = [stated ?? 0, 0];
  for (const [place, count] of votes) if (count > most) [voted, most] = [place, count];
  if (stated === undefined) return voted;
  return equalLines(old, file, voted, same) > equalLines(old, file, stated, same) ? voted : stated;
}

function equalLines(old: Side, file: Lines, at: number, same: SameLine): number {
  let equal = 0;
  firstDifference(old, file, at, (lines, i, _, next) => {
    if (same(lines, i, file, next)) equal++;
    return true;
  });
  return equal;
}

/** Whether the lines would match if blanks did not count. */
function blanksOnly(old: Side, file: Lines, at: number): boolean {
  const alike: SameLine = (lines, i, _, next) =>
    sameBytes(lines, i, file, next) || withoutBlanks(bytesOf(lineAt(lines, i))) === withoutBlanks(lineText(file, next));
  return firstDifference(old, file, at, alike) < 0;
}

function withoutBlanks(text: Uint8Array): string {
  return decode(text).replace(/\s+/g, "");
}

function linesOf({ lines, without }: Side): HunkLine[] {
  return unpacked(lines).filter(({ kind }) => kind !== without);
}

function shown(text: Uint8Array): string {
  return clipToBytes(decode(text), shownBytes);
}
