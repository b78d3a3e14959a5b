import { type Lines, lineStart, textEnd } from "./lines.ts";

/** Finds equal lines of a file, endings aside, in the time of walking the lines with the same hash. */
export interface LineIndex {
  /** How many lines may equal the text: never too few. */
  rarity(text: Uint8Array): number;
  /** 0-based lines that may equal the text, ascending. */
  candidates(text: Uint8Array): Generator<number>;
}

/** One pass over the file: chains of lines by hash, in typed arrays. */
export function indexLines(lines: Lines): LineIndex {
  const size = tableSize(lines.count);
  const counts = new Uint32Array(size);
  const heads = new Int32Array(size).fill(-1);
  const next = new Int32Array(lines.count);
  // From the last line to the first, so that every chain ascends.
  for (let line = lines.count - 1; line >= 0; line--) {
    const bucket = hash(lines.bytes, lineStart(lines, line), textEnd(lines, line)) & (size - 1);
    next[line] = heads[bucket] as number;
    heads[bucket] = line;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  const bucketOf = (text: Uint8Array): number => hash(text, 0, text.length) & (size - 1);
  return {
    rarity: (text) => counts[bucketOf(text)] as number,
    *candidates(text) {
      for (let line = heads[bucketOf(text)] as number; line >= 0; line = next[line] as number) yield line;
    },
  };
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
