import type { DirectoryRules, IgnoreLevel, IgnoreMatcher } from "./matcher.ts";
import { comparable, parseRules } from "./parse-rules.ts";
import type { Rule, RuleState } from "./rule-state.ts";

export interface GitignoreOptions {
  /** Text of the user's excludes file (git's core.excludesFile): it holds in every repository, below all other rules. */
  readonly global?: string;
  /** Compare ASCII letters without case (git's core.ignorecase); false. */
  readonly ignoreCase?: boolean;
}

/** Texts whose rules are kept compiled, from one walk to the next. */
const keptTexts = 1_024;

/**
 * Git's ignore rules as `git check-ignore` gives them: the global excludes, then `.git/info/exclude`, then each `.gitignore` downwards; the last
 * match decides, so that `!` can take an entry back, but nothing below a directory that is left out. A directory that holds a `.git` is a
 * repository of its own: of the rules above it only the global excludes hold there. Outside of any repository `.gitignore` files hold as well.
 */
export function gitignoreMatcher(options: GitignoreOptions = {}): IgnoreMatcher {
  const ignoreCase = options.ignoreCase ?? false;
  const context: Context = { ignoreCase, global: options.global, compile: rememberRules(ignoreCase) };
  return { readsDirectories: true, start: (root) => new GitignoreLevel(context, withOwn(context, repositoryStates(context, root), root)) };
}

interface Context {
  readonly ignoreCase: boolean;
  readonly global: string | undefined;
  compile(text: string): RuleState;
}

function rememberRules(ignoreCase: boolean): Context["compile"] {
  const known = new Map<string, RuleState>();
  return (text) => {
    let rules = known.get(text);
    if (rules === undefined) {
      rules = parseRules(text, ignoreCase);
      if (known.size === keptTexts) known.clear();
      known.set(text, rules);
    }
    return rules;
  };
}

class GitignoreLevel implements IgnoreLevel {
  readonly #context: Context;
  /** One for each file whose rules can still match, those that decide last. */
  readonly #states: readonly RuleState[];

  constructor(context: Context, states: readonly RuleState[]) {
    this.#context = context;
    this.#states = states;
  }

  skips(name: string, isDirectory: boolean): boolean {
    const rule = this.#lastMatch(comparable(name, this.#context.ignoreCase), isDirectory);
    return rule !== undefined && !rule.negated;
  }

  enter(name: string, directory: DirectoryRules): IgnoreLevel {
    const inherited = directory.repository === undefined ? this.#enterStates(name) : repositoryStates(this.#context, directory);
    return new GitignoreLevel(this.#context, withOwn(this.#context, inherited, directory));
  }

  #lastMatch(name: string, isDirectory: boolean): Rule | undefined {
    for (let i = this.#states.length - 1; i >= 0; i--) {
      const rule = this.#states[i]?.lastMatch(name, isDirectory);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }

  #enterStates(name: string): RuleState[] {
    const bytes = comparable(name, this.#context.ignoreCase);
    return this.#states.map((state) => state.enter(bytes)).filter(({ isEmpty }) => !isEmpty);
  }
}

/** What holds at the top of a repository, or of a walk, before its own `.gitignore`. */
function repositoryStates({ global, compile }: Context, { repository }: DirectoryRules): RuleState[] {
  return [global, repository?.exclude].flatMap((text) => (text === undefined ? [] : [compile(text)]));
}

function withOwn({ compile }: Context, states: readonly RuleState[], { gitignore }: DirectoryRules): readonly RuleState[] {
  return gitignore === undefined ? states : [...states, compile(gitignore)];
}
