import type { Hir } from "./hir.ts";
import type { Match } from "./pike.ts";
import { PikeMachine } from "./pike.ts";
import { compileProgram } from "./program.ts";
import { literalOf } from "./literals.ts";
import type { RegexFlags } from "./translate.ts";
import { nextCharacter } from "./next-character.ts";
import { parse } from "./parser.ts";
import { translate } from "./translate.ts";

/** A compiled pattern. A search takes time linear in the text. Offsets are UTF-16; lone surrogates in a text match nothing. */
export interface Regex {
  isMatch(text: string): boolean;
  /** The leftmost match at `from` or later; of several there, the one a backtracking engine prefers. Anchors see what is before `from`. */
  find(text: string, from?: number): Match | undefined;
  /** Matches one after another. An empty one right at the end of the last is left out, as Rust's `find_iter` does. */
  findAll(text: string): Iterable<Match>;
}

/**
 * Compiles a pattern in the syntax of Rust's regex crate. Asynchronous because a pattern may need data that is loaded on demand; searching
 * is not.
 * Throws invalid_pattern {reason: PatternFault, hint?: PatternHint, span, construct}.
 */
export async function compile(pattern: string, flags: RegexFlags = {}): Promise<Regex> {
  return createRegex(pattern, translate(pattern, parse(pattern), flags));
}

/** The last stage of `compile`, for those who change the meaning in between. `pattern` is for the error. */
export function createRegex(pattern: string, hir: Hir): Regex {
  const literal = literalOf(hir);
  return searcher(literal === undefined ? automatonFinder(pattern, hir) : literalFinder(literal));
}

type Finder = (text: string, from: number, earliest: boolean) => Match | undefined;

function automatonFinder(pattern: string, hir: Hir): Finder {
  const machine = new PikeMachine(compileProgram(pattern, hir));
  return (text, from, earliest) => machine.find(text, from, earliest);
}

function literalFinder(literal: string): Finder {
  return (text, from) => {
    const start = text.indexOf(literal, from);
    return start < 0 ? undefined : { start, end: start + literal.length };
  };
}

function searcher(find: Finder): Regex {
  return {
    isMatch: (text) => find(text, 0, true) !== undefined,
    find: (text, from = 0) => find(text, from, false),
    findAll: (text) => matches(find, text),
  };
}

function* matches(find: Finder, text: string): Generator<Match> {
  let last = -1;
  for (let at = 0; at <= text.length;) {
    const match = find(text, at, false);
    if (match === undefined) return;
    if (match.end === last && match.start === last) {
      at = nextCharacter(text, at);
      continue;
    }
    yield match;
    at = last = match.end;
  }
}
