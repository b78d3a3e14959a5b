import { type InvalidReason, invalid, refusal } from "./faults.ts";
import { type Ending, endingOf, lineStart, textEnd, withoutCarriageReturn } from "./lines.ts";
import { atEnd, lineNumber, peek, peekSign, type Scanner, startsNames } from "./scanner.ts";

export interface HunkLine {
  readonly kind: "context" | "delete" | "add";
  /** Without its sign and ending: a view of the patch's bytes. */
  readonly text: Uint8Array;
  /** "" where a marker says that no newline follows. */
  readonly ending: Ending;
  /** 1-based line of the patch. */
  readonly patchLine: number;
}

/** Starts are as written: 1-based lines, or 0 and an empty side for the place before the first. */
export interface Hunk {
  readonly patchLine: number;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly HunkLine[];
}

const header = /^@@ -(-?\d+)(?:,(-?\d+))? \+(-?\d+)(?:,(-?\d+))? @@/;

/** An empty context line may have lost its blank on the way. */
const kinds: Readonly<Record<string, HunkLine["kind"]>> = { " ": "context", "": "context", "-": "delete", "+": "add" };

/**
 * Every hunk that begins at the scanner, one directly after the other. `sectionLine` is where a fault of the counts is reported: the
 * section that has to be written again.
 */
export function readHunks(scanner: Scanner, sectionLine: number): Hunk[] {
  const hunks: Hunk[] = [];
  while (peek(scanner).startsWith("@@")) hunks.push(readHunk(scanner, sectionLine));
  return hunks;
}

function readHunk(scanner: Scanner, sectionLine: number): Hunk {
  const ranges = readHeader(scanner);
  const patchLine = lineNumber(scanner);
  scanner.at++;
  const lines = readBody(scanner, ranges, sectionLine);
  if (continuesHunk(scanner)) refuse("hunk_counts", sectionLine);
  if (lines.every((line) => line.kind === "context")) refuse("unchanging_hunk", patchLine);
  checkMarkers(lines);
  // A new file has no endings to compare with, and a hunk of nothing but marked lines shows none.
  const plain = scanner.carriageReturns && lines.every((line) => line.kind === "add" || line.ending === "");
  return { patchLine, ...ranges, lines: plain ? lines.map(withLineFeed) : lines };
}

type Ranges = Pick<Hunk, "oldStart" | "oldLines" | "newStart" | "newLines">;

function readHeader(scanner: Scanner): Ranges {
  const parts = header.exec(peek(scanner));
  if (parts === null) refuse("malformed_hunk_header", lineNumber(scanner));
  const [, oldStart, oldLines = "1", newStart, newLines = "1"] = parts;
  if ([oldStart, oldLines, newStart, newLines].some((number) => number?.startsWith("-"))) refuse("negative_position", lineNumber(scanner));
  return { oldStart: Number(oldStart), oldLines: Number(oldLines), newStart: Number(newStart), newLines: Number(newLines) };
}

function readBody(scanner: Scanner, ranges: Ranges, sectionLine: number): HunkLine[] {
  const lines: HunkLine[] = [];
  let oldLeft = ranges.oldLines;
  let newLeft = ranges.newLines;
  while (oldLeft > 0 || newLeft > 0) {
    const line = readLine(scanner, sectionLine);
    if (line.kind !== "add") oldLeft--;
    if (line.kind !== "delete") newLeft--;
    if (oldLeft < 0 || newLeft < 0) refuse("hunk_counts", sectionLine);
    lines.push(line);
  }
  return lines;
}

function readLine(scanner: Scanner, sectionLine: number): HunkLine {
  const { lines, at } = scanner;
  const sign = peekSign(scanner);
  const kind = kinds[sign];
  if (kind === undefined || atEnd(scanner)) refuse("hunk_counts", sectionLine);
  const ending = endingOf(lines, at);
  if (ending === "") refuse("unfinished_line", lineNumber(scanner));
  scanner.at++;
  const marked = takeMarker(scanner);
  // Where no newline follows, a CR before it was no part of an ending either.
  const end = textEnd(lines, at) + (marked ? ending.length - 1 : 0);
  const text = lines.bytes.subarray(lineStart(lines, at) + sign.length, end);
  return { kind, text, ending: marked ? "" : ending, patchLine: at + 1 };
}

/** `\ No newline at end of file`, in whatever language. */
function takeMarker(scanner: Scanner): boolean {
  if (peekSign(scanner) !== "\\" || !/^\\ .{10}/.test(peek(scanner))) return false;
  scanner.at++;
  return true;
}

/** Lines of a hunk after its counts are used up would be lost without a word. A mail's signature and the next names are none. */
function continuesHunk(scanner: Scanner): boolean {
  if (!["-", "+", " ", "\\"].includes(peekSign(scanner))) return false;
  return !startsNames(scanner) && !startsSignature(scanner);
}

function startsSignature(scanner: Scanner): boolean {
  return /^-- ?$/.test(peek(scanner)) && /^(\d+\.\d.*)?$/.test(peek(scanner, 1));
}

function withLineFeed(line: HunkLine): HunkLine {
  return line.ending === "" ? { ...line, text: withoutCarriageReturn(line.text) } : { ...line, ending: "\n" };
}

/** Only the last line of a side can lack its newline. */
function checkMarkers(lines: readonly HunkLine[]): void {
  const lastOld = lines.findLast((line) => line.kind !== "add");
  const lastNew = lines.findLast((line) => line.kind !== "delete");
  for (const line of lines) {
    if (line.ending !== "") continue;
    const misplaced = (line.kind !== "add" && line !== lastOld) || (line.kind !== "delete" && line !== lastNew);
    if (misplaced) refuse("misplaced_marker", line.patchLine + 1);
  }
}

function refuse(reason: InvalidReason, patchLine: number): never {
  throw refusal([invalid(reason, patchLine)]);
}
