import { createRegex } from "../regex/regex.ts";
import { parse, parseFixed } from "../regex/parser.ts";
import type { Regex } from "../regex/regex.ts";
import type { Syntax } from "../regex/syntax.ts";
import { ignoresCase } from "../regex/smart-case.ts";
import { refuseNewline } from "./refuse-newline.ts";
import { requiredLiteral } from "../regex/literals.ts";
import { translate } from "../regex/translate.ts";
import { wholeWord } from "./whole-word.ts";

/** What a search asks for; the words are those of the port's request. */
export interface SearchOptions {
  /** Rust's regex syntax. An empty one matches every line. */
  readonly pattern: string;
  /** "sensitive". */
  readonly case?: "sensitive" | "insensitive" | "smart";
  /** The pattern is a literal text. */
  readonly fixed?: boolean;
  /** No word character stands right before the match, and none right after. */
  readonly word?: boolean;
  /** A match may cross lines: `\A` and `\z` are the ends of the file, `^` and `$` of its lines. Otherwise all four are the line's. */
  readonly multiline?: boolean;
  /** `.` matches a newline. */
  readonly dotAll?: boolean;
  /** Matches that share a line or stand on adjacent lines are reported as one. */
  readonly blocks?: boolean;
}

/** Options, compiled. */
export interface Search {
  readonly regex: Regex;
  readonly multiline: boolean;
  readonly blocks: boolean;
  /** A text that stands in every match. */
  readonly required?: string;
}

/** Throws invalid_pattern; see `PatternFault` for its reasons. */
export async function compileSearch(options: SearchOptions): Promise<Search> {
  const { pattern, fixed, multiline = false, dotAll = false, word, blocks = false } = options;
  const syntax = fixed ? parseFixed(pattern) : parse(pattern);
  const caseInsensitive = ignoreCase(options, syntax);
  const hir = translate(pattern, syntax, { caseInsensitive, dotAll, multiline, crlf: true });
  if (!multiline) refuseNewline(pattern, hir);
  const required = requiredLiteral(hir);
  return { regex: createRegex(pattern, word ? wholeWord(hir) : hir), multiline, blocks, ...(required !== undefined && { required }) };
}

function ignoreCase(options: SearchOptions, syntax: Syntax): boolean {
  return options.case === "smart" ? ignoresCase(options.pattern, syntax) : options.case === "insensitive";
}
