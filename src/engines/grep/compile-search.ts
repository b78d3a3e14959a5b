import { byteAt } from "../regex/byte-text.ts";
import type { ByteMatcher } from "../regex/byte-matcher.ts";
import type { Hir, Look } from "../regex/hir.ts";
import { LineSearch, type LineSearchParts } from "./line-search.ts";
import type { Needle } from "../regex/needle.ts";
import type { Program } from "../regex/program.ts";
import type { Syntax } from "../regex/syntax.ts";
import { bindToLines } from "./line-mode.ts";
import { compileProgram } from "../regex/program.ts";
import { createLineScanner, type LineScanner } from "../regex/line-scanner.ts";
import { holds } from "../regex/look.ts";
import { ignoresCase } from "../regex/smart-case.ts";
import { matcherOf } from "../regex/byte-matcher.ts";
import { guardsOf, needleOf, prefixOf } from "../regex/needle.ts";
import type { Searched } from "../regex/run.ts";
import { parse, parseFixed } from "../regex/parser.ts";
import { refuseNewline } from "./refuse-newline.ts";
import { translate } from "../regex/translate.ts";
import { wholeWord } from "./whole-word.ts";
import { withTables } from "../regex/regex.ts";

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
  readonly hir: Hir;
  readonly matcher: ByteMatcher;
  /** Stands in every match. */
  readonly needle: Needle | undefined;
  /** Every match begins with it. */
  readonly prefix: Needle | undefined;
  /** For searches line by line. */
  readonly lines: LineSearch | undefined;
  readonly multiline: boolean;
  readonly blocks: boolean;
}

/** Throws invalid_pattern; see `PatternFault` for its reasons. */
export async function compileSearch(options: SearchOptions): Promise<Search> {
  const { pattern, fixed } = options;
  const syntax = fixed ? parseFixed(pattern) : parse(pattern);
  return withTables(() => searchOf(options, meaning(options, syntax)));
}

function searchOf({ pattern, multiline = false, blocks = false }: SearchOptions, hir: Hir): Search {
  const program = compileProgram(pattern, hir, { withinLines: !multiline });
  const prefix = multiline ? prefixOf(hir) : undefined;
  const matcher = matcherOf(program, { utf8: false, prefix });
  const needle = needleOf(hir);
  const accepts = needle && acceptorOf(hir, needle, program);
  let known: LineScanner | undefined;
  const scanner = (): LineScanner => (known ??= createLineScanner(program));
  const lines = multiline || blocks ? undefined : new LineSearch({ matcher, needle, accepts, scanner });
  return { hir, matcher, needle, prefix, lines, multiline, blocks };
}

type Accepts = LineSearchParts["accepts"];

/** Tells where the needle stands for a match without the automaton, if that can be told. */
function acceptorOf(hir: Hir, needle: Needle, program: Program): Accepts {
  if (needle.exact) return () => true;
  const guards = guardsOf(hir);
  if (guards === undefined) return undefined;
  const before = conditionsOf(guards.before, program);
  const after = conditionsOf(guards.after, program);
  return (searched, at) => before(searched, at) && after(searched, at + guards.length);
}

/** Do all hold at a place? Within a line two characters of ASCII decide that, and the answer for each two is found once. */
function conditionsOf(looks: readonly Look[], program: Program): NonNullable<Accepts> {
  if (looks.length === 0) return () => true;
  const answers = new Uint8Array(0x80 * 0x80);
  const hold = ({ bytes }: Searched, at: number): boolean => looks.every((look) => holds(look, bytes, at, program));
  return (searched, at) => {
    const { bytes, text } = searched;
    const place = byteAt(bytes, text, at - 1) * 0x80 + byteAt(bytes, text, at);
    if (!(place < answers.length) || byteAt(bytes, text, at) >= 0x80) return hold(searched, at);
    if (answers[place] === 0) answers[place] = hold(searched, at) ? 2 : 1;
    return answers[place] === 2;
  };
}

function meaning(options: SearchOptions, syntax: Syntax): Hir {
  const { pattern, multiline = false, dotAll = false, word } = options;
  const caseInsensitive = options.case === "smart" ? ignoresCase(syntax) : options.case === "insensitive";
  const hir = translate(pattern, syntax, { caseInsensitive, dotAll, multiline: true, utf8: false, endsAtCrlf: multiline });
  if (!multiline) refuseNewline(pattern, hir);
  const bound = multiline ? hir : bindToLines(hir);
  return word ? wholeWord(bound) : bound;
}
