import type { Ending, Slice, Words } from "./lines.ts";

/** A line of a hunk: bytes of the patch, without its sign and ending. */
export interface HunkLine extends Slice {
  readonly kind: "context" | "delete" | "add";
  /** "" where a marker says that no newline follows. */
  readonly ending: Ending;
  /** 1-based line of the patch. */
  readonly patchLine: number;
}

/** Some lines of a table. Patches have many: an object for each would take longer to make, and to clear away, than all else that is done with it. */
export interface HunkLines {
  readonly table: LineTable;
  readonly first: number;
  readonly count: number;
}

/** The lines but those of one kind, and how many those are. */
export interface Side {
  readonly lines: HunkLines;
  readonly without: "add" | "delete";
  readonly count: number;
}

/** Lines as numbers, those of one hunk after those of another: where each starts and ends in the bytes, its line of the patch, its kind and ending. */
export interface LineTable extends Words {
  readonly numbers: Uint32Array;
  count: number;
}

const width = 4;
const kinds = ["context", "delete", "add"] as const;
/** By their lengths. */
const endings = ["", "\n", "\r\n"] as const;

/** A table with room for so many lines: at most those of a patch, of which none is added twice. */
export function tableOf({ bytes, view }: Words, room: number): LineTable {
  return { bytes, view, numbers: new Uint32Array(room * width), count: 0 };
}

export function addLine(table: LineTable, { kind, start, end, ending, patchLine }: Omit<HunkLine, keyof Words>): void {
  const at = table.count++ * width;
  const { numbers } = table;
  numbers[at] = start;
  numbers[at + 1] = end;
  numbers[at + 2] = patchLine;
  numbers[at + 3] = (ending.length << 2) | kinds.indexOf(kind);
}

/** All lines of the table from one on. */
export function linesFrom(table: LineTable, first: number): HunkLines {
  return { table, first, count: table.count - first };
}

export function kindAt({ table, first }: HunkLines, i: number): HunkLine["kind"] {
  return kinds[(table.numbers[(first + i) * width + 3] as number) & 3] as HunkLine["kind"];
}

export function endingAt({ table, first }: HunkLines, i: number): Ending {
  return endings[(table.numbers[(first + i) * width + 3] as number) >> 2] as Ending;
}

export function startAt({ table, first }: HunkLines, i: number): number {
  return table.numbers[(first + i) * width] as number;
}

export function endAt({ table, first }: HunkLines, i: number): number {
  return table.numbers[(first + i) * width + 1] as number;
}

export function hasEnding(lines: HunkLines, ending: Ending): boolean {
  for (let i = 0; i < lines.count; i++) if (endingAt(lines, i) === ending) return true;
  return false;
}

export function lineAt(lines: HunkLines, i: number): HunkLine {
  const { table, first } = lines;
  const { bytes, view, numbers } = table;
  const at = (first + i) * width;
  return {
    kind: kindAt(lines, i),
    bytes,
    view,
    start: numbers[at] as number,
    end: numbers[at + 1] as number,
    ending: endingAt(lines, i),
    patchLine: numbers[at + 2] as number,
  };
}

/** The lines as objects, for what is seldom asked of them. */
export function unpacked(lines: HunkLines): HunkLine[] {
  const all: HunkLine[] = [];
  for (let i = 0; i < lines.count; i++) all.push(lineAt(lines, i));
  return all;
}

/** Other lines made of those. */
export function mapLines(lines: HunkLines, change: (line: HunkLine) => HunkLine): HunkLines {
  return packed(lines.table, unpacked(lines).map(change));
}

/** Those lines, but for the last, in whose place are others. */
export function withLast(lines: HunkLines, ...last: readonly HunkLine[]): HunkLines {
  return packed(lines.table, [...unpacked(lines).slice(0, -1), ...last]);
}

/** Lines of the same bytes in a table of their own. */
function packed(words: Words, lines: readonly HunkLine[]): HunkLines {
  const table = tableOf(words, lines.length);
  for (const line of lines) addLine(table, line);
  return linesFrom(table, 0);
}
