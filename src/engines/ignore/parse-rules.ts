import { byteOrderMark } from "../../core/text.ts";
import { toByteString } from "./byte-string.ts";
import { compileNamePattern } from "./name-pattern.ts";
import { type Rule, RuleState, type Step } from "./rule-state.ts";
import { type Component, splitPath } from "./split-path.ts";
import { tokenize } from "./tokenize.ts";

/**
 * Compiles the texts of ignore files that hold for the same directory, a later one deciding over an earlier. Their lines mean what gitignore(5)
 * says and, where it is silent, what git 2.39.5 does.
 */
export function parseRules(texts: readonly string[], ignoreCase: boolean): RuleState {
  return new RuleState(texts.flatMap(patternLines).flatMap((line, order) => parseLine(line, order, ignoreCase)));
}

/** A NUL ends a line before its end, as a text does in C. */
function patternLines(text: string): string[] {
  const lines = (text.startsWith(byteOrderMark) ? text.slice(1) : text).split("\n");
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return patterns.map((line) => trimSpaces((line.endsWith("\r") ? line.slice(0, -1) : line).split("\0", 1)[0] as string));
}

/** Drops spaces at the end, but none behind a backslash. Tabs stay. */
function trimSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

/** The first steps of what a line asks for; none when it can never match. */
function parseLine(line: string, order: number, ignoreCase: boolean): Step[] {
  const negated = line.startsWith("!");
  const directoryOnly = line.length > (negated ? 1 : 0) && line.endsWith("/");
  const pattern = toByteString(line.slice(negated ? 1 : 0, directoryOnly ? -1 : undefined));
  const rule: Rule = { order, negated, directoryOnly };
  return parsePattern(pattern, ignoreCase).map((components) => toSteps(components, rule));
}

/** Without a slash a pattern is one for names at any depth, with one it is a path from the directory of its file. */
function parsePattern(pattern: string, ignoreCase: boolean): Component[][] {
  const path = pattern.includes("/");
  const tokens = tokenize(pattern.startsWith("/") ? pattern.slice(1) : pattern, { ignoreCase, path });
  if (tokens === undefined) return [];
  return path ? splitPath(tokens) : [[{ deep: true, elements: tokens as Component["elements"] }]];
}

function toSteps(components: readonly Component[], rule: Rule): Step {
  const toStep = (next: Step | undefined, { deep, elements }: Component): Step => ({
    rule,
    deep,
    name: compileNamePattern(elements),
    next,
  });
  return components.reduceRight(toStep, undefined) as Step;
}
