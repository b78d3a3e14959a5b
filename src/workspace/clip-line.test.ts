import { describe, expect, test } from "vitest";
import { clipLine } from "./clip-line.ts";
import fc from "fast-check";

describe("clipLine", () => {
  test("a line that fits is whole, counted in code points", () => {
    expect(clipLine("😀".repeat(4), 0, 4)).toEqual({ text: "😀".repeat(4), clipped: false });
    expect(clipLine("", 0, 4)).toEqual({ text: "", clipped: false });
  });

  test("a match near the beginning keeps the beginning", () => {
    expect(clipLine("abcdefgh", 1, 4)).toEqual({ text: "abcd…", clipped: true });
  });

  test("a match in the middle is seen with what leads up to it", () => {
    expect(clipLine("abcdefgh", 4, 4)).toEqual({ text: "…defg…", clipped: true });
  });

  test("a match near the end keeps the end", () => {
    expect(clipLine("abcdefgh", 7, 4)).toEqual({ text: "…efgh", clipped: true });
  });

  test("no pair of surrogates is cut, and the match is in what is left", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "é", "😀"), { minLength: 1, maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 4, max: 30 }),
        (points, pick, most) => {
          const before = points.slice(0, pick % points.length);
          const line = [...before, "X", ...points.slice(before.length)].join("");
          const { text, clipped } = clipLine(line, before.join("").length, most);
          const shown = text.replace(/^…/, "").replace(/…$/, "");
          expect(text.isWellFormed()).toBe(true);
          expect(clipped).toBe(points.length + 1 > most);
          expect([...shown]).toHaveLength(Math.min(points.length + 1, most));
          expect(line).toContain(shown);
          expect(shown).toContain("X");
        },
      ),
    );
  });
});
