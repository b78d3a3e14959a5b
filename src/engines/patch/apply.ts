import { hasByteOrderMark } from "../../core/text.ts";
import type { PatchFault } from "../../core/errors.ts";
import type { Hunk, HunkLine } from "./hunks.ts";
import { type Ending, endingOf, type Lines, lineStart, splitLines } from "./lines.ts";
import { placeHunks, type Placed, type Placement } from "./place.ts";

const endings: Readonly<Record<Ending, Uint8Array>> = { "": Uint8Array.of(), "\n": Uint8Array.of(10), "\r\n": Uint8Array.of(13, 10) };

/**
 * The bytes that the hunks make of a file, or what is wrong with them. Lines outside the hunks and their context keep every byte; a byte
 * order mark stays where it is, unless the hunks write one themselves.
 */
export function applyHunks(path: string, hunks: readonly Hunk[], bytes: Uint8Array, placement: Placement): Uint8Array | PatchFault[] {
  const mark = hasByteOrderMark(bytes) && !hunks.some(writesMark) ? 3 : 0;
  const file = splitLines(bytes.subarray(mark));
  const placed = placeHunks(path, hunks, file, placement);
  if (!isPlaced(placed)) return placed;
  return concatenate([bytes.subarray(0, mark), ...pieces(file, placed)]);
}

function isPlaced(result: Placed[] | PatchFault[]): result is Placed[] {
  return result.every((one) => "hunk" in one);
}

function writesMark(hunk: Hunk): boolean {
  return hunk.lines.some((line) => hasByteOrderMark(line.text));
}

function* pieces(file: Lines, placed: readonly Placed[]): Generator<Uint8Array> {
  let kept = 0;
  for (const place of placed) {
    yield file.bytes.subarray(lineStart(file, kept), lineStart(file, place.at));
    yield* newSide(file, place);
    kept = place.at + place.length;
  }
  yield file.bytes.subarray(lineStart(file, kept));
}

/** Context as the file has it, additions as the patch has them, with the endings around them where the patch's are not the file's. */
function* newSide(file: Lines, place: Placed): Generator<Uint8Array> {
  const neighbours = endingsAround(file, place);
  let at = place.at;
  for (const line of place.hunk.lines) {
    if (line.kind === "add") {
      yield line.text;
      yield endings[place.exact ? line.ending : neighbours.forAdded(line)];
      continue;
    }
    neighbours.pass(line, at);
    if (line.kind === "context") yield file.bytes.subarray(lineStart(file, at), lineStart(file, at + 1));
    at++;
  }
}

interface Neighbours {
  pass(line: HunkLine, at: number): void;
  forAdded(line: HunkLine): Ending;
}

/** An added line ends as the line that it replaces, else as the one before it, else as the one after it. */
function endingsAround(file: Lines, { at: first }: Placed): Neighbours {
  let replaced: Ending[] = [];
  let previous = first > 0 ? endingOf(file, first - 1) : first < file.count ? endingOf(file, first) : "";
  return {
    pass(line, at) {
      const ending = endingOf(file, at);
      if (line.kind === "delete") replaced.push(ending);
      else replaced = [];
      previous = ending || previous;
    },
    forAdded(line) {
      return line.ending && (replaced.shift() || previous || line.ending);
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
