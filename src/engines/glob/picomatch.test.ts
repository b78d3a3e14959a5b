import fc from "fast-check";
// @ts-expect-error the package ships no types
import untyped from "picomatch";
import { expect, test } from "vitest";
import { compileGlob } from "./index.ts";

const picomatch = untyped as (pattern: string, options: Readonly<Record<string, boolean>>) => (path: string) => boolean;

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
