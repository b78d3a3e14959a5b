import type { IgnoreLevel, IgnoreMatcher } from "./matcher.ts";
import { comparable, parseRules } from "./parse-rules.ts";
import type { RuleState } from "./rule-state.ts";

/** What nobody wants in an answer, also where a project has no ignore file. */
export const defaultHostRules: readonly string[] = ["node_modules/", ".git/"];

/** The host's own list, in the lines of a `.gitignore` at the root. No directory, and no nested repository, has a say in it. */
export function hostMatcher(lines: readonly string[] = defaultHostRules, options: { readonly ignoreCase?: boolean } = {}): IgnoreMatcher {
  const ignoreCase = options.ignoreCase ?? false;
  const rules = parseRules(lines.join("\n"), ignoreCase);
  return { readsDirectories: false, start: () => levelAt(rules, ignoreCase) };
}

function levelAt(state: RuleState, ignoreCase: boolean): IgnoreLevel {
  return {
    skips(name, isDirectory) {
      const rule = state.lastMatch(comparable(name, ignoreCase), isDirectory);
      return rule !== undefined && !rule.negated;
    },
    enter: (name) => levelAt(state.enter(comparable(name, ignoreCase)), ignoreCase),
  };
}
