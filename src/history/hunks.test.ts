import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyHunks, carryOver, compose, hunksBetween, inverse, type Hunk } from "./hunks.ts";

const texts = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n"), { maxLength: 12 }).map((lines) => lines.join(""));

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function applied(text: string, hunks: readonly Hunk[]): string {
  return applyHunks(linesOf(text), hunks).join("");
}

function expectApart(hunks: readonly Hunk[]): void {
  hunks.forEach(({ start, removed }, index) => expect(start + removed.length).toBeLessThan(hunks[index + 1]?.start ?? Infinity));
}

describe("hunks", () => {
  test("make the one text into the other, and back", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const hunks = hunksBetween(before, after);
        expectApart(hunks);
        expect(applied(before, hunks)).toBe(after);
        expect(applied(after, inverse(hunks))).toBe(before);
      }),
    );
  });

  test("composed are both, one after the other; and nothing where they come back", () => {
    fc.assert(
      fc.property(texts, texts, texts, (a, b, c) => {
        const composed = compose(hunksBetween(a, b), hunksBetween(b, c));
        expectApart(composed);
        expect(applied(a, composed)).toBe(c);
        expect(compose(hunksBetween(a, b), inverse(hunksBetween(a, b)))).toEqual([]);
      }),
    );
  });

  test("that are carried over give the same text, whoever comes first", () => {
    let merged = 0;
    fc.assert(
      fc.property(texts, texts, texts, (base, one, other) => {
        const [ours, theirs] = [hunksBetween(base, one), hunksBetween(base, other)];
        const carried = carryOver(theirs, ours);
        expect(carried === undefined).toBe(carryOver(ours, theirs) === undefined);
        if (!carried) return;
        merged += ours.length > 0 && theirs.length > 0 ? 1 : 0;
        expect(applied(other, carried)).toBe(applied(one, carryOver(ours, theirs) ?? []));
      }),
      { numRuns: 3_000, seed: 1 },
    );
    expect(merged).toBeGreaterThan(10);
  });

  test.each([
    ["the same line", "1\nx\n3\n4\n", "1\ny\n3\n4\n", false],
    ["the next line", "1\nx\n3\n4\n", "1\n2\ny\n4\n", false],
    ["one line between", "x\n2\n3\n4\n", "1\n2\ny\n4\n", true],
    ["two that are put in at one place", "1\nx\n2\n3\n4\n", "1\ny\n2\n3\n4\n", false],
    ["a line put in before one that is changed", "1\nx\n2\n3\n4\n", "1\ny\n3\n4\n", false],
    ["a line put in after one that is changed", "1\n2\nx\n3\n4\n", "1\ny\n3\n4\n", false],
    ["a line put in next to one that stays", "1\n2\nx\n3\n4\n", "1\n2\n3\ny\n", true],
    ["the same change", "1\nx\n3\n4\n", "1\nx\n3\n4\n", false],
  ])("are apart or not: %s", (_, one, other, apart) => {
    const base = "1\n2\n3\n4\n";
    expect(carryOver(hunksBetween(base, one), hunksBetween(base, other)) !== undefined).toBe(apart);
  });
});
