import { describe, expect, test } from "vitest";
import { ignoresCase } from "./smart-case.ts";
import { parse } from "./parser.ts";

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
  ])("%s ignores case: %s", (pattern, expected) => {
    expect(ignoresCase(pattern, parse(pattern))).toBe(expected);
  });

  test("an upper-case letter written by its number is one [#225]", () => {
    for (const pattern of ["f\\x4fo", "\\u{46}oo"]) expect(ignoresCase(pattern, parse(pattern))).toBe(false);
  });

  test("where only a letter beyond ASCII could decide, nothing is guessed", () => {
    const undecided = { code: "invalid_pattern", details: expect.objectContaining({ reason: "not_supported_yet", construct: "é" }) };
    expect(() => ignoresCase("été", parse("été"))).toThrow(expect.objectContaining(undecided));
  });
});
