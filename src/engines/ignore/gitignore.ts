import { foldAscii } from "./byte-string.ts";
import { ListMemo } from "./list-memo.ts";
import type { DirectoryRules, IgnoreLevel, IgnoreMatcher } from "./matcher.ts";
import { parseRules } from "./parse-rules.ts";
import type { Rule, RuleState } from "./rule-state.ts";

export interface GitignoreOptions {
  /** Text of the user's excludes file (git's core.excludesFile): it holds in every repository, below all other rules. */
  readonly global?: string;
  /** Compare ASCII letters without case (git's core.ignorecase); false. */
  readonly ignoreCase?: boolean;
}

/** Rules of as many directories are kept compiled, from one walk to the next. */
const keptRules = 1_024;

/**
 * Git's ignore rules as `git check-ignore` gives them: the global excludes, then `.git/info/exclude`, then each `.gitignore` downwards; the last
 * match decides, so that `!` can take an entry back, but nothing below a directory that is left out. A directory that holds a `.git` is a
 * repository of its own: of the rules above it only the global excludes hold there. Outside of any repository `.gitignore` files hold as well.
 */
export function gitignoreMatcher(options: GitignoreOptions = {}): IgnoreMatcher {
  const ignoreCase = options.ignoreCase ?? false;
  const context: Context = { ignoreCase, global: options.global, compile: rememberRules(ignoreCase), levels: new ListMemo() };
  return { readsDirectories: true, start: (root) => repositoryLevel(context, root) };
}

interface Context {
  readonly ignoreCase: boolean;
  readonly global: string | undefined;
  /** The rules of texts that hold for one directory; absent ones say nothing. */
  compile(texts: readonly (string | undefined)[]): RuleState;
  /** By the rules that hold there. */
  readonly levels: ListMemo<RuleState, GitignoreLevel>;
}

function levelOf(context: Context, states: readonly RuleState[]): GitignoreLevel {
  return context.levels.get(states, () => new GitignoreLevel(context, states));
}

function rememberRules(ignoreCase: boolean): Context["compile"] {
  const known = new Map<string, RuleState>();
  return (texts) => {
    const given = texts.filter((text) => text !== undefined);
    const key = JSON.stringify(given);
    let rules = known.get(key);
    if (rules === undefined) {
      rules = parseRules(given, ignoreCase);
      if (known.size === keptRules) known.clear();
      known.set(key, rules);
    }
    return rules;
  };
}

/** The top of a repository, or of a walk. */
function repositoryLevel(context: Context, { repository, gitignore }: DirectoryRules): GitignoreLevel {
  return levelOf(context, [context.compile([context.global, repository?.exclude, gitignore])]);
}

class GitignoreLevel implements IgnoreLevel {
  readonly #context: Context;
  /** One for each directory whose rules can still match, from the top down. */
  readonly #states: readonly RuleState[];

  constructor(context: Context, states: readonly RuleState[]) {
    this.#context = context;
    this.#states = states;
  }

  skips(name: string, isDirectory: boolean): boolean {
    const rule = this.#lastMatch(this.#comparable(name), isDirectory);
    return rule !== undefined && !rule.negated;
  }

  spares(ending: string): boolean {
    const comparable = this.#comparable(ending);
    return this.#states.every((state) => state.spares(comparable));
  }

  enter(name: string, directory: DirectoryRules): IgnoreLevel {
    const { repository, gitignore } = directory;
    if (repository !== undefined) return repositoryLevel(this.#context, directory);
    const inherited = this.#enterStates(this.#comparable(name));
    if (gitignore === undefined) return inherited === this.#states ? this : levelOf(this.#context, inherited);
    return levelOf(this.#context, [...inherited, this.#context.compile([gitignore])]);
  }

  #comparable(name: string): string {
    return this.#context.ignoreCase ? foldAscii(name) : name;
  }

  #lastMatch(name: string, isDirectory: boolean): Rule | undefined {
    for (let i = this.#states.length - 1; i >= 0; i--) {
      const rule = this.#states[i]?.lastMatch(name, isDirectory);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }

  /** The same list when nothing changes, as in most directories. */
  #enterStates(name: string): readonly RuleState[] {
    let entered: RuleState[] | undefined;
    for (let index = 0; index < this.#states.length; index++) {
      const state = this.#states[index] as RuleState;
      const below = state.enter(name);
      if (below !== state) (entered ??= [...this.#states])[index] = below;
    }
    return entered === undefined ? this.#states : entered.filter(({ isEmpty }) => !isEmpty);
  }
}
