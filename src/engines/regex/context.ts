import type { PatternFault, Span } from "./faults.ts";
import { foldAscii, foldUnicode } from "./case-fold.ts";
import type { FlagName } from "./syntax.ts";
import type { Ranges } from "./code-point-set.ts";
import { caseFolding } from "./unicode/tables.ts";
import { patternFault } from "./faults.ts";

/** What holds where the pattern does not say otherwise. */
export interface RegexFlags {
  /** Unicode's simple folding. */
  readonly caseInsensitive?: boolean;
  /** `.` matches a newline too. */
  readonly dotAll?: boolean;
  /** `^` and `$` match at the ends of every line, not only of the text. */
  readonly multiline?: boolean;
  /** CR, LF and CRLF all end a line. */
  readonly crlf?: boolean;
  /** Greedy and lazy repetitions change places. */
  readonly swapGreed?: boolean;
  /** White space and comments in the pattern mean nothing. */
  readonly verbose?: boolean;
  /** Classes and boundaries know Unicode, and `.` is a character and not a byte: true. */
  readonly unicode?: boolean;
}

export interface TranslateOptions extends RegexFlags {
  /** A match is always valid UTF-8: true. Without it `(?-u)` may match any byte. */
  readonly utf8?: boolean;
  /** The byte that ends a line, for `.` and multiline anchors: LF. */
  readonly lineTerminator?: number;
  /** Where neither the flags nor the pattern ask for `crlf`: `$` also matches before CRLF. */
  readonly endsAtCrlf?: boolean;
}

/** Flags as they stand at some place of a pattern, and the pattern. */
export interface Context {
  readonly pattern: string;
  readonly options: TranslateOptions;
  flags: Readonly<Record<FlagName, boolean>>;
}

export function contextFault({ pattern }: Context, reason: PatternFault, span: Span): Error {
  return patternFault(pattern, reason, span);
}

/** The set with all cases of its members where case does not matter. */
export function fold({ flags }: Context, ranges: Ranges): Ranges {
  if (!flags.caseInsensitive) return ranges;
  return flags.unicode ? foldUnicode(ranges, caseFolding) : foldAscii(ranges);
}

/** Throws invalid_pattern where a match must be valid UTF-8. */
export function requireBytesAllowed(context: Context, span: Span): void {
  if (context.options.utf8 ?? true) throw contextFault(context, "invalid_utf8", span);
}

export function complementOfBytes(ranges: Ranges): Ranges {
  const rest: number[] = [];
  let next = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    if ((ranges[i] as number) > next) rest.push(next, (ranges[i] as number) - 1);
    next = (ranges[i + 1] as number) + 1;
  }
  return next <= 0xff ? [...rest, next, 0xff] : rest;
}
