import { ListMemo } from "./list-memo.ts";
import type { IgnoreLevel, IgnoreMatcher } from "./matcher.ts";

/** Several matchers as one: they are asked in order, and the first to skip wins. None of them can take back what another skips. */
export function stackMatchers(matchers: readonly IgnoreMatcher[]): IgnoreMatcher {
  const [first, ...others] = matchers;
  if (first !== undefined && others.length === 0) return first;
  return {
    readsDirectories: matchers.some(({ readsDirectories }) => readsDirectories),
    start: (root) => stackLevels(matchers.map((matcher) => matcher.start(root))),
  };
}

const stacks = new ListMemo<IgnoreLevel, IgnoreLevel>();

function stackLevels(levels: readonly IgnoreLevel[]): IgnoreLevel {
  return stacks.get(levels, () => makeStack(levels));
}

function makeStack(levels: readonly IgnoreLevel[]): IgnoreLevel {
  const stack: IgnoreLevel = {
    skips(name, isDirectory) {
      for (const level of levels) if (level.skips(name, isDirectory)) return true;
      return false;
    },
    spares: (ending) => levels.every((level) => level.spares(ending)),
    enter(name, directory) {
      let below: IgnoreLevel[] | undefined; // made when one differs, which is seldom
      for (let index = 0; index < levels.length; index++) {
        const level = levels[index] as IgnoreLevel;
        const entered = level.enter(name, directory);
        if (entered !== level) (below ??= [...levels])[index] = entered;
      }
      return below === undefined ? stack : stackLevels(below);
    },
  };
  return stack;
}
