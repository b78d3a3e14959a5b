import * as fc from "fast-check";
import { expect, test } from "vitest";
import { alignLines } from "./align-lines.ts";

function origins(before: string, after: string): number[] | undefined {
  const aligned = alignLines(Array.from(before), Array.from(after));
  return aligned && Array.from(aligned);
}

test("gives each line the one it comes from", () => {
  expect(origins("abc", "abc")).toEqual([0, 1, 2]);
  expect(origins("abc", "axc")).toEqual([0, -1, 2]);
  expect(origins("abcd", "xbyd")).toEqual([-1, 1, -1, 3]);
  expect(origins("", "ab")).toEqual([-1, -1]);
  expect(origins("ab", "")).toEqual([]);
  expect(origins("aab", "ab")).toEqual([0, 2]);
});

test("more than a thousand lines that differ on both sides are too many, the same lines around them are not", () => {
  const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);
  expect(alignLines(numbered("a", 1_025), numbered("b", 1_024))).toBeUndefined();
  const same = numbered("same", 5_000);
  expect(alignLines([...same, ...numbered("a", 1_024)], [...same, ...numbered("b", 1_024)])?.subarray(4_999, 5_001)).toEqual(
    Int32Array.of(4_999, -1),
  );
});

/** Length of a longest common subsequence, by trying all. */
function longest(before: string, after: string): number {
  if (before === "" || after === "") return 0;
  if (before[0] === after[0]) return 1 + longest(before.slice(1), after.slice(1));
  return Math.max(longest(before.slice(1), after), longest(before, after.slice(1)));
}

test("keeps the order, pairs equal lines only, and as many as can be", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const found = origins(before, after) ?? [];
      const pairs = found.flatMap((from, to) => (from < 0 ? [] : [[from, to] as const]));
      expect(pairs.every(([from, to]) => before[from] === after[to])).toBe(true);
      expect(pairs.every(([from], i) => i === 0 || from > (pairs[i - 1]?.[0] ?? -1))).toBe(true);
      expect(pairs.length).toBe(longest(before, after));
    }),
  );
});
