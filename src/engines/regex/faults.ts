import { fail } from "../../core/errors.ts";
import type { PortsideError } from "../../core/errors.ts";

/** 0-based UTF-16 offsets into the pattern, the end excluded. */
export type Span = readonly [start: number, end: number];

/**
 * Why a pattern is refused, and the words Rust's regex crate and ripgrep have for it: `details.reason` and `details.message` of
 * `invalid_pattern`. The names are those of regex-syntax; the last three are ours. `not_well_formed` is a lone surrogate.
 */
const messages = {
  class_escape_invalid: "invalid escape sequence found in character class",
  class_range_invalid: "invalid character class range, the start must be <= the end",
  class_range_literal: "invalid range boundary, must be a literal",
  class_unclosed: "unclosed character class",
  decimal_invalid: "decimal literal invalid",
  escape_hex_empty: "hexadecimal literal empty",
  escape_hex_invalid: "hexadecimal literal is not a Unicode scalar value",
  escape_hex_invalid_digit: "invalid hexadecimal digit",
  escape_unexpected_eof: "incomplete escape sequence, reached end of pattern prematurely",
  escape_unrecognized: "unrecognized escape sequence",
  flag_dangling_negation: "dangling flag negation operator",
  flag_duplicate: "duplicate flag",
  flag_repeated_negation: "flag negation operator repeated",
  flag_unexpected_eof: "expected flag but got end of regex",
  flag_unrecognized: "unrecognized flag",
  group_name_duplicate: "duplicate capture group name",
  group_name_empty: "empty capture group name",
  group_name_invalid: "invalid capture group character",
  group_name_unexpected_eof: "unclosed capture group name",
  group_unclosed: "unclosed group",
  group_unopened: "unopened group",
  invalid_utf8: "pattern can match invalid UTF-8",
  invalid_line_terminator: "invalid line terminator, must be ASCII",
  nest_limit_exceeded: "exceeded the maximum number of nested parentheses/brackets (250)",
  repetition_count_decimal_empty: "repetition quantifier expects a valid decimal",
  repetition_count_invalid: "invalid repetition count range, the start must be <= the end",
  repetition_count_unclosed: "unclosed counted repetition",
  repetition_missing: "repetition operator missing expression",
  special_word_boundary_unclosed: "special word boundary assertion is either unclosed or contains an invalid character",
  special_word_boundary_unrecognized: "unrecognized special word boundary assertion, valid choices are: start, end, start-half or end-half",
  special_word_or_repetition_unexpected_eof:
    "found either the beginning of a special word boundary or a bounded repetition on a \\b with an opening brace, but no closing brace",
  unicode_class_invalid: "invalid Unicode character class",
  unicode_not_allowed: "Unicode not allowed here",
  unicode_property_not_found: "Unicode property not found",
  unicode_property_value_not_found: "Unicode property value not found",
  unsupported_backreference: "backreferences are not supported",
  unsupported_look_around: "look-around, including look-ahead and look-behind, is not supported",
  newline_needs_multiline: 'the literal "\\n" is not allowed in a regex unless multiline is set',
  not_well_formed: "the pattern is not well-formed Unicode",
  too_large: "compiled regex exceeds size limit",
} as const;

export type PatternFault = keyof typeof messages;

/** What the author of a pattern can do about a fault: `details.hint`. */
export type PatternHint = "escape_it" | "match_the_surroundings" | "repeat_the_text" | "set_multiline" | "remove_the_backslash";

const hints: Partial<Record<PatternFault, PatternHint>> = {
  class_unclosed: "escape_it",
  escape_unrecognized: "remove_the_backslash",
  group_unclosed: "escape_it",
  group_unopened: "escape_it",
  newline_needs_multiline: "set_multiline",
  repetition_count_decimal_empty: "escape_it",
  repetition_count_unclosed: "escape_it",
  repetition_missing: "escape_it",
  unsupported_backreference: "repeat_the_text",
  unsupported_look_around: "match_the_surroundings",
};

/** An `invalid_pattern` that shows the refused part of the pattern. */
export function patternFault(pattern: string, reason: PatternFault, span: Span): PortsideError<"invalid_pattern"> {
  const construct = pattern.slice(span[0], span[1]);
  const hint = hints[reason];
  const message = messages[reason];
  return fail("invalid_pattern", { pattern, reason, span, message, ...(construct && { construct }), ...(hint && { hint }) });
}
