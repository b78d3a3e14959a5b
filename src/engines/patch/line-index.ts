import { type Lines, lineStart, textEnd } from "./lines.ts";

/** Finds runs of lines of a file, endings aside. Lines are compared by hash, so what it yields has still to be compared. */
export interface LineIndex {
  /** How many lines may equal the text: never too few. */
  rarity(text: Uint8Array): number;
  /** 0-based lines that may equal the text, ascending. */
  candidates(text: Uint8Array): Generator<number>;
  /** 0-based lines at which all the texts may stand one below the other, ascending. Time is linear in the file, however often lines repeat. */
  runs(texts: readonly Uint8Array[]): Generator<number>;
}

/** One pass over the file: chains of lines by hash, in typed arrays. */
export function indexLines(lines: Lines): LineIndex {
  const table = hashTable(lines);
  const { size, counts, heads, next, hashes } = table;
  const bucketOf = (text: Uint8Array): number => hash(text, 0, text.length) & (size - 1);
  return {
    rarity: (text) => counts[bucketOf(text)] as number,
    *candidates(text) {
      for (let line = heads[bucketOf(text)] as number; line >= 0; line = next[line] as number) yield line;
    },
    runs(texts) {
      const wanted = Int32Array.from(texts, (text) => hash(text, 0, text.length));
      const rarities = wanted.map((value) => counts[value & (size - 1)] as number);
      const offset = rarities.indexOf(rarities.reduce((rarest, rarity) => Math.min(rarest, rarity)));
      const steps = (rarities[offset] as number) * wanted.length;
      return steps > lines.count ? runsBySkipping(hashes, wanted) : runsAround(table, wanted, offset);
    },
  };
}

interface HashTable {
  readonly size: number;
  readonly hashes: Int32Array;
  readonly counts: Uint32Array;
  readonly heads: Int32Array;
  readonly next: Int32Array;
}

function hashTable(lines: Lines): HashTable {
  const size = tableSize(lines.count);
  const hashes = new Int32Array(lines.count);
  const counts = new Uint32Array(size);
  const heads = new Int32Array(size).fill(-1);
  const next = new Int32Array(lines.count);
  // From the last line to the first, so that every chain ascends.
  for (let line = lines.count - 1; line >= 0; line--) {
    const value = hash(lines.bytes, lineStart(lines, line), textEnd(lines, line));
    const bucket = value & (size - 1);
    hashes[line] = value;
    next[line] = heads[bucket] as number;
    heads[bucket] = line;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  return { size, hashes, counts, heads, next };
}

/** The rarest line leads to the runs. */
function* runsAround({ size, heads, next, hashes }: HashTable, wanted: Int32Array, offset: number): Generator<number> {
  for (let line = heads[(wanted[offset] as number) & (size - 1)] as number; line >= 0; line = next[line] as number) {
    if (equalAt(hashes, wanted, line - offset)) yield line - offset;
  }
}

function equalAt(hashes: Int32Array, wanted: Int32Array, at: number): boolean {
  if (at < 0 || at + wanted.length > hashes.length) return false;
  for (let i = 0; i < wanted.length; i++) if (hashes[at + i] !== wanted[i]) return false;
  return true;
}

/** Knuth, Morris and Pratt: no line of the file is looked at twice. */
function* runsBySkipping(hashes: Int32Array, wanted: Int32Array): Generator<number> {
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let line = 0; line < hashes.length; line++) {
    while (matched > 0 && hashes[line] !== wanted[matched]) matched = borders[matched - 1] as number;
    if (hashes[line] === wanted[matched]) matched++;
    if (matched < wanted.length) continue;
    yield line + 1 - matched;
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

/** A power of two with about one line in each bucket. */
function tableSize(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(count, 2)));
}

/** FNV-1a, its high bits mixed into the low ones that choose the bucket. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let i = start; i < end; i++) value = Math.imul(value ^ (bytes[i] as number), 0x01000193);
  return value ^ (value >>> 15);
}
