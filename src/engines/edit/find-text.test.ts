import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createFinder } from "./find-text.ts";

function all(text: string, needle: string): number[] {
  const find = createFinder(text, needle);
  const found: number[] = [];
  for (let at = find(0); at >= 0; at = find(at + 1)) found.push(at);
  return found;
}

function allByIndexOf(text: string, needle: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) found.push(at);
  return found;
}

test("finds what indexOf finds, in needles of any length", () => {
  const unit = fc.constantFrom("a", "b");
  const piece = fc.record({ text: fc.string({ unit, minLength: 1, maxLength: 3 }), times: fc.integer({ min: 1, max: 40 }) });
  const repetitive = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.map(({ text, times }) => text.repeat(times)).join(""));
  fc.assert(
    fc.property(repetitive, repetitive, repetitive, (before, needle, after) => {
      fc.pre(needle !== "");
      const text = before + needle + after + needle.slice(1) + needle;
      expect(all(text, needle)).toEqual(allByIndexOf(text, needle));
    }),
    { numRuns: 300 },
  );
});

test("a needle that repeats itself costs no more than text and needle together", () => {
  const text = "a".repeat(4_000_000);
  const half = "a".repeat(100_000);
  expect(createFinder(text, `${half}b${half}`)(0)).toBe(-1);
  expect(createFinder(text, `b${half}`)(0)).toBe(-1);
  expect(createFinder(`${text}b${half}`, `b${half}`)(0)).toBe(text.length);
  expect(createFinder(`${text}b`, `${half}b`)(7)).toBe(text.length - half.length);
});
