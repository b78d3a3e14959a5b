import { describe, expect, test } from "vitest";
import { ignoresCase } from "./smart-case.ts";
import { parse } from "./parser.ts";
import { withTables } from "./regex.ts";

async function ignores(pattern: string): Promise<boolean> {
  const syntax = parse(pattern);
  return withTables(() => ignoresCase(syntax));
}

describe("smart case", () => {
  test.each([
    ["error", true],
    ["Error", false],
    ["fo[O]", false],
    ["[A-Z]", false],
    ["(?P<Name>x)", true],
    ["\\Ax", true],
    ["\\x41", false],
    ["\\u{66}oo", true],
    ["数a", true],
    ["éA", false],
    ["^.*$", false],
    ["", false],
    ["été", true],
    ["Été", false],
    ["ǅ", true],
    ["[a-z&&[B]]", false],
  ])("%s ignores case: %s", async (pattern, expected) => {
    expect(await ignores(pattern)).toBe(expected);
  });

  test("the letters of escapes, properties, names and POSIX classes are not written ones [#224]", async () => {
    for (const pattern of ["error\\S", "\\p{Lu}x", "(?P<Name>x)", "[[:upper:]]x"]) expect(await ignores(pattern)).toBe(true);
    expect(await ignores("fo[O]")).toBe(false);
  });

  test("an upper-case letter written by its number is one [#225]", async () => {
    for (const pattern of ["f\\x4fo", "\\u{46}oo"]) expect(await ignores(pattern)).toBe(false);
  });
});
