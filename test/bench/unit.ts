const haystackBytes = 64 * 1024 * 1024;
const line = "The quick brown fox jumps over the lazy dog, 0123456789 times.\n\n";
const absent = "the literal that is not there";
const runs = 9;

/**
 * U in milliseconds: the median time of `indexOf` for an absent literal over a 64 MB one-byte string, measured here and now. Times are judged as
 * multiples of it, so that a slow machine is no failure. Works in Node and in a page.
 */
export function measureUnit(): number {
  const haystack = line.repeat(haystackBytes / line.length);
  search(haystack); // `repeat` makes a tree of pieces, and the first search pays for joining them.
  const times = Array.from({ length: runs }, () => timeOf(() => search(haystack)));
  return times.toSorted((a, b) => a - b)[(runs - 1) / 2] ?? Number.NaN;
}

function search(haystack: string): void {
  if (haystack.indexOf(absent) !== -1) throw new Error("The literal is not absent.");
}

function timeOf(action: () => void): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}
