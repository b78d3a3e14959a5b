import { fail } from "../../core/errors.ts";
import type { PortsideError } from "../../core/errors.ts";

/** 0-based UTF-16 offsets into the pattern, the end excluded. */
export type Span = readonly [start: number, end: number];

/**
 * Why a pattern is refused: `details.reason` of `invalid_pattern`. The names are those of Rust's regex-syntax; the last five are ours.
 * `not_supported_yet` is legal syntax that this engine would otherwise answer wrongly; `not_well_formed` a lone surrogate.
 */
export type PatternFault =
  | "class_escape_invalid"
  | "class_range_invalid"
  | "class_unclosed"
  | "decimal_invalid"
  | "escape_hex_empty"
  | "escape_hex_invalid"
  | "escape_hex_invalid_digit"
  | "escape_unexpected_eof"
  | "escape_unrecognized"
  | "flag_dangling_negation"
  | "flag_duplicate"
  | "flag_repeated_negation"
  | "flag_unexpected_eof"
  | "flag_unrecognized"
  | "group_name_duplicate"
  | "group_name_empty"
  | "group_name_invalid"
  | "group_name_unexpected_eof"
  | "group_unclosed"
  | "group_unopened"
  | "nest_limit_exceeded"
  | "repetition_count_decimal_empty"
  | "repetition_count_invalid"
  | "repetition_count_unclosed"
  | "repetition_missing"
  | "unsupported_backreference"
  | "unsupported_look_around"
  | "newline_needs_multiline"
  | "not_supported_yet"
  | "not_well_formed"
  | "too_large";

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
  return fail("invalid_pattern", { pattern, reason, span, ...(construct && { construct }), ...(hint && { hint }) });
}
