import { hasByteOrderMark } from "../../core/text.ts";
import type { PatchFault } from "../../core/errors.ts";
import { invalid } from "./faults.ts";
import type { Hunk, HunkLine } from "./hunks.ts";
import { type Ending, endingOf, type Lines, lineStart, splitLines } from "./lines.ts";
import { placeHunks, type Placed, type Placement } from "./place.ts";
import type { Rescue } from "./rescue.ts";
import { isWhole } from "./whole.ts";

const endings: Readonly<Record<Ending, Uint8Array>> = { "": Uint8Array.of(), "\n": Uint8Array.of(10), "\r\n": Uint8Array.of(13, 10) };

export interface Applied {
  readonly bytes: Uint8Array;
  readonly rescues: readonly Rescue[];
  /** The patch has CRLF where the file has LF: they came with the patch, not with its author's file. */
  readonly foreign: boolean;
  /** Why the patch may be only a part of what was meant, where it is not known that these are the bytes. */
  readonly doubts: readonly PatchFault[];
  /** And where it is. */
  readonly lasting: readonly PatchFault[];
}

/**
 * The bytes that the hunks make of a file, or what is wrong with them. Lines outside the hunks and their context keep every byte; a byte
 * order mark stays where it is, unless the hunks write one themselves.
 */
export function applyHunks(path: string, hunks: readonly Hunk[], bytes: Uint8Array, placement: Placement): Applied | PatchFault[] {
  const mark = placement !== "git" && hasByteOrderMark(bytes) && !hunks.some(writesMark) ? 3 : 0;
  const file = splitLines(bytes.subarray(mark));
  const placed = placeHunks(path, hunks, file, placement);
  if (!isPlaced(placed)) return placed;
  return { bytes: concatenate([bytes.subarray(0, mark), ...pieces(file, placed)]), ...findingsOf(path, placed, file) };
}

/** Endings and places that are not as the patch has them, and what leaves a doubt. */
function findingsOf(path: string, placed: readonly Placed[], file: Lines): Omit<Applied, "bytes"> {
  const rescues: Rescue[] = [];
  for (const { hunk, at, exact, length } of placed) {
    if (!exact && length > 0) rescues.push({ rescue: "line_endings", path, line: hunk.patchLine });
    if (length > 0 && (hunk.doubted || (!hunk.unnumbered && at !== hunk.oldStart - 1)))
      rescues.push({ rescue: "relocated", path, line: hunk.patchLine });
  }
  const foreign = placed.some(({ hunk, exact, length }) => !exact && length > 0 && hunk.lines.some((line) => line.ending === "\r\n"));
  return { rescues, foreign, doubts: doubtsOf(path, placed, file, false), lasting: doubtsOf(path, placed, file, true) };
}

function isPlaced(result: Placed[] | PatchFault[]): result is Placed[] {
  return result.every((one) => "hunk" in one);
}

function writesMark(hunk: Hunk): boolean {
  return hunk.lines.some((line) => hasByteOrderMark(line.text));
}

function doubtsOf(path: string, placed: readonly Placed[], file: Lines, proved: boolean): PatchFault[] {
  return placed.flatMap((one) => {
    const { patchLine, unfinished, lines } = one.hunk;
    if (!isWhole(one, file, proved)) return [invalid("hunk_counts", patchLine, path)];
    return unfinished && !proved ? [invalid("unfinished_line", (lines.at(-1) as HunkLine).patchLine, path)] : [];
  });
}

/** The lines of the file between deletions and additions, and the additions. */
function* pieces(file: Lines, placed: readonly Placed[]): Generator<Uint8Array> {
  let kept = 0;
  for (const place of placed) {
    const ending = addedEndings(file, place);
    let at = place.at;
    for (const line of place.hunk.lines) {
      if (line.kind !== "context") yield linesBetween(file, kept, at);
      if (line.kind === "add") yield* [line.text, endings[ending.of(line)]];
      else ending.pass(line, at++);
      if (line.kind !== "context") kept = at;
    }
  }
  yield linesBetween(file, kept, file.count);
}

function linesBetween(file: Lines, first: number, end: number): Uint8Array {
  return file.bytes.subarray(lineStart(file, first), lineStart(file, end));
}

/** How added lines end, told of every old line of the hunk on the way. */
interface AddedEndings {
  of(line: HunkLine): Ending;
  pass(line: HunkLine, at: number): void;
}

/**
 * Where the hunk matches exactly, as the patch says. Elsewhere as the line that is replaced, else as the one before, else as the one after.
 */
function addedEndings(file: Lines, { at: first, exact }: Placed): AddedEndings {
  let replaced: Ending[] = [];
  let previous = first > 0 ? endingOf(file, first - 1) : first < file.count ? endingOf(file, first) : "";
  return {
    of: (line) => (exact || line.ending === "" ? line.ending : replaced.shift() || previous || line.ending),
    pass(line, at) {
      const ending = endingOf(file, at);
      if (line.kind === "delete") replaced.push(ending);
      else replaced = [];
      previous = ending || previous;
    },
  };
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const output = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    output.set(part, at);
    at += part.length;
  }
  return output;
}
