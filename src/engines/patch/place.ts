import type { PatchFault } from "../../core/errors.ts";
import { type ConflictReason, fault } from "./faults.ts";
import type { Hunk, HunkLine } from "./hunks.ts";
import { indexLines, type LineIndex } from "./line-index.ts";
import { endingOf, type Lines, lineStart, textEnd, withoutCarriageReturn } from "./lines.ts";

/** "unique": the stated place, else the only match; "exact": the stated place. */
export type Placement = "unique" | "exact";

/** A hunk and the 0-based line of the file at which its old side stands. */
export interface Placed {
  readonly hunk: Hunk;
  readonly at: number;
  /** How many lines of the file it claims. */
  readonly length: number;
  /** False when lines differ from the file's in CRLF against LF, and in nothing else. */
  readonly exact: boolean;
}

/** Candidates named for an ambiguous hunk. */
const namedCandidates = 5;

/**
 * The place of every hunk in the file as it is before any of them, in ascending order, or what is wrong with them. Lines match byte for byte,
 * or but for CRLF against LF where all lines of the hunk end alike; blanks are never forgiven.
 */
export function placeHunks(path: string, hunks: readonly Hunk[], file: Lines, placement: Placement): Placed[] | PatchFault[] {
  const placed: Placed[] = [];
  const faults: PatchFault[] = [];
  const search = placement === "unique" ? lazily(() => indexLines(file)) : undefined;
  // Numbers say the order even where the text has another.
  for (const hunk of hunks.toSorted((a, b) => a.oldStart - b.oldStart)) {
    const result = placeHunk(path, hunk, file, search);
    if ("hunk" in result) placed.push(result);
    else faults.push(result);
  }
  if (faults.length === 0) faults.push(...misordered(path, placed));
  return faults.length > 0 ? faults : placed;
}

/** The two ways in which a hunk may match. */
interface Wanted {
  readonly exact: Side;
  /** As the lines read without their endings; absent where the hunk mixes LF and CRLF, and so means them. */
  readonly loose?: Side;
}
interface Side {
  readonly hunk: Hunk;
  readonly old: readonly HunkLine[];
}

function placeHunk(path: string, hunk: Hunk, file: Lines, search: (() => LineIndex) | undefined): Placed | PatchFault {
  const wanted = wantedOf(hunk);
  if (wanted.exact.old.length === 0) return placeInsertion(path, hunk, file);
  const stated = matchAt(wanted, file, statedLine(hunk));
  if (stated !== undefined) return stated;
  const matches = search === undefined ? [] : findMatches(wanted, file, search());
  const [first] = matches;
  if (first === undefined) return mismatch(path, wanted, file);
  if (matches.length === 1) return first;
  const candidates = matches.slice(0, namedCandidates).map((match) => match.at + 1);
  return fault("patch_ambiguous", hunk.patchLine, { path, patchLine: hunk.patchLine, candidates });
}

function wantedOf(hunk: Hunk): Wanted {
  const endings = new Set(hunk.lines.map((line) => line.ending));
  if (endings.has("\n") && endings.has("\r\n")) return { exact: sideOf(hunk) };
  return { exact: sideOf(hunk), loose: sideOf(endings.has("\r\n") ? withPlainLastLine(hunk) : hunk) };
}

function sideOf(hunk: Hunk): Side {
  return { hunk, old: hunk.lines.filter((line) => line.kind !== "add") };
}

/** Where CRLF is only how the patch was written, so is the CR of a line marked to have no newline. */
function withPlainLastLine(hunk: Hunk): Hunk {
  const lines = hunk.lines.map((line) => (line.ending === "" ? { ...line, text: withoutCarriageReturn(line.text) } : line));
  return { ...hunk, lines };
}

/** Nothing says where lines without context belong but their number, so only the end of the file is taken from it. */
function placeInsertion(path: string, hunk: Hunk, file: Lines): Placed | PatchFault {
  const unended = file.count > 0 && endingOf(file, file.count - 1) === "";
  if (hunk.oldStart !== file.count || unended) return conflict("insertion_without_context", path, hunk);
  return { hunk, at: file.count, length: 0, exact: file.count === 0 };
}

function matchAt({ exact, loose }: Wanted, file: Lines, at: number): Placed | undefined {
  const { hunk, old } = exact;
  const end = at + old.length;
  if (at < 0 || end > file.count || (endsFile(hunk) && end !== file.count)) return undefined;
  if (firstDifference(old, file, at, sameLine) < 0) return { hunk, at, length: old.length, exact: true };
  if (loose === undefined || firstDifference(loose.old, file, at, sameText) >= 0) return undefined;
  return { hunk: loose.hunk, at, length: old.length, exact: false };
}

/** Up to one match more than are named. The rarest line of the hunk leads to them. */
function findMatches(wanted: Wanted, file: Lines, index: LineIndex): Placed[] {
  const { old } = wanted.loose ?? wanted.exact;
  const rarities = old.map((line) => index.rarity(line.text));
  const offset = rarities.indexOf(rarities.reduce((rarest, rarity) => Math.min(rarest, rarity)));
  const matches: Placed[] = [];
  for (const line of index.candidates((old[offset] as HunkLine).text)) {
    const match = matchAt(wanted, file, line - offset);
    if (match !== undefined) matches.push(match);
    if (matches.length > namedCandidates) break;
  }
  return matches;
}

/** 0-based; line 0 is the place before the first. */
function statedLine(hunk: Hunk): number {
  return Math.max(hunk.oldStart - 1, 0);
}

/** A new last line without a newline can only be the file's last. */
function endsFile(hunk: Hunk): boolean {
  return hunk.lines.findLast((line) => line.kind !== "delete")?.ending === "";
}

type SameLine = (line: HunkLine, file: Lines, at: number) => boolean;

/** 0-based index of the first old line that differs from the file at `at`, or -1. */
function firstDifference(old: readonly HunkLine[], file: Lines, at: number, same: SameLine): number {
  for (let i = 0; i < old.length; i++) if (at + i >= file.count || !same(old[i] as HunkLine, file, at + i)) return i;
  return -1;
}

function sameLine(line: HunkLine, file: Lines, at: number): boolean {
  return line.ending === endingOf(file, at) && sameText(line, file, at);
}

function sameText({ text, ending }: HunkLine, file: Lines, at: number): boolean {
  const start = lineStart(file, at);
  if (textEnd(file, at) - start !== text.length || (ending === "") !== (endingOf(file, at) === "")) return false;
  for (let i = 0; i < text.length; i++) if (text[i] !== file.bytes[start + i]) return false;
  return true;
}

/** Tells where the hunk was expected and which line there is the first that differs. */
function mismatch(path: string, { exact, loose }: Wanted, file: Lines): PatchFault {
  const { hunk, old } = exact;
  const stated = statedLine(hunk);
  const differs = loose === undefined ? firstDifference(old, file, stated, sameLine) : firstDifference(loose.old, file, stated, sameText);
  if (differs < 0) return conflict("not_at_end", path, hunk);
  const { patchLine } = old[differs] as HunkLine;
  return fault("patch_conflict", patchLine, { reason: "context_mismatch", path, patchLine, line: stated + differs + 1 });
}

/** Hunks that share lines, or whose places are in another order than their numbers. */
function misordered(path: string, placed: readonly Placed[]): PatchFault[] {
  const faults: PatchFault[] = [];
  placed.forEach(({ hunk, at }, i) => {
    const before = placed[i - 1];
    if (before !== undefined && at < before.at + Math.max(before.length, 1)) faults.push(conflict("hunk_order", path, hunk, at + 1));
  });
  return faults;
}

function conflict(reason: ConflictReason, path: string, hunk: Hunk, line = hunk.oldStart): PatchFault {
  return fault("patch_conflict", hunk.patchLine, { reason, path, patchLine: hunk.patchLine, line });
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
