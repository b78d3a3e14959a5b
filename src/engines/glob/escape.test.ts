import fc from "fast-check";
import { expect, test } from "vitest";
import { compileGlob, escapeGlob } from "./index.ts";

const text = fc.string({
  unit: fc.oneof(fc.constantFrom("**", "/**/", ...Array.from("\\*?[]{},!^-/.a")), fc.string({ unit: "grapheme", maxLength: 1 })),
});

test("an escaped text matches itself", () => {
  fc.assert(
    fc.property(text, (name) => {
      expect(compileGlob(escapeGlob(name)).matches(name)).toBe(true);
    }),
  );
});

test("an escaped text matches nothing else", () => {
  fc.assert(
    fc.property(text, text, (name, other) => {
      expect(compileGlob(escapeGlob(name)).matches(other)).toBe(name === other);
    }),
  );
});

test("escaped texts can be the alternatives of a group", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (names, other) => {
      const glob = compileGlob(`{${names.map(escapeGlob).join(",")}}`);
      for (const name of names) expect(glob.matches(name)).toBe(true);
      expect(glob.matches(other)).toBe(names.includes(other));
    }),
  );
});

test("only syntax is escaped", () => {
  expect(escapeGlob("app/[id]/(group)/a b+c!.ts")).toBe("app/\\[id\\]/(group)/a b+c!.ts");
});
