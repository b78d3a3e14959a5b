import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldConfusables, foldLine } from "./fold-line.ts";

/** Written out apart from the table of the code: code points, and what they are folded to. */
const listed: readonly { readonly points: readonly number[]; readonly ascii: string }[] = [
  { points: [0x2018, 0x2019, 0x201a, 0x201b, 0x2032, 0x2039, 0x203a], ascii: "'" },
  { points: [0x201c, 0x201d, 0x201e, 0x201f, 0x2033, 0xab, 0xbb], ascii: '"' },
  { points: [0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xfe58, 0xfe63, 0xff0d], ascii: "-" },
  { points: [0xa0, 0x1680, ...range(0x2000, 0x200a), 0x202f, 0x205f, 0x3000], ascii: " " },
  { points: [0x200b, 0x200c, 0x200d, 0x2060, 0xfeff], ascii: "" },
  { points: [0x2026], ascii: "..." },
  { points: [0xfb00], ascii: "ff" },
  { points: [0xfb01], ascii: "fi" },
  { points: [0xfb02], ascii: "fl" },
  { points: [0xfb03], ascii: "ffi" },
  { points: [0xfb04], ascii: "ffl" },
];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

describe("foldConfusables", () => {
  test.each(listed)("folds to $ascii", ({ points, ascii }) => {
    for (const point of points) expect(foldConfusables(`a${String.fromCodePoint(point)}b`)).toBe(`a${ascii}b`);
  });

  test("of all code points, those of the list and no other change [#144]", () => {
    const expected = new Map(listed.flatMap(({ points, ascii }) => points.map((point) => [point, ascii] as const)));
    for (const point of range(0xff01, 0xff5e)) expected.set(point, String.fromCodePoint(point - 0xfee0));
    const changed: number[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      const folded = foldConfusables(character);
      if (folded !== (expected.get(point) ?? character)) changed.push(point);
    }
    expect(changed).toEqual([]);
    expect(foldConfusables("é ß 漢字 😀")).toBe("é ß 漢字 😀");
  });

  test("full width, the invisible, the ellipsis and the ligatures [#145]", () => {
    for (const point of range(0xff01, 0xff5e))
      expect(foldConfusables(String.fromCodePoint(point))).toBe(String.fromCodePoint(point - 0xfee0));
    expect(foldConfusables("a\u200bb\u200cc\u200dd\u2060e\ufefff")).toBe("abcdef");
    expect(foldConfusables("wait…")).toBe("wait...");
    expect(foldConfusables("ﬀ ﬁ ﬂ ﬃ ﬄ")).toBe("ff fi fl ffi ffl");
  });

  test("leaves ASCII alone [#146]", () => {
    const ascii = range(0, 0x7f).map((point) => String.fromCodePoint(point));
    expect(foldConfusables(ascii.join(""))).toBe(ascii.join(""));
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...ascii) }), (text) => foldConfusables(text) === text));
  });
});

describe("foldLine", () => {
  test("cuts spaces, tabs and CR at the end, and nothing at the start [#147]", () => {
    expect(foldLine("\t  x = 1; \t \r")).toBe("\t  x = 1;");
    expect(foldLine("x\r\r")).toBe("x");
    expect(foldLine("  x")).toBe("  x");
    expect(foldLine("x\v")).toBe("x\v");
    expect(foldLine(" \t\r")).toBe("");
  });

  test("cuts blanks that are folded to spaces", () => {
    expect(foldLine("x\u00a0\u3000")).toBe("x");
  });
});
