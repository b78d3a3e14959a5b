import { describe, expect, test } from "vitest";
import { isPortsideError } from "../../core/errors.ts";
import type { ErrorDetails } from "../../core/errors.ts";
import { compile } from "./index.ts";
import type { PatternFault, PatternHint } from "./index.ts";

async function refusal(pattern: string): Promise<ErrorDetails["invalid_pattern"]> {
  try {
    await compile(pattern);
  } catch (error) {
    if (isPortsideError(error, "invalid_pattern")) return error.details;
    throw error;
  }
  throw new Error(`${pattern} was accepted`);
}

describe("what Rust's syntax refuses", () => {
  const table: readonly (readonly [pattern: string, reason: PatternFault, construct: string | undefined, start: number])[] = [
    ["*", "repetition_missing", "*", 0],
    ["a|+", "repetition_missing", "+", 2],
    ["(?:{2})", "repetition_missing", "{", 3],
    ["(?)", "repetition_missing", "?", 1],
    ["a{", "repetition_count_unclosed", "{", 1],
    ["a{1", "repetition_count_unclosed", "{1", 1],
    ["a{1x}", "repetition_count_unclosed", "{1", 1],
    ["a{1,", "repetition_count_unclosed", "{1,", 1],
    ["a{,3}", "repetition_count_decimal_empty", undefined, 2],
    ["${x}", "repetition_count_decimal_empty", undefined, 2],
    ["a{3,2}", "repetition_count_invalid", "{3,2}", 1],
    ["a{4294967296}", "decimal_invalid", "4294967296", 2],
    ["foo(bar", "group_unclosed", "(", 3],
    ["(?", "group_unclosed", "(", 0],
    ["a)(b", "group_unopened", ")", 1],
    ["(?P<>a)", "group_name_empty", undefined, 4],
    ["(?<1a>x)", "group_name_invalid", "1", 3],
    ["(?<n>a)(?<n>b)", "group_name_duplicate", "n", 10],
    ["(?P<n", "group_name_unexpected_eof", "n", 4],
    ["(?z)", "flag_unrecognized", "z", 2],
    ["(?>a)", "flag_unrecognized", ">", 2],
    ["(?ii)", "flag_duplicate", "i", 3],
    ["(?--i)", "flag_repeated_negation", "-", 3],
    ["(?i-)", "flag_dangling_negation", "-", 3],
    ["(?i", "flag_unexpected_eof", "i", 2],
    ["[a", "class_unclosed", "[", 0],
    ["[]", "class_unclosed", "[", 0],
    ["x[a-", "class_unclosed", "[", 1],
    ["[z-a]", "class_range_invalid", "z-a", 1],
    ["[\\A]", "class_escape_invalid", "\\A", 1],
    ["[\\b]", "class_escape_invalid", "\\b", 1],
    ["a\\", "escape_unexpected_eof", "\\", 1],
    ["\\y", "escape_unrecognized", "\\y", 0],
    ["\\é", "escape_unrecognized", "\\é", 0],
    ["\\x4", "escape_unexpected_eof", "4", 2],
    ["\\xZZ", "escape_hex_invalid_digit", "Z", 2],
    ["\\x{}", "escape_hex_empty", "{}", 2],
    ["\\u{D800}", "escape_hex_invalid", "\\u{D800}", 0],
    ["\\U00110000", "escape_hex_invalid", "\\U00110000", 0],
    ["(a)\\1", "unsupported_backreference", "\\1", 3],
    ["(?=a)", "unsupported_look_around", "(?=", 0],
    ["(?<!a)b", "unsupported_look_around", "(?<!", 0],
    ["a\uD83D", "not_well_formed", "\uD83D", 1],
    ["(?i)*", "repetition_missing", "*", 4],
    ["[a-\\w]", "class_range_literal", "\\w", 3],
    ["[[:alpha:]", "class_unclosed", "[", 0],
    ["[a&&", "class_unclosed", "[", 0],
    ["[x[^y", "class_unclosed", "[^", 2],
    ["\\p", "escape_unexpected_eof", "\\p", 0],
    ["\\p{Greek", "escape_unexpected_eof", "\\p{Greek", 0],
    ["\\p{Nope}", "unicode_property_not_found", "\\p{Nope}", 0],
    ["\\p{sc=Nope}", "unicode_property_value_not_found", "\\p{sc=Nope}", 0],
    ["\\p{age}", "unicode_property_not_found", "\\p{age}", 0],
    ["\\p{3.2}", "unicode_property_not_found", "\\p{3.2}", 0],
    ["\\p{age=}", "unicode_property_value_not_found", "\\p{age=}", 0],
    ["\\p{age=v3.2}", "unicode_property_value_not_found", "\\p{age=v3.2}", 0],
    ["\\p{age=32}", "unicode_property_value_not_found", "\\p{age=32}", 0],
    ["\\p{age=1.0}", "unicode_property_value_not_found", "\\p{age=1.0}", 0],
    ["\\p{age=17.0}", "unicode_property_value_not_found", "\\p{age=17.0}", 0],
    ["\\p{age=Unassigned}", "unicode_property_value_not_found", "\\p{age=Unassigned}", 0],
    ["(?-u)\\pL", "unicode_not_allowed", "\\pL", 5],
    ["(?-u)[é]", "unicode_not_allowed", "é", 6],
    ["(?-u:.)", "invalid_utf8", ".", 5],
    ["\\b{start", "special_word_boundary_unclosed", "{start", 2],
    ["\\b{middle}", "special_word_boundary_unrecognized", "middle", 3],
    ["\\b{", "special_word_or_repetition_unexpected_eof", "\\b{", 0],
  ];

  test.each(table)("%s is %s", async (pattern, reason, construct, start) => {
    const details = await refusal(pattern);
    expect(details).toMatchObject({ pattern, reason });
    expect(details.construct).toBe(construct);
    expect(details.span).toEqual([start, start + (construct?.length ?? 0)]);
  });
});

test("a fault comes with the words of Rust's regex crate [#217]", async () => {
  expect((await refusal("foo(bar")).message).toBe("unclosed group");
  expect((await refusal("[z-a]")).message).toBe("invalid character class range, the start must be <= the end");
});

test.each<readonly [string, PatternHint]>([
  ["a(?=b)", "match_the_surroundings"],
  ["(a)\\1", "repeat_the_text"],
  ["foo(", "escape_it"],
  ["\\y", "remove_the_backslash"],
])("%s comes with the hint %s", async (pattern, hint) => {
  expect((await refusal(pattern)).hint).toBe(hint);
});

describe("nesting", () => {
  test("250 groups are read", async () => {
    expect((await compile(`${"(".repeat(250)}a${")".repeat(250)}`)).isMatch("a")).toBe(true);
  });

  test.each([`${"(".repeat(251)}a${")".repeat(251)}`, `a${"*".repeat(251)}`, "(".repeat(60_000)])(
    "more is refused: %.20s",
    async (pattern) => {
      expect((await refusal(pattern)).reason).toBe("nest_limit_exceeded");
    },
  );
});

describe("size", () => {
  test("a count within the limit is compiled", async () => {
    expect((await compile("a{99999}")).isMatch("a")).toBe(false);
  });

  test("counts that multiply beyond it are refused, and show which", async () => {
    expect(await refusal("x(?:[ab]{1000}){1000}")).toMatchObject({ reason: "too_large", construct: "[ab]" });
    expect((await compile("a".repeat(65_536))).isMatch("a")).toBe(false);
    expect(await refusal("a".repeat(65_537))).toMatchObject({ reason: "too_large" });
  });

  test("the empty text is not repeated", async () => {
    expect((await compile("(?:()|^){4294967295}")).isMatch("a")).toBe(true);
  });
});
