import { Automaton, type State } from "./automaton.ts";
import { fold } from "./fold.ts";
import { parsePattern } from "./parts.ts";

export interface GlobOptions {
  /** Compare in lower case, code point by code point; false. */
  readonly ignoreCase?: boolean;
}

/** How far a walk has come in a pattern. Made by one Glob, of use to no other. */
export type GlobState = State;

/**
 * A compiled pattern. Names are compared by code points; `*`, `?`, classes and `**` match a leading dot like any other character.
 * It matches whole paths, or accompanies a walk: one state for each directory, from `start` by `step`.
 */
export interface Glob {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** Whether the whole `/`-separated path matches. "a/" ends in an empty name, "" is one. */
  matches(path: string): boolean;
  readonly start: GlobState;
  /** The state after entering `name`; undefined when nothing at or below it can match. */
  step(state: GlobState, name: string): GlobState | undefined;
  /** The path walked so far matches. */
  accepts(state: GlobState): boolean;
  /** Something below may match: the directory is worth entering. */
  opens(state: GlobState): boolean;
  /** Where every name leads from here, but that the path to it may match; undefined where it depends on the name, or nothing below can match. */
  beneath(state: GlobState): GlobState | undefined;
  /** A segment of the pattern that begins with a literal dot names `name` here, so the hidden entry is meant. */
  unhides(state: GlobState, name: string): boolean;
}

/**
 * Compiles a pattern of doublestar's syntax. Throws invalid_glob, whose `reason` is a `GlobFault`. What a segment means is not for a host to replace:
 * a backtracking matcher such as picomatch hangs on one name of 28 letters and a segment as short as `(a|a)+b`, which is literal text here.
 */
export function compileGlob(pattern: string, options: GlobOptions = {}): Glob {
  const ignoreCase = options.ignoreCase ?? false;
  const automaton = new Automaton(parsePattern(pattern, ignoreCase));
  const comparable = (text: string): string => (ignoreCase ? fold(text) : text);
  return {
    pattern,
    ignoreCase,
    matches: (path) => matchPath(automaton, comparable(path)),
    start: automaton.start,
    step: ignoreCase ? (state, name) => automaton.step(state, fold(name)) : (state, name) => automaton.step(state, name),
    accepts: (state) => state.accepts,
    opens: (state) => state.opens,
    beneath: (state) => automaton.beneath(state),
    unhides: (state, name) => automaton.unhides(state, comparable(name)),
  };
}

function matchPath(automaton: Automaton, path: string): boolean {
  let state: State | undefined = automaton.start;
  let start = 0;
  while (state !== undefined) {
    const slash = path.indexOf("/", start);
    if (slash < 0) return automaton.step(state, path.slice(start))?.accepts ?? false;
    state = automaton.step(state, path.slice(start, slash));
    start = slash + 1;
  }
  return false;
}
