import { fail, isPortsideError } from "../../core/errors.ts";
import { byteOrderMark } from "../../core/text.ts";
import { Automaton, type Part, type State } from "../glob/automaton.ts";
import { shareOf } from "../glob/ending.ts";
import { parsePattern } from "../glob/parts.ts";
import { ListMemo } from "./list-memo.ts";
import type { IgnoreLevel, IgnoreMatcher } from "./matcher.ts";

/** A list of patterns; `path` names it in errors. */
export interface IgnoreFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Codemeld's ignore files as one list: a pattern of doublestar's syntax on each line, matched against the whole root-relative path, so that a
 * name at any depth needs a leading `**` component. There is no negation, and so no order. Blank lines and those that begin with `#` say
 * nothing. Undefined when no file has a pattern. Throws invalid_glob with `file` and `line`.
 */
export function codemeldignoreMatcher(files: readonly IgnoreFile[]): IgnoreMatcher | undefined {
  const alternatives = files.flatMap(readPatterns);
  if (alternatives.length === 0) return undefined;
  const automaton = new Automaton(alternatives);
  const levels = new ListMemo<State, IgnoreLevel>();
  const levelAt = (state: State | undefined): IgnoreLevel => {
    if (state === undefined) return nothing;
    return levels.get([state], () => ({
      skips: (name) => automaton.step(state, name)?.accepts ?? false,
      spares: (ending) => shareOf({ ignoreCase: false }, state, ending) === "none",
      enter: (name) => levelAt(automaton.step(state, name)),
    }));
  };
  return { readsDirectories: false, start: () => levelAt(automaton.start) };
}

function readPatterns({ path, text }: IgnoreFile): Part[][] {
  const lines = (text.startsWith(byteOrderMark) ? text.slice(1) : text).split(/\r?\n/);
  return lines.flatMap((line, index) => (isPattern(line) ? parseLine(line, path, index + 1) : []));
}

function isPattern(line: string): boolean {
  return line.trim() !== "" && !line.startsWith("#");
}

function parseLine(pattern: string, file: string, line: number): Part[][] {
  try {
    return parsePattern(pattern, false);
  } catch (error) {
    if (isPortsideError(error, "invalid_glob")) throw fail("invalid_glob", { ...error.details, file, line });
    throw error;
  }
}

/** Nothing below can match any more. */
const nothing: IgnoreLevel = { skips: () => false, spares: () => true, enter: () => nothing };
