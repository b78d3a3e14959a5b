import type { Ranges } from "./code-point-set.ts";
import { intersect, keyOf } from "./code-point-set.ts";

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

/** Tries of the sets last asked for: most patterns share the same few classes. */
const remembered = new Map<string, Utf8Trie>();
const rememberedMost = 32;

export function utf8Trie(ranges: Ranges): Utf8Trie {
  const key = keyOf(ranges);
  const known = remembered.get(key);
  if (known) return known;
  const trie = buildTrie(ranges);
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= rememberedMost) remembered.delete(oldest);
  remembered.set(key, trie);
  return trie;
}

function buildTrie(ranges: Ranges): Utf8Trie {
  const root = new Uint16Array(256);
  const builder = new TrieBuilder();
  for (let i = 0; i < ranges.length; i += 2)
    root.fill(accepted, Math.min(ranges[i] as number, 0x80), Math.min(ranges[i + 1] as number, 0x7f) + 1);
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
    const step = 64 ** (depth - 1);
    const last = base + 64 * step - 1;
    const entries = new Uint16Array(64);
    for (let i = firstReaching(ranges, base); i < ranges.length && (ranges[i] as number) <= last; i += 2) {
      const low = Math.max(ranges[i] as number, base);
      const high = Math.min(ranges[i + 1] as number, last);
      for (let child = Math.floor((low - base) / step); child <= Math.floor((high - base) / step); child++) {
        const from = base + child * step;
        const covered = low <= from && high >= from + step - 1;
        entries[child] ||= covered ? this.#everything(depth - 1) : this.node(ranges, depth - 1, from);
      }
    }
    return entries.some((entry) => entry !== 0) ? this.#intern(entries) : 0;
  }

  finish(): Uint16Array {
    return Uint16Array.from(this.#entries);
  }

  /** The entry for whatever ends in `depth` more bytes. */
  #everything(depth: number): number {
    return depth === 0 ? accepted : this.#intern(new Uint16Array(64).fill(this.#everything(depth - 1)));
  }

  #intern(entries: Uint16Array): number {
    const key = String.fromCharCode(...entries);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const entry = this.#entries.length / 64 + 2;
    this.#entries.push(...entries);
    this.#known.set(key, entry);
    return entry;
  }
}

/** Index of the first range that ends at `point` or later. */
function firstReaching(ranges: Ranges, point: number): number {
  let from = 0;
  let to = ranges.length / 2;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ranges[2 * middle + 1] as number) < point) from = middle + 1;
    else to = middle;
  }
  return 2 * from;
}
