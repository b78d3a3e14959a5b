import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, foldPoint, oneWayCapitals, unfoldPoint } from "./fold.ts";

describe("folding", () => {
  test.each([
    ["ABC.md", "abc.md"],
    ["ΑΣ ΑΣ", "ασ ασ"],
    ["ς", "ς"],
    ["İI", "ii"],
    ["ẞß", "ßß"],
    ["\u212A\u212B", "kå"],
    ["ǅ", "ǆ"],
    ["𐐀😀", "𐐨😀"],
    ["ı", "ı"],
  ])("%s is %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test("goes code point by code point", () => {
    const unit = fc.oneof(fc.constantFrom("Σ", "İ", "A", "ß", "𐐀"), fc.string({ unit: "binary", minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const points = Array.from(text, (character) => foldPoint(character.codePointAt(0) as number));
        expect(fold(text)).toBe(String.fromCodePoint(...points));
      }),
    );
  });
});

test("the table of capitals without a way back is complete for the Unicode of this engine", () => {
  const found: number[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const lower = foldPoint(point);
    if (lower !== point && unfoldPoint(lower) !== point) found.push(point);
  }
  const listed = oneWayCapitals.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  expect(listed).toEqual(found);
});

test.each([
  ["a", "A"],
  ["é", "É"],
  ["ß", "ß"],
  ["ŉ", "ŉ"],
  ["𐐨", "𐐀"],
  ["1", "1"],
])("the simple upper case of %s is %s", (lower, upper) => {
  expect(unfoldPoint(lower.codePointAt(0) as number)).toBe(upper.codePointAt(0));
});
