import { fail, type PortsideError } from "../../core/errors.ts";

/**
 * What is wrong with a pattern, the `reason` of `invalid_glob`. `split_class`: expanding braces cuts a class in two, as in `{[a,b]}`.
 * The last three are limits, see `globLimits`.
 */
export type GlobFault =
  | "lone_surrogate"
  | "trailing_backslash"
  | "unclosed_class"
  | "empty_class"
  | "unclosed_brace"
  | "unopened_brace"
  | "split_class"
  | "pattern_too_long"
  | "too_many_alternatives"
  | "expansion_too_long";

/** A pattern beyond one of these is refused, never cut. */
export const globLimits = {
  /** UTF-16 units of a pattern. */
  pattern: 4_096,
  /** Patterns that its braces stand for. */
  alternatives: 1_024,
  /** Code points of all of them together, and one for each alternative of a group on the way to them. */
  expansion: 131_072,
} as const;

/** `offset`: 0-based UTF-16 offset into `pattern`. */
export function invalidGlob(pattern: string, offset: number, reason: GlobFault): PortsideError<"invalid_glob"> {
  return fail("invalid_glob", { pattern, offset, reason });
}
