import fc from "fast-check";
import { expect, test } from "vitest";
import { compileGlob } from "./index.ts";

// The rules once more, as plainly as they can be said: try everything, and mind no cost. Classes here hold no `/`, brace or comma.

test("the engine agrees with the rules tried out by brute force", () => {
  const piece = fc.constantFrom(
    "a",
    "b",
    ".",
    "*",
    "?",
    "**",
    "***",
    "/",
    "/**/",
    "[ab]",
    "[!a]",
    "\\*",
    "{a,b}",
    "{a/,}",
    "{**/b,}",
    "{/**,{b,}}",
    "😀",
  );
  const pattern = fc
    .array(piece, { maxLength: 8 })
    .filter((pieces) => pieces.filter((each) => each.startsWith("{")).length <= 5)
    .map((pieces) => pieces.join(""));
  const path = fc.string({ unit: fc.constantFrom("a", "b", ".", "*", "/", "/", "😀"), maxLength: 9 });
  fc.assert(
    fc.property(pattern, path, (source, tested) => {
      expect(compileGlob(source).matches(tested)).toBe(matchesByTrial(source, tested));
    }),
    { numRuns: 3_000 },
  );
});

function matchesByTrial(pattern: string, path: string): boolean {
  return alternatives(pattern).some((alternative) => tails(alternative.split("/")).some((parts) => namesMatch(parts, path.split("/"))));
}

function alternatives(pattern: string): string[] {
  const open = pattern.indexOf("{");
  if (open < 0) return [pattern];
  const cuts = [open];
  for (let i = open + 1, depth = 1; depth > 0; i++) {
    depth += pattern[i] === "{" ? 1 : pattern[i] === "}" ? -1 : 0;
    if (depth === 0 || (depth === 1 && pattern[i] === ",")) cuts.push(i);
  }
  const rest = pattern.slice((cuts.at(-1) as number) + 1);
  return cuts.slice(1).flatMap((cut, i) => alternatives(pattern.slice(0, open) + pattern.slice((cuts[i] as number) + 1, cut) + rest));
}

function tails(parts: string[]): string[][] {
  const shorter = parts.length > 2 && parts.at(-1) === "" && parts.at(-2) === "**";
  return shorter ? [parts, ...tails(parts.slice(0, -2))] : [parts];
}

function namesMatch([part, ...parts]: string[], names: readonly string[]): boolean {
  if (part === undefined) return names.length === 0;
  if (part === "**") return names.some((_, i) => namesMatch(parts, names.slice(i))) || namesMatch(parts, []);
  return names.length > 0 && nameMatches([...part], [...(names[0] as string)]) && namesMatch(parts, names.slice(1));
}

function nameMatches(pattern: readonly string[], name: readonly string[]): boolean {
  const [first, second] = pattern;
  if (first === undefined) return name.length === 0;
  if (first === "*") return nameMatches(pattern.slice(1), name) || (name.length > 0 && nameMatches(pattern, name.slice(1)));
  if (name.length === 0) return false;
  const character = name[0] as string;
  if (first === "?") return nameMatches(pattern.slice(1), name.slice(1));
  if (first === "\\") return second === character && nameMatches(pattern.slice(2), name.slice(1));
  if (first !== "[") return first === character && nameMatches(pattern.slice(1), name.slice(1));
  const end = pattern.indexOf("]");
  const listed = pattern.slice(second === "!" ? 2 : 1, end).includes(character);
  return listed === (second !== "!") && nameMatches(pattern.slice(end + 1), name.slice(1));
}
