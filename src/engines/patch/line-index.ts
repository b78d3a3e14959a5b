import { endAt, kindAt, type Side, startAt } from "./hunk-lines.ts";
import { type Lines, lineStart, type Slice, textEnd } from "./lines.ts";

/** Called with a 0-based line; false ends the search. */
export type Visit = (line: number) => boolean;

/** Finds runs of lines of a file, endings aside. Lines are compared by hash, so what it finds has still to be compared. */
export interface LineIndex {
  /** Lines that may equal the text, ascending. */
  visitLines(text: Slice, visit: Visit): void;
  /** Lines at which the side may stand, ascending. Time is linear in the file, however often lines repeat. */
  visitRuns(side: Side, visit: Visit): void;
}

/** One pass over the file: chains of lines by hash, in typed arrays. */
export function indexLines(lines: Lines): LineIndex {
  const table = hashTable(lines);
  return {
    visitLines(text, visit) {
      let line = firstOf(table, hash(text.view, text.start, text.end));
      while (line >= 0 && visit(line)) line = nextOf(table, line);
    },
    visitRuns(side, visit) {
      const wanted = hashesOf(side);
      // Where every line stands in more places than these, it takes no longer to look at the whole file.
      const offset = rarest(table, wanted, Math.min(countedLines, Math.floor(lines.count / wanted.length)));
      if (offset === undefined) runsBySkipping(table, wanted, visit);
      else runsAround(table, { wanted, offset }, visit);
    },
  };
}

function hashesOf({ lines, without, count }: Side): Int32Array {
  const hashes = new Int32Array(count);
  let next = 0;
  for (let i = 0; i < lines.count; i++)
    if (kindAt(lines, i) !== without) hashes[next++] = hash(lines.table.view, startAt(lines, i), endAt(lines, i));
  return hashes;
}

/** Of a line that stands in more places than these it only matters that there are many. */
const countedLines = 1_000;

/** Which of the lines the file has least of, if that one stands in at most so many places. */
function rarest(table: HashTable, wanted: Int32Array, most: number): number | undefined {
  let offset: number | undefined;
  let count = most + 1;
  for (let i = 0; i < wanted.length && count > 1; i++) {
    const times = countUpTo(count, table, wanted[i] as number);
    if (times < count) [offset, count] = [i, times];
  }
  return offset;
}

function countUpTo(most: number, table: HashTable, value: number): number {
  let count = 0;
  for (let line = firstOf(table, value); line >= 0 && count < most; line = nextOf(table, line)) count++;
  return count;
}

/** Lines are counted from 1 in the table, so that 0 is the end of a chain. */
interface HashTable {
  readonly hashes: Int32Array;
  readonly heads: Int32Array;
  readonly next: Int32Array;
}

function hashTable(lines: Lines): HashTable {
  const size = tableSize(lines.count);
  const hashes = new Int32Array(lines.count);
  const heads = new Int32Array(size);
  const next = new Int32Array(lines.count);
  // From the last line to the first, so that every chain ascends.
  for (let line = lines.count - 1; line >= 0; line--) {
    const value = hash(lines.view, lineStart(lines, line), textEnd(lines, line));
    const bucket = value & (size - 1);
    hashes[line] = value;
    next[line] = heads[bucket] as number;
    heads[bucket] = line + 1;
  }
  return { hashes, heads, next };
}

/** 0-based, as every line that leaves the table; negative: none. */
function firstOf({ heads }: HashTable, value: number): number {
  return (heads[value & (heads.length - 1)] as number) - 1;
}

function nextOf({ next }: HashTable, line: number): number {
  return (next[line] as number) - 1;
}

interface Sought {
  readonly wanted: Int32Array;
  /** The line among them that leads to the runs. */
  readonly offset: number;
}

function runsAround(table: HashTable, { wanted, offset }: Sought, visit: Visit): void {
  let line = firstOf(table, wanted[offset] as number);
  while (line >= 0 && (!equalAt(table.hashes, wanted, line - offset) || visit(line - offset))) line = nextOf(table, line);
}

function equalAt(hashes: Int32Array, wanted: Int32Array, at: number): boolean {
  if (at < 0 || at + wanted.length > hashes.length) return false;
  for (let i = 0; i < wanted.length; i++) if (hashes[at + i] !== wanted[i]) return false;
  return true;
}

/** Knuth, Morris and Pratt: no line of the file is looked at twice. */
function runsBySkipping({ hashes }: HashTable, wanted: Int32Array, visit: Visit): void {
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let line = 0; line < hashes.length; line++) {
    while (matched > 0 && hashes[line] !== wanted[matched]) matched = borders[matched - 1] as number;
    if (hashes[line] === wanted[matched]) matched++;
    if (matched < wanted.length) continue;
    if (!visit(line + 1 - matched)) return;
    matched = borders[matched - 1] as number;
  }
}

/** For each prefix the length of its longest proper prefix that also ends it. */
function bordersOf(wanted: Int32Array): Uint32Array {
  const borders = new Uint32Array(wanted.length);
  for (let i = 1, border = 0; i < wanted.length; i++) {
    while (border > 0 && wanted[i] !== wanted[border]) border = borders[border - 1] as number;
    if (wanted[i] === wanted[border]) border++;
    borders[i] = border;
  }
  return borders;
}

/** A power of two: half as many buckets as lines, so that more of them stay near at hand. */
function tableSize(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(count, 2)) - 1);
}

/**
 * Two words at a time, each multiplied into a sum of its own, so that neither waits for the other; the last two overlap those before them. In the
 * end mixed so that every byte reaches the low bits that choose the bucket.
 */
function hash(view: DataView, start: number, end: number): number {
  const last = end - 8;
  if (last < start) return mixed(hashOfFew(view, start, end));
  let even = end - start;
  let odd = 0;
  for (let i = start; i < last; i += 8) {
    even = folded(even, view.getInt32(i, true));
    odd = folded(odd, view.getInt32(i + 4, true));
  }
  even = folded(even, view.getInt32(last, true));
  odd = folded(odd, view.getInt32(last + 4, true));
  return mixed(even ^ rotated(odd));
}

function hashOfFew(view: DataView, start: number, end: number): number {
  let value = end - start;
  for (let i = start; i < end; i++) value = folded(value, view.getUint8(i));
  return value;
}

/** What is multiplied moves up, what is rotated comes down again. */
function folded(value: number, word: number): number {
  return Math.imul(rotated(value) ^ word, 0x9e3779b1);
}

function rotated(value: number): number {
  return (value << 13) | (value >>> 19);
}

function mixed(value: number): number {
  const product = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return product ^ (product >>> 13);
}
