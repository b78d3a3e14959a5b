/** Code points as sorted, disjoint, non-adjacent ranges: [low, high, low, high, …], both ends included. */
export type Ranges = readonly number[];

/** Everything a text can hold. Surrogates are not characters, so no set contains them: a lone one in a text is never matched. */
export const everything: Ranges = [0, 0xd7ff, 0xe000, 0x10ffff];

/** The union of pairs in any order, overlapping or not. */
export function union(pairs: readonly (readonly [number, number])[]): Ranges {
  const merged: number[] = [];
  for (const [low, high] of pairs.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.length - 1;
    if (last > 0 && low <= (merged[last] as number) + 1) merged[last] = Math.max(merged[last] as number, high);
    else merged.push(low, high);
  }
  return intersectEverything(merged);
}

/** Every character that is not in `ranges`. */
export function negate(ranges: Ranges): Ranges {
  const gaps: number[] = [];
  let next = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    const low = ranges[i] as number;
    if (low > next) gaps.push(next, low - 1);
    next = (ranges[i + 1] as number) + 1;
  }
  if (next <= 0x10ffff) gaps.push(next, 0x10ffff);
  return intersectEverything(gaps);
}

/** What is in both. */
export function intersect(a: Ranges, b: Ranges): Ranges {
  const common: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const low = Math.max(a[i] as number, b[j] as number);
    const high = Math.min(a[i + 1] as number, b[j + 1] as number);
    if (low <= high) common.push(low, high);
    if ((a[i + 1] as number) < (b[j + 1] as number)) i += 2;
    else j += 2;
  }
  return common;
}

export function unite(a: Ranges, b: Ranges): Ranges {
  return union([...pairsOf(a), ...pairsOf(b)]);
}

const keys = new WeakMap<Ranges, string>();

/** The same text for equal sets; the large ones are asked for again and again. */
export function keyOf(ranges: Ranges): string {
  const key = keys.get(ranges) ?? ranges.join();
  keys.set(ranges, key);
  return key;
}

/** ASCII only: characters that are one byte. */
export function isAscii(ranges: Ranges): boolean {
  return ranges.length === 0 || (ranges.at(-1) as number) < 0x80;
}

export function pairsOf(ranges: Ranges): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i] as number, ranges[i + 1] as number]);
  return pairs;
}

/** The code point of a set of exactly one. */
export function single(ranges: Ranges): number | undefined {
  return ranges.length === 2 && ranges[0] === ranges[1] ? ranges[0] : undefined;
}

/** A membership test made for scanning: one table look-up for ASCII, a binary search above. */
export function membership(ranges: Ranges): (codePoint: number) => boolean {
  const ascii = new Uint8Array(128);
  for (const [low, high] of pairsOf(ranges)) {
    for (let point = low; point <= high && point < 128; point++) ascii[point] = 1;
  }
  return (codePoint) => (codePoint < 128 ? ascii[codePoint] === 1 : contains(ranges, codePoint));
}

export function contains(ranges: Ranges, codePoint: number): boolean {
  let from = 0;
  let to = ranges.length / 2;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (codePoint < (ranges[2 * middle] as number)) to = middle;
    else if (codePoint > (ranges[2 * middle + 1] as number)) from = middle + 1;
    else return true;
  }
  return false;
}

function intersectEverything(ranges: Ranges): Ranges {
  const kept: number[] = [];
  for (const [low, high] of pairsOf(ranges)) {
    if (low <= 0xd7ff) kept.push(low, Math.min(high, 0xd7ff));
    if (high >= 0xe000) kept.push(Math.max(low, 0xe000), high);
  }
  return kept;
}
