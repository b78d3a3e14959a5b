import { refuse } from "./faults.ts";
import { addLine, hasEnding, type HunkLine, type HunkLines, lineAt, linesFrom, mapLines, unpacked } from "./hunk-lines.ts";
import { endingOf, lineFeed, lineStart, type Slice, textEnd, withoutCarriageReturn } from "./lines.ts";
import { atEnd, hasAscii, lineNumber, note, peek, type Scanner, startsNames, startsSignature, startsWith } from "./scanner.ts";

/** Starts are as written: 1-based lines, or 0 and an empty side for the place before the first. */
export interface Hunk {
  readonly patchLine: number;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: HunkLines;
  /** No line is stated: the starts say nothing. */
  readonly unnumbered?: boolean;
  /** A line was stated, and is not believed. */
  readonly doubted?: boolean;
  /** A line that stands somewhere above. */
  readonly anchor?: Slice;
  /** Its dialect has no word for a missing final newline. */
  readonly unmarked?: boolean;
  /** The last old line is the file's last. */
  readonly reachesEnd?: boolean;
  /** By how much its counts exceed its lines, where the text ends with it: it may have been cut off. */
  readonly missing?: Sides;
  /** The text ends with a marker that has no newline itself. */
  readonly endsUnended?: boolean;
  /** The text ends with its last line, which it adds: a marker may have followed. */
  readonly endsText?: boolean;
  /** The text ends inside its last line, which it adds. */
  readonly unfinished?: boolean;
}

/** Numbers of lines. */
export interface Sides {
  readonly old: number;
  readonly new: number;
}

/** A header with numbers below 0. */
const signedHeader = /^@@ --?\d+(?:,-?\d+)? \+-?\d+(?:,-?\d+)? @@/;

/** A section whose hunks are read. */
export interface HunkOwner {
  /** Where a fault of the counts is reported: the section has to be written again. */
  readonly sectionLine: number;
  /** Its headers are git's, so that `---` and `+++` below them are lines of a hunk. */
  readonly git: boolean;
}

/** Every hunk that begins at the scanner, one directly after the other. */
export function readHunks(scanner: Scanner, owner: HunkOwner): Hunk[] {
  const hunks: Hunk[] = [];
  while (startsHunk(scanner)) hunks.push(readHunk(scanner, owner));
  return hunks;
}

function startsHunk(scanner: Scanner): boolean {
  if (scanner.reading === "kind") skipBlankLines(scanner);
  return startsWith(scanner, "@@");
}

/** Empty lines before another hunk. */
function skipBlankLines(scanner: Scanner): void {
  let blank = 0;
  while (scanner.at + blank < scanner.lines.count && peek(scanner, blank) === "") blank++;
  if (blank === 0 || !peek(scanner, blank).startsWith("@@")) return;
  note(scanner, "blank_lines");
  scanner.at += blank;
}

function readHunk(scanner: Scanner, owner: HunkOwner): Hunk {
  const ranges = readHeader(scanner);
  const patchLine = lineNumber(scanner);
  scanner.at++;
  const body = scanner.reading === "kind" ? readBodyKindly(scanner, ranges, owner) : readBody(scanner, ranges, owner.sectionLine);
  if (continuesHunk(scanner)) refuse("hunk_counts", owner.sectionLine);
  if (changesNothing(body)) refuse("unchanging_hunk", patchLine);
  checkMarkers(body.lines);
  const { oldLines, newLines, marks } = body;
  const lines = scanner.carriageReturns ? withoutCarriageReturns(body.lines) : body.lines;
  const hunk = { patchLine, oldStart: ranges?.oldStart ?? 0, oldLines, newStart: ranges?.newStart ?? 0, newLines, lines };
  // Nearly every hunk of a patch ends here, and objects that are put together of others are made slowly.
  if (ranges !== undefined && marks === undefined && !atEnd(scanner)) return hunk;
  return { ...hunk, ...(ranges === undefined && { unnumbered: true }), ...marks, ...endOfText(scanner, body.lines) };
}

/** No line is on one side only. */
export function changesNothing({ lines, oldLines, newLines }: Pick<Hunk, "lines" | "oldLines" | "newLines">): boolean {
  return oldLines === lines.count && newLines === lines.count;
}

/** What it says of a hunk that the text ends with it. */
function endOfText(scanner: Scanner, lines: HunkLines): Pick<Hunk, "endsUnended" | "endsText"> {
  if (!atEnd(scanner)) return {};
  const last = lineAt(lines, lines.count - 1);
  if (last.ending !== "") return last.kind === "add" ? { endsText: true } : {};
  return endingOf(scanner.lines, scanner.at - 1) === "" ? { endsUnended: true } : {};
}

/** A new file has no endings to compare with, and a hunk of nothing but marked lines shows none. */
export function withoutCarriageReturns(lines: HunkLines): HunkLines {
  return unpacked(lines).every((line) => line.kind === "add" || line.ending === "") ? mapLines(lines, withLineFeed) : lines;
}

type Ranges = Pick<Hunk, "oldStart" | "oldLines" | "newStart" | "newLines">;

/** Undefined: `@@` without two ranges, read kindly. */
function readHeader(scanner: Scanner): Ranges | undefined {
  const ranges = takeRanges({ bytes: scanner.lines.bytes, at: lineStart(scanner.lines, scanner.at) });
  if (ranges !== undefined) return ranges;
  if (signedHeader.test(peek(scanner))) refuse("negative_position", lineNumber(scanner));
  if (scanner.reading !== "kind") refuse("malformed_hunk_header", lineNumber(scanner));
  note(scanner, "bare_hunk_header");
  return undefined;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** `@@ -1,2 +3,4 @@`; a side without a number of lines has one. Read by hand: what a regular expression finds it hands out as many small objects. */
function takeRanges(cursor: Cursor): Ranges | undefined {
  if (!take(cursor, "@@ -")) return undefined;
  const oldStart = takeNumber(cursor);
  const oldLines = take(cursor, ",") ? takeNumber(cursor) : 1;
  if (!take(cursor, " +")) return undefined;
  const newStart = takeNumber(cursor);
  const newLines = take(cursor, ",") ? takeNumber(cursor) : 1;
  const whole = take(cursor, " @@") && !Number.isNaN(oldStart + oldLines + newStart + newLines);
  return whole ? { oldStart, oldLines, newStart, newLines } : undefined;
}

function take(cursor: Cursor, text: string): boolean {
  const stands = hasAscii(cursor.bytes, cursor.at, text);
  if (stands) cursor.at += text.length;
  return stands;
}

/** NaN where there is no digit. */
function takeNumber(cursor: Cursor): number {
  const start = cursor.at;
  let value = 0;
  for (let digit = digitAt(cursor); digit >= 0; digit = digitAt(cursor)) {
    value = value * 10 + digit;
    cursor.at++;
  }
  return cursor.at > start ? value : Number.NaN;
}

/** The digit that comes next, or -1. */
function digitAt({ bytes, at }: Cursor): number {
  const digit = (bytes[at] ?? 0) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

interface Body extends Pick<Hunk, "lines" | "oldLines" | "newLines"> {
  /** Of a hunk that was read kindly. */
  readonly marks?: Pick<Hunk, "missing" | "unfinished">;
}

/** As many lines as the header says. */
function readBody(scanner: Scanner, ranges: Ranges | undefined, sectionLine: number): Body {
  const { oldLines = 0, newLines = 0 } = ranges ?? {};
  const { table } = scanner;
  const first = table.count;
  let oldLeft = oldLines;
  let newLeft = newLines;
  while (oldLeft > 0 || newLeft > 0) {
    const kind = readLine(scanner, sectionLine);
    if (kind !== "add") oldLeft--;
    if (kind !== "delete") newLeft--;
    if (oldLeft < 0 || newLeft < 0) refuse("hunk_counts", sectionLine);
  }
  return { lines: linesFrom(table, first), oldLines, newLines };
}

/** Every line up to the next header, mail signature or text, whatever the header counts; empty lines at the end count for nothing. */
function readBodyKindly(scanner: Scanner, ranges: Ranges | undefined, { sectionLine, git }: HunkOwner): Body {
  const first = scanner.at;
  const { table } = scanner;
  const start = table.count;
  while (!endsBody(scanner, git)) readLine(scanner, sectionLine);
  const kept = withoutLastBlank(scanner, linesFrom(table, start));
  if (start + kept.count < table.count) scanner.at = lineAt(linesFrom(table, start), kept.count).patchLine - 1;
  table.count = start + kept.count;
  if (kept.count === 0) refuse("hunk_counts", sectionLine);
  const counts = countLines(kept);
  const whole = counts.oldLines === ranges?.oldLines && counts.newLines === ranges.newLines;
  refuseLostLines(scanner, sectionLine, whole);
  const unfinished = isUnfinished(scanner, kept) ? { unfinished: true } : {};
  const body = { lines: kept, ...counts, marks: unfinished };
  if (ranges === undefined) return body;
  const missing = { old: ranges.oldLines - counts.oldLines, new: ranges.newLines - counts.newLines };
  if (missing.old === 0 && missing.new === 0) return body;
  // Without the old line that it counts, nothing says where the hunk belongs.
  if (counts.oldLines === 0 && ranges.oldStart > 0 && ranges.oldLines > 0) refuse("hunk_counts", sectionLine);
  note(scanner, "recounted", first);
  // With more lines on a side than it counts, the header is wrong whatever the text's end.
  const cut = missing.old >= 0 && missing.new >= 0 && endsText(scanner);
  return cut ? { ...body, marks: { ...unfinished, missing } } : body;
}

/** Without the empty lines that they end in. */
export function withoutLastBlank(scanner: Scanner, lines: HunkLines): HunkLines {
  return { ...lines, count: unpacked(lines).findLastIndex((line) => !isBlank(scanner, line)) + 1 };
}

function isUnfinished({ lines }: Scanner, body: HunkLines): boolean {
  const last = lineAt(body, body.count - 1);
  return last.kind === "add" && last.ending !== "" && endingOf(lines, last.patchLine - 1) === "";
}

/** An unmarked line that is empty, in the patch itself. */
function isBlank({ lines }: Scanner, { patchLine, ending }: HunkLine): boolean {
  return ending !== "" && lineStart(lines, patchLine - 1) === textEnd(lines, patchLine - 1);
}

function endsBody(scanner: Scanner, git: boolean): boolean {
  if (atEnd(scanner) || kindOf(scanner) === undefined) return true;
  return startsSignature(scanner) || (!git && startsNames(scanner) && peek(scanner, 2).startsWith("@@"));
}

const structure = /^(@@|diff |Index: |index |From [0-9a-f]{40} |\*\*\* )/;

/**
 * A text below a hunk must be the end of it: signed lines further on would be lost without a word. A fence closes a hunk that is whole; in another
 * one it may be a line of the file.
 */
function refuseLostLines(scanner: Scanner, sectionLine: number, whole: boolean): void {
  for (let ahead = 0; scanner.at + ahead < scanner.lines.count; ahead++) {
    const line = peek(scanner, ahead);
    if (structure.test(line) || (whole && line.startsWith("```")) || startsNames({ ...scanner, at: scanner.at + ahead })) return;
    if (startsSignature({ ...scanner, at: scanner.at + ahead })) return;
    if (/^([-+\\]| +\S)/.test(line)) refuse("hunk_counts", sectionLine);
  }
}

function endsText(scanner: Scanner): boolean {
  for (let ahead = 0; scanner.at + ahead < scanner.lines.count; ahead++) if (peek(scanner, ahead) !== "") return false;
  return true;
}

export function countLines(lines: HunkLines): Pick<Hunk, "oldLines" | "newLines"> {
  const all = unpacked(lines);
  const count = (kind: HunkLine["kind"]): number => all.filter((line) => line.kind !== kind).length;
  return { oldLines: count("add"), newLines: count("delete") };
}

/** Adds the line that comes next to the table, whatever marks it, and tells its kind. */
export function readLine(scanner: Scanner, sectionLine: number): HunkLine["kind"] {
  const { lines, at } = scanner;
  const kind = kindOf(scanner);
  if (kind === undefined || atEnd(scanner)) refuse("hunk_counts", sectionLine);
  const ending = endingOf(lines, at);
  if (ending === "") return readLastLine(scanner, kind);
  scanner.at++;
  const marked = takeMarker(scanner);
  const first = lineStart(lines, at);
  const next = lineStart(lines, at + 1);
  const signed = next - first > ending.length ? 1 : 0;
  // Where no newline follows, a CR before it was no part of an ending either.
  const end = next - (marked ? 1 : ending.length);
  addLine(scanner.table, { kind, start: first + signed, end, ending: marked ? "" : ending, patchLine: at + 1 });
  return kind;
}

/** What the sign of the next line makes of it; undefined: no line of a hunk. An empty line is context that lost its blank on the way. */
function kindOf({ lines, at }: Scanner): HunkLine["kind"] | undefined {
  const sign = lines.bytes[lineStart(lines, at)];
  if (sign === 0x20 || sign === lineFeed) return "context";
  if (sign === 0x2d) return "delete";
  if (sign === 0x2b) return "add";
  return at < lines.count && textEnd(lines, at) === lineStart(lines, at) ? "context" : undefined;
}

/** A line with which the text ends. Kindly it is a whole line: one that was cut off does not match, and an added one has to be proved. */
function readLastLine(scanner: Scanner, kind: HunkLine["kind"]): HunkLine["kind"] {
  if (scanner.reading !== "kind") refuse("unfinished_line", lineNumber(scanner));
  const { lines, at } = scanner;
  const ending = at > 0 && endingOf(lines, at - 1) === "\r\n" ? "\r\n" : "\n";
  note(scanner, "missing_final_newline");
  scanner.at++;
  const line = {
    kind,
    bytes: lines.bytes,
    view: lines.view,
    start: lineStart(lines, at) + 1,
    end: lineStart(lines, at + 1),
    ending,
    patchLine: at + 1,
  } as const;
  addLine(scanner.table, ending === "\n" ? line : withoutCarriageReturn(line));
  return kind;
}

/** The text ends within the usual words. */
function isCutMarker(scanner: Scanner): boolean {
  if (scanner.at !== scanner.lines.count - 1 || endingOf(scanner.lines, scanner.at) !== "") return false;
  const line = peek(scanner);
  return line !== usualMarker && usualMarker.startsWith(line);
}

const usualMarker = "\\ No newline at end of file";

/** `\ No newline at end of file`, in whatever language. Git passes over one of twelve bytes with which the text ends. */
function takeMarker(scanner: Scanner): boolean {
  if (!startsWith(scanner, "\\")) return false;
  const { lines, at } = scanner;
  if (scanner.reading !== "git" && isCutMarker(scanner)) refuse("unfinished_line", lineNumber(scanner));
  if (!/^\\ .{10}/.test(peek(scanner)) || lineStart(lines, at + 1) - lineStart(lines, at) === 12) return false;
  scanner.at++;
  return true;
}

/** Lines of a hunk after its counts are used up would be lost without a word. A mail's signature and the next names are none. */
function continuesHunk(scanner: Scanner): boolean {
  const sign = scanner.lines.bytes[lineStart(scanner.lines, scanner.at)];
  if (atEnd(scanner) || (sign !== 0x20 && sign !== 0x2b && sign !== 0x2d && sign !== 0x5c)) return false;
  return !startsNames(scanner) && !startsSignature(scanner);
}

function withLineFeed(line: HunkLine): HunkLine {
  return line.ending === "" ? withoutCarriageReturn(line) : { ...line, ending: "\n" };
}

/** Only the last line of a side can lack its newline. */
function checkMarkers(packed: HunkLines): void {
  if (!hasEnding(packed, "")) return;
  const lines = unpacked(packed);
  const lastOld = lines.findLast((line) => line.kind !== "add");
  const lastNew = lines.findLast((line) => line.kind !== "delete");
  for (const line of lines) {
    if (line.ending !== "") continue;
    const misplaced = (line.kind !== "add" && line !== lastOld) || (line.kind !== "delete" && line !== lastNew);
    if (misplaced) refuse("misplaced_marker", line.patchLine + 1);
  }
}
