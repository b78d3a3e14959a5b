/**
 * Counts the occurrences of a needle, overlapping ones too, and gives the offsets of the first `keep`. By Knuth, Morris and Pratt, in time
 * linear in text and needle: asking indexOf again after each hit is quadratic where the needle repeats itself.
 */
export function countOccurrences(
  text: string,
  needle: string,
  keep: number,
): { readonly count: number; readonly first: readonly number[] } {
  const borders = bordersOf(needle);
  const first: number[] = [];
  let count = 0;
  let matched = 0;
  for (let i = 0; i < text.length; i++) {
    matched = extend(needle, borders, matched, text.charCodeAt(i));
    if (matched < needle.length) continue;
    count++;
    if (first.length < keep) first.push(i + 1 - needle.length);
    matched = borders[matched - 1] as number;
  }
  return { count, first };
}

/** For each prefix of the needle, the length of its longest proper prefix that is also its suffix. */
export function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  for (let i = 1; i < needle.length; i++) borders[i] = extend(needle, borders, borders[i - 1] as number, needle.charCodeAt(i));
  return borders;
}

/** How much of the needle is matched after one more unit, when `matched` units were before it. */
export function extend(needle: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && needle.charCodeAt(length) !== unit) length = borders[length - 1] as number;
  return needle.charCodeAt(length) === unit ? length + 1 : length;
}
