import type { PatchFault } from "../../core/errors.ts";
import { mismatch, statedLine } from "./diagnose.ts";
import { conflict, fault } from "./faults.ts";
import { kindAt } from "./hunk-lines.ts";
import type { Hunk } from "./hunks.ts";
import { indexLines, type LineIndex } from "./line-index.ts";
import { endingOf, hasText, type Lines } from "./lines.ts";
import { firstDifference, matchAt, newSide, oldSide, type Placed, sameText, wantedOf, type Wanted } from "./match.ts";
import { placeAsGit } from "./place-as-git.ts";

export type { Placed } from "./match.ts";

/** "unique": the stated place, else the only match; "git": where git apply puts it; "exact": the stated place. */
export type Placement = "unique" | "git" | "exact";

/** Candidates named for an ambiguous hunk. */
const namedCandidates = 5;

/**
 * The place of every hunk in the file as it is before any of them, in ascending order, or what is wrong with them. Lines match byte for byte,
 * or, but not as git, but for CRLF against LF where all lines of the hunk end alike; blanks are never forgiven.
 */
export function placeHunks(
  path: string,
  hunks: readonly Hunk[],
  file: Lines,
  placement: Placement,
): readonly Placed[] | readonly PatchFault[] {
  const index = lazily(() => indexLines(file));
  if (placement === "git") return placeAsGit(path, hunks, file, index);
  const placed: Placed[] = [];
  const faults: PatchFault[] = [];
  for (const hunk of placement === "exact" ? hunks : believed(hunks)) {
    const result = placeHunk({ path, hunk, file, index, search: placement === "unique" });
    if ("hunk" in result) placed.push(result);
    else faults.push(result);
  }
  // Numbers say the order even where the text has another; without numbers only the places do.
  const ordered = inOrder(placed, (a, b) => a.hunk.oldStart - b.hunk.oldStart || a.at - b.at);
  if (faults.length === 0) faults.push(...misordered(path, ordered));
  return faults.length > 0 ? faults : ordered;
}

/** Nearly all are, and sorting takes room of its own. */
function inOrder<T>(items: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  for (let i = 1; i < items.length; i++) if (compare(items[i - 1] as T, items[i] as T) > 0) return items.toSorted(compare);
  return items;
}

/** Where the numbers of two hunks claim the same lines they are not the file's, so no number of these hunks is believed. */
function believed(hunks: readonly Hunk[]): readonly Hunk[] {
  const ordered = inOrder(hunks, (a, b) => a.oldStart - b.oldStart);
  const overlap = ordered.some((hunk, i) => i > 0 && firstLine(hunk) < endLine(ordered[i - 1] as Hunk));
  const doubted = overlap || hunks.some((hunk) => hunk.unnumbered);
  return doubted ? hunks.map((hunk) => ({ ...hunk, oldStart: 0, unnumbered: true, doubted: !hunk.unnumbered })) : hunks;
}

/** An empty side stands after the line that it names. */
function firstLine({ oldStart, oldLines }: Hunk): number {
  return oldLines === 0 ? oldStart + 1 : oldStart;
}

function endLine(hunk: Hunk): number {
  return firstLine(hunk) + hunk.oldLines;
}

interface Placing {
  readonly path: string;
  readonly hunk: Hunk;
  readonly file: Lines;
  readonly index: () => LineIndex;
  /** Whether another place than the stated one may be taken. */
  readonly search: boolean;
}

function placeHunk(placing: Placing): Placed | PatchFault {
  const { path, hunk, file, index, search } = placing;
  if (hunk.oldLines === 0) return placeInsertion(placing);
  const wanted = wantedOf(hunk);
  const stated = hunk.unnumbered ? undefined : matchAt(wanted, file, statedLine(hunk));
  const matches = stated !== undefined ? [stated] : search ? findMatches(wanted, file, index()) : [];
  const [first] = matches;
  if (first === undefined || isApplied(first, file)) return mismatch(path, wanted, file, index());
  if (matches.length === 1) return first;
  const candidates = matches.slice(0, namedCandidates).map((match) => match.at + 1);
  return fault("patch_ambiguous", hunk.patchLine, { path, patchLine: hunk.patchLine, candidates });
}

/**
 * Whether what the hunk adds stands there already. Asked only where no context follows its change and the file goes on, or some follows and none
 * precedes what it adds, so that nothing else tells before from after.
 */
function isApplied({ hunk, at, length }: Placed, file: Lines): boolean {
  const { lines } = hunk;
  let added = 0;
  while (added < lines.count && kindAt(lines, added) === "add") added++;
  const followed = kindAt(lines, lines.count - 1) === "context";
  const above = followed && added > 0 && at >= added;
  const below = !followed && at + length < file.count;
  if (!above && !below) return false;
  const next = newSide(hunk);
  if (above && firstDifference(next, file, at - added, sameText) < 0) return true;
  return below && next.count > length && firstDifference(next, file, at, sameText) < 0;
}

/** Nothing says where lines without context belong but their number, so only the end of the file is taken from it. */
function placeInsertion({ path, hunk, file }: Placing): Placed | PatchFault {
  const unended = file.count > 0 && endingOf(file, file.count - 1) === "";
  const atEnd = hunk.unnumbered ? file.count === 0 || hunk.reachesEnd === true : hunk.oldStart === file.count;
  if (!atEnd || unended) return conflict("insertion_without_context", path, hunk);
  return { hunk, at: file.count, length: 0, exact: file.count === 0 };
}

/** Up to one match more than are named. Where there are several and the hunk says what stands above it, only those below. */
function findMatches(wanted: Wanted, file: Lines, index: LineIndex): Placed[] {
  const all = matchesBelow(-1, wanted, file, index);
  const above = all.length > 1 ? anchorLine(wanted.exact, file, index) : undefined;
  return above === undefined ? all : matchesBelow(above, wanted, file, index);
}

function matchesBelow(above: number, wanted: Wanted, file: Lines, index: LineIndex): Placed[] {
  const matches: Placed[] = [];
  index.visitRuns(oldSide(wanted.loose ?? wanted.exact), (at) => {
    const match = at > above ? matchAt(wanted, file, at) : undefined;
    if (match !== undefined) matches.push(match);
    return matches.length <= namedCandidates;
  });
  return matches;
}

/** The 0-based line that the hunk names as standing above it, where the file has that line once. */
function anchorLine({ anchor }: Hunk, file: Lines, index: LineIndex): number | undefined {
  if (anchor === undefined) return undefined;
  const lines: number[] = [];
  index.visitLines(anchor, (line) => {
    if (hasText(anchor, file, line)) lines.push(line);
    return lines.length < 2;
  });
  return lines.length === 1 ? lines[0] : undefined;
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

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
