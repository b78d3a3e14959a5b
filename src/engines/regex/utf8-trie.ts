import type { Ranges } from "./code-point-set.ts";
import { intersect } from "./code-point-set.ts";

/**
 * The UTF-8 encodings of a set of characters, byte after byte. An entry is 0 where no character of the set goes on, `accepted` where one ends,
 * and else says which node reads the next byte: nodes have 64 entries, for the bytes 0x80 to 0xBF.
 */
export interface Utf8Trie {
  /** By the first byte. */
  readonly root: Uint16Array;
  /** Entry of the node that an entry leads to, for a byte: `nodes[nodeEntry(entry, byte)]`. */
  readonly nodes: Uint16Array;
}

export const accepted = 1;

export function nodeEntry(entry: number, byte: number): number {
  return ((entry - 2) << 6) | (byte & 0x3f);
}

/** First and last lead byte of each encoded length, the code points it is for, and how many bytes follow. */
const lengths = [
  { first: 0xc2, last: 0xdf, payload: 0x1f, low: 0x80, high: 0x7ff, depth: 1 },
  { first: 0xe0, last: 0xef, payload: 0x0f, low: 0x800, high: 0xffff, depth: 2 },
  { first: 0xf0, last: 0xf4, payload: 0x07, low: 0x1_0000, high: 0x10_ffff, depth: 3 },
];

export function utf8Trie(ranges: Ranges): Utf8Trie {
  const root = new Uint16Array(256);
  const builder = new TrieBuilder();
  for (let i = 0; i < ranges.length; i += 2) {
    for (let point = ranges[i] as number; point <= Math.min(ranges[i + 1] as number, 0x7f); point++) root[point] = accepted;
  }
  for (const { first, last, payload, low, high, depth } of lengths) {
    const members = intersect(ranges, [low, high]);
    for (let lead = first; lead <= last; lead++) root[lead] = builder.node(members, depth, (lead & payload) << (6 * depth));
  }
  return { root, nodes: builder.finish() };
}

/** Makes equal nodes once. */
class TrieBuilder {
  readonly #entries: number[] = [];
  readonly #known = new Map<string, number>();

  /** The entry for the characters from `base` that differ in their last `depth` bytes. */
  node(ranges: Ranges, depth: number, base: number): number {
    const covered = coverage(ranges, base, base + 64 ** depth - 1);
    if (covered === "none") return 0;
    if (depth === 0) return accepted;
    const step = 64 ** (depth - 1);
    const first = this.node(ranges, depth - 1, base);
    const rest = (index: number): number => (covered === "all" ? first : this.node(ranges, depth - 1, base + index * step));
    return this.#intern(Array.from({ length: 64 }, (_, index) => (index === 0 ? first : rest(index))));
  }

  finish(): Uint16Array {
    return Uint16Array.from(this.#entries);
  }

  #intern(entries: readonly number[]): number {
    const key = entries.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const entry = this.#entries.length / 64 + 2;
    this.#entries.push(...entries);
    this.#known.set(key, entry);
    return entry;
  }
}

function coverage(ranges: Ranges, low: number, high: number): "none" | "all" | "some" {
  let from = 0;
  let to = ranges.length / 2;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ranges[2 * middle + 1] as number) < low) from = middle + 1;
    else to = middle;
  }
  const first = ranges[2 * from];
  if (first === undefined || first > high) return "none";
  return first <= low && (ranges[2 * from + 1] as number) >= high ? "all" : "some";
}
