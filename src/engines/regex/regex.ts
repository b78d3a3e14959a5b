import type { Hir } from "./hir.ts";
import type { Match } from "./pike.ts";
import { PikeMachine } from "./pike.ts";
import { compileProgram } from "./program.ts";
import { literalOf } from "./literals.ts";
import type { RegexFlags } from "./translate.ts";
import { parse } from "./parser.ts";
import { translate } from "./translate.ts";

/** A compiled pattern. Every search takes time linear in the text. Offsets are UTF-16; lone surrogates in a text match nothing. */
export interface Regex {
  isMatch(text: string): boolean;
  /** The leftmost match that begins at `from` or later, with the preference of a backtracking engine; what stands before `from` is seen by anchors. */
  find(text: string, from?: number): Match | undefined;
  /** Matches one after another. An empty one right at the end of the last is left out, as Rust's `find_iter` does. */
  findAll(text: string): Iterable<Match>;
}

/**
 * Compiles a pattern in the syntax of Rust's regex crate. Asynchronous, for a pattern may need data that is not loaded yet; searching is not.
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
  for (let at = 0; at <= text.length; ) {
    const match = find(text, at, false);
    if (match === undefined) return;
    if (match.end === last && match.start === last) {
      at += characterWidth(text, at);
      continue;
    }
    yield match;
    at = last = match.end;
  }
}

function characterWidth(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
