import { refuse } from "./faults.ts";
import { type HunkLines, kindAt, lineAt, linesFrom, unpacked } from "./hunk-lines.ts";
import { changesNothing, countLines, type Hunk, readLine, withoutCarriageReturns, withoutLastBlank } from "./hunks.ts";
import { byteString, bytesOf, lineStart, type Slice, textEnd } from "./lines.ts";
import { atEnd, lineNumber, note, peek, type Scanner, startsWith } from "./scanner.ts";
import { pathOf, type Section } from "./section.ts";

/**
 * The other dialect that models write:
 *
 *     *** Begin Patch
 *     *** Update File: src/a.ts
 *     *** Move to: src/b.ts
 *     @@ class A
 *      kept
 *     -old
 *     +new
 *     *** Add File: c.txt
 *     +text
 *     *** Delete File: d.txt
 *     *** End Patch
 *
 * Its hunks state no lines, only text that stands above them, and every line of its files ends in a newline.
 */
export function startsEnvelope(scanner: Scanner): boolean {
  return startsWith(scanner, "*** Begin Patch") && peek(scanner).trimEnd() === "*** Begin Patch";
}

/** Every section up to `*** End Patch`. */
export function readEnvelope(scanner: Scanner): Section[] {
  note(scanner, "begin_patch");
  const first = lineNumber(scanner);
  scanner.at++;
  const sections: Section[] = [];
  while (!endsEnvelope(scanner, first)) sections.push(readPart(scanner));
  scanner.at++;
  if (sections.length === 0) refuse("not_a_patch", first);
  return sections;
}

/** Without its end nobody can say what is missing. */
function endsEnvelope(scanner: Scanner, first: number): boolean {
  while (!atEnd(scanner) && peek(scanner) === "") scanner.at++;
  if (atEnd(scanner)) refuse("unfinished_envelope", first);
  return isEnd(scanner);
}

function isEnd(scanner: Scanner): boolean {
  return peek(scanner).trimEnd() === "*** End Patch";
}

const partHeader = /^\*\*\* (Add|Update|Delete) File: (.+?) *$/;

function readPart(scanner: Scanner): Section {
  const patchLine = lineNumber(scanner);
  const [, word, name = ""] = partHeader.exec(peek(scanner)) ?? [];
  if (word === undefined) refuse("malformed_header", patchLine);
  const path = filePath(scanner, name);
  scanner.at++;
  if (word === "Delete") return { kind: "delete", oldPath: path, hunks: [], patchLine, wholeFile: true };
  return word === "Add" ? readAddition(scanner, path, patchLine) : readUpdate(scanner, path, patchLine);
}

/** The name's UTF-8 is that of the patch: one character for each byte, as headers are read. */
function filePath(scanner: Scanner, name: string): string {
  return pathOf(scanner, name, lineNumber(scanner));
}

function readAddition(scanner: Scanner, path: string, patchLine: number): Section {
  const first = scanner.table.count;
  while (!startsPart(scanner)) {
    const line = lineNumber(scanner);
    if (readLine(scanner, patchLine) !== "add") refuse("create_from_content", line, path);
  }
  const lines = linesFrom(scanner.table, first);
  const hunk = { patchLine, oldStart: 0, newStart: 0, ...countLines(lines), lines: added(scanner, lines) };
  return { kind: "create", newPath: path, hunks: lines.count === 0 ? [] : [hunk], patchLine };
}

function added({ carriageReturns }: Scanner, lines: HunkLines): HunkLines {
  return carriageReturns ? withoutCarriageReturns(lines) : lines;
}

function readUpdate(scanner: Scanner, path: string, patchLine: number): Section {
  const target = /^\*\*\* Move to: (.+?) *$/.exec(peek(scanner))?.[1];
  const newPath = target === undefined ? path : filePath(scanner, target);
  if (target !== undefined) scanner.at++;
  const hunks: Hunk[] = [];
  while (!startsPart(scanner)) hunks.push(readChange(scanner, patchLine));
  return { kind: newPath === path ? "modify" : "rename", oldPath: path, newPath, hunks, patchLine };
}

/** `@@` and the lines below it; the first of a file needs no `@@`. */
function readChange(scanner: Scanner, sectionLine: number): Hunk {
  const patchLine = lineNumber(scanner);
  const anchor = readAnchors(scanner);
  const first = scanner.table.count;
  while (!startsPart(scanner) && !peek(scanner).startsWith("@@") && !isEndOfFile(scanner)) readLine(scanner, sectionLine);
  const lines = linesFrom(scanner.table, first);
  const reachesEnd = isEndOfFile(scanner);
  if (reachesEnd) scanner.at++;
  const kept = reachesEnd ? lines : withoutLastBlank(scanner, lines);
  const counts = countLines(kept);
  if (changesNothing({ lines: kept, ...counts }) || onlyEndsLast(kept)) refuse("unchanging_hunk", patchLine);
  const placed = { unnumbered: true, unmarked: true, ...(anchor && { anchor }), ...(reachesEnd && { reachesEnd }) };
  return { patchLine, oldStart: 0, newStart: 0, ...counts, lines: added(scanner, kept), ...placed };
}

/** The innermost of several `@@` lines; undefined: there is only a bare one, or none. */
function readAnchors(scanner: Scanner): Slice | undefined {
  let anchor: Slice | undefined;
  for (; peek(scanner).startsWith("@@"); scanner.at++) {
    const text = peek(scanner);
    const { lines, at } = scanner;
    const start = lineStart(lines, at) + (text.startsWith("@@ ") ? 3 : 2);
    if (text.trimEnd() !== "@@") anchor = { bytes: lines.bytes, view: lines.view, start, end: textEnd(lines, at) };
  }
  return anchor;
}

/** The last line goes and comes back as it was: a final newline was meant, for which the dialect has no word. */
function onlyEndsLast(lines: HunkLines): boolean {
  if (kindAt(lines, lines.count - 1) !== "add") return false;
  const last = lineAt(lines, lines.count - 1);
  const deleted = unpacked(lines).findLast((line) => line.kind === "delete");
  if (deleted === undefined) return false;
  return byteString(bytesOf(last)) === byteString(bytesOf(deleted)) && last.ending === deleted.ending;
}

function startsPart(scanner: Scanner): boolean {
  return atEnd(scanner) || isEnd(scanner) || partHeader.test(peek(scanner));
}

function isEndOfFile(scanner: Scanner): boolean {
  return peek(scanner).trimEnd() === "*** End of File";
}
