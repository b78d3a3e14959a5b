import { hasByteOrderMark } from "../../core/text.ts";
import type { PatchFault } from "../../core/errors.ts";
import { limits } from "../../core/limits.ts";
import { fault, invalid } from "./faults.ts";
import { endAt, endingAt, hasEnding, type HunkLine, kindAt, lineAt, startAt, unpacked } from "./hunk-lines.ts";
import type { Hunk } from "./hunks.ts";
import { bytesOf, type Ending, endingOf, type Lines, lineStart, splitLines } from "./lines.ts";
import { placeHunks, type Placed, type Placement } from "./place.ts";
import type { Rescue } from "./rescue.ts";
import type { Section } from "./section.ts";
import { isWhole } from "./whole.ts";

export interface Applied {
  readonly bytes: Uint8Array;
  readonly rescues: readonly Rescue[];
  /** The patch has CRLF where the file has LF: they came with the patch, not with its author's file. */
  readonly foreign: boolean;
  /** Why the patch may be only a part of what was meant, where it is not known that these are the bytes. */
  readonly doubts: readonly PatchFault[];
  /** And where it is: some of those doubts. */
  readonly lasting: readonly PatchFault[];
}

/**
 * The bytes that the hunks make of a file, or what is wrong with them. Lines outside the hunks and their context keep every byte; a byte
 * order mark stays where it is, unless the hunks write one themselves.
 */
export function applyHunks(section: Section, bytes: Uint8Array, placement: Placement): Applied | readonly PatchFault[] {
  const { hunks, patchLine } = section;
  const path = (section.newPath ?? section.oldPath) as string;
  const mark = placement !== "git" && hasByteOrderMark(bytes) && !hunks.some(writesMark) ? bytes.subarray(0, 3) : noBytes;
  const file = splitLines(mark === noBytes ? bytes : bytes.subarray(3), room);
  if (file.nul >= 0 && file.nul + mark.length < limits.binaryWindow)
    return [fault("binary_file", patchLine, { path: section.oldPath as string, in: "file" })];
  const placed = placeHunks(path, hunks, file, placement);
  if (!isPlaced(placed)) return placed;
  return { bytes: written(file, placed, mark), ...findingsOf(path, placed, file) };
}

const noBytes = new Uint8Array();

/** For the lines of a small file: files are patched one after another, and of none the lines are needed when the next one comes. */
const room = new Uint32Array(4_096);

/** Endings and places that are not as the patch has them, and what leaves a doubt. */
function findingsOf(path: string, placed: readonly Placed[], file: Lines): Omit<Applied, "bytes"> {
  const rescues: Rescue[] = [];
  for (const { hunk, at, exact, length } of placed) {
    if (!exact && length > 0) rescues.push({ rescue: "line_endings", path, line: hunk.patchLine });
    if (length > 0 && (hunk.doubted || (!hunk.unnumbered && at !== hunk.oldStart - 1)))
      rescues.push({ rescue: "relocated", path, line: hunk.patchLine });
  }
  const foreign = placed.some(({ hunk, exact, length }) => !exact && length > 0 && hasEnding(hunk.lines, "\r\n"));
  const doubts = doubtsOf(path, placed, file, false);
  return { rescues, foreign, doubts, lasting: doubts.length === 0 ? doubts : doubtsOf(path, placed, file, true) };
}

function isPlaced(result: readonly Placed[] | readonly PatchFault[]): result is readonly Placed[] {
  return result.every((one) => "hunk" in one);
}

function writesMark(hunk: Hunk): boolean {
  return unpacked(hunk.lines).some((line) => hasByteOrderMark(bytesOf(line)));
}

function doubtsOf(path: string, placed: readonly Placed[], file: Lines, proved: boolean): PatchFault[] {
  const doubts: PatchFault[] = [];
  for (const one of placed) {
    const { patchLine, unfinished, lines } = one.hunk;
    if (!isWhole(one, file, proved)) doubts.push(invalid("hunk_counts", patchLine, path));
    else if (unfinished && !proved) doubts.push(invalid("unfinished_line", lineAt(lines, lines.count - 1).patchLine, path));
  }
  return doubts;
}

/** What the hunks make of the file: between its lines, where they are deleted or stay, the added ones. */
function written(file: Lines, placed: readonly Placed[], mark: Uint8Array): Uint8Array {
  const output = new Output(mark.length + resultLength(file, placed));
  output.copy(mark, 0, mark.length);
  let kept = 0;
  for (const place of placed) {
    const ended = place.exact ? undefined : addedEndings(file, place);
    let at = place.at;
    const { lines } = place.hunk;
    for (let i = 0; i < lines.count; i++) {
      const kind = kindAt(lines, i);
      if (kind !== "context") output.copy(file.bytes, lineStart(file, kept), lineStart(file, at));
      if (kind === "add") {
        output.copy(lines.table.bytes, startAt(lines, i), endAt(lines, i));
        output.end(ended?.of(endingAt(lines, i)) ?? endingAt(lines, i));
      } else ended?.pass(kind, at);
      if (kind !== "add") at++;
      if (kind !== "context") kept = at;
    }
  }
  output.copy(file.bytes, lineStart(file, kept), file.bytes.length);
  return output.written();
}

/** At most so many bytes: where it is not known how an added line will end, it has two more. */
function resultLength(file: Lines, placed: readonly Placed[]): number {
  let length = file.bytes.length;
  for (const { hunk, exact } of placed) {
    const { lines } = hunk;
    for (let i = 0; i < lines.count; i++)
      if (kindAt(lines, i) === "add") length += endAt(lines, i) - startAt(lines, i) + (exact ? endingAt(lines, i).length : 2);
  }
  return length;
}

/** Fewer bytes are copied faster one by one than through a view. */
const smallCopy = 64;

class Output {
  readonly bytes: Uint8Array;
  length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  copy(from: Uint8Array, start: number, end: number): void {
    if (end - start > smallCopy) this.bytes.set(from.subarray(start, end), this.length);
    else for (let i = start; i < end; i++) this.bytes[this.length + i - start] = from[i] as number;
    this.length += end - start;
  }

  written(): Uint8Array {
    return this.length === this.bytes.length ? this.bytes : this.bytes.subarray(0, this.length);
  }

  end(ending: Ending): void {
    if (ending === "\r\n") this.bytes[this.length++] = 0x0d;
    if (ending !== "") this.bytes[this.length++] = 0x0a;
  }
}

/** How added lines end, told of every old line of the hunk on the way. */
interface AddedEndings {
  of(ending: Ending): Ending;
  pass(kind: HunkLine["kind"], at: number): void;
}

/** Where the hunk does not match exactly: as the line that is replaced, else as the one before, else as the one after. */
function addedEndings(file: Lines, { at: first }: Placed): AddedEndings {
  let replaced: Ending[] = [];
  let previous = first > 0 ? endingOf(file, first - 1) : first < file.count ? endingOf(file, first) : "";
  return {
    of: (ending) => (ending === "" ? ending : replaced.shift() || previous || ending),
    pass(kind, at) {
      const ending = endingOf(file, at);
      if (kind === "delete") replaced.push(ending);
      else replaced = [];
      previous = ending || previous;
    },
  };
}
