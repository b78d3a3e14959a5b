import fc from "fast-check";
// @ts-expect-error the package ships no types
import untyped from "picomatch";
import { expect, test } from "vitest";
import { compileGlob } from "./index.ts";

type Options = Readonly<Record<string, boolean>>;
const picomatch = untyped as ((pattern: string, options: Options) => (path: string) => boolean) & {
  makeRe(pattern: string, options: Options): RegExp;
};

// Patterns and paths are made so that both libraries have a rule for them: no brackets, braces, parentheses or "!", nothing beyond the
// basic plane, no empty name (so no slash at either end), stars side by side only as a whole component, at most two stars elsewhere.
const text = fc.constantFrom("a", "b", "?", ".a");
const segment = fc
  .tuple(
    fc.array(text, { minLength: 1, maxLength: 2 }),
    fc.constantFrom("", "*"),
    fc.array(text, { maxLength: 2 }),
    fc.constantFrom("", "*"),
  )
  .map(([head, star, middle, end]) => [...head, star, ...middle, middle.length > 0 ? end : ""].join(""));
const component = fc.oneof(
  segment,
  segment.map((source) => (source.includes("*") ? source : `*${source}`)),
  fc.constantFrom("*", "**"),
);
const pattern = fc.array(component, { minLength: 1, maxLength: 4 }).map((components) => components.join("/"));
const name = fc.array(fc.constantFrom("a", "b", ".a"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));

/** Where the two differ: picomatch wants a name for a final `**` when a wildcard stands before it. */
function hasEmptyGlobstarTail(source: string, tested: string): boolean {
  return source.endsWith("/**") && compileGlob(source.slice(0, -"/**".length)).matches(tested);
}

test("picomatch agrees where both have a rule", () => {
  const options = { dot: true, nobrace: true, noextglob: true, nonegate: true };
  fc.assert(
    fc.property(pattern, path, fc.boolean(), (source, lower, ignoreCase) => {
      const tested = ignoreCase ? lower.toUpperCase() : lower;
      const expected = hasEmptyGlobstarTail(source, lower) || picomatch(source, { ...options, nocase: ignoreCase })(tested);
      expect(compileGlob(source, { ignoreCase }).matches(tested)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

// The second letter of each text can be read by two branches, or in two rounds: V8 tries all ways to share out a name of a's, 2^28 for one of 28,
// and with one of 255 it is not done when the machine is. So picomatch judges here and matches nowhere else, not even one name at a time.
test.each([
  ["(a|a)+b", "^(?:(a|a)+b)$"],
  ["(a*)+b", "^(?:(a[^/]*?)+b)$"],
  ["([ab]|a)+c", "^(?:((?:\\[ab\\]|[ab])|a)+c)$"],
])("picomatch makes of the segment %s an expression that backtracks without end", (segmentOfModel, source) => {
  expect(picomatch.makeRe(segmentOfModel, { dot: true, nobrace: true, noextglob: true, nonegate: true }).source).toBe(source);
  expect(compileGlob(segmentOfModel).matches("a".repeat(255))).toBe(false);
});
