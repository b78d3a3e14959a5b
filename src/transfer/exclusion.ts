import { defaultHostRules, hostMatcher, type IgnoreLevel } from "../engines/ignore/index.ts";

/** What a transfer leaves out by rule. */
export interface Exclusion {
  /** How many entries were left out; a directory counts once, with all that is below it. */
  readonly count: number;
  /** Whether the entry is left out, by itself or with a directory above it. */
  excludes(path: string, isDirectory: boolean): boolean;
}

/** `rules` are lines of a `.gitignore`; absent: what others made and can make again, as hosts leave it out of every listing. */
export function createExclusion(rules: readonly string[] = defaultHostRules): Exclusion {
  const levels = new Map<string, IgnoreLevel>([["", hostMatcher(rules).start({})]]);
  const excluded = new Set<string>();

  /** The rules among the children of a directory; undefined: it is left out. */
  function levelAt(directory: string): IgnoreLevel | undefined {
    const known = levels.get(directory);
    if (known) return known;
    const name = directory.slice(directory.lastIndexOf("/") + 1);
    const above = judge(directory, true);
    const level = above?.enter(name, {});
    if (level) levels.set(directory, level);
    return level;
  }

  /** The rules that let the entry pass; undefined: it is left out. */
  function judge(path: string, isDirectory: boolean): IgnoreLevel | undefined {
    const slash = path.lastIndexOf("/");
    const level = levelAt(path.slice(0, Math.max(0, slash)));
    if (level === undefined || !level.skips(path.slice(slash + 1), isDirectory)) return level;
    excluded.add(path);
    return undefined;
  }

  return {
    get count() {
      return excluded.size;
    },
    excludes: (path, isDirectory) => judge(path, isDirectory) === undefined,
  };
}
