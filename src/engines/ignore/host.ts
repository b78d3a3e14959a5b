import { foldAscii } from "./byte-string.ts";
import { ListMemo } from "./list-memo.ts";
import type { IgnoreLevel, IgnoreMatcher } from "./matcher.ts";
import { parseRules } from "./parse-rules.ts";
import type { RuleState } from "./rule-state.ts";

/** What nobody wants in an answer, also where a project has no ignore file. */
export const defaultHostRules: readonly string[] = ["node_modules/", ".git/"];

/** The host's own list, in the lines of a `.gitignore` at the root. No directory, and no nested repository, has a say in it. */
export function hostMatcher(lines: readonly string[] = defaultHostRules, options: { readonly ignoreCase?: boolean } = {}): IgnoreMatcher {
  const compare = options.ignoreCase === true ? foldAscii : (name: string): string => name;
  const rules = parseRules(lines, options.ignoreCase ?? false);
  const levels = new ListMemo<RuleState, IgnoreLevel>();
  const levelAt = (state: RuleState): IgnoreLevel =>
    levels.get([state], () => ({
      skips(name, isDirectory) {
        const rule = state.lastMatch(compare(name), isDirectory);
        return rule !== undefined && !rule.negated;
      },
      spares: (ending) => state.spares(compare(ending)),
      enter: (name) => levelAt(state.enter(compare(name))),
    }));
  return { readsDirectories: false, start: () => levelAt(rules) };
}
