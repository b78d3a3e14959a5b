import { allOf, chain, type MaybePromise } from "../core/maybe-promise.ts";
import { isInside, join, relativeTo, segments, type VolumePath } from "../core/path.ts";
import {
  codemeldignoreMatcher,
  gitignoreMatcher,
  hostMatcher,
  stackMatchers,
  type IgnoreLevel,
  type IgnoreMatcher,
} from "../engines/ignore/index.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { IgnoreOptions } from "../ports/ignore-options.ts";
import type { Child, Volume } from "../volumes/volume.ts";
import type { Resolver } from "./resolve.ts";
import { createRuleFiles, type RuleReading } from "./rule-files.ts";
import { childrenOf, type WalkIgnore } from "./walk.ts";

/** The ignore rules of a workspace. */
export interface IgnoreRules {
  /** As they hold among the children of a directory, with what its ancestors have to say; undefined when there are none. Throws invalid_glob. */
  at(directory: VolumePath, kinds: Dialect["ignore"], reading: RuleReading): MaybePromise<WalkIgnore | undefined>;
}

type Around = Pick<Resolver, "root" | "home"> & { readonly volume: Pick<Volume, "entry" | "children" | "read"> };

export function createIgnoreRules({ volume, root, home }: Around, options: IgnoreOptions = {}): IgnoreRules {
  const git = gitignoreMatcher(options.global === undefined ? {} : { global: options.global });
  const host = hostMatcher(options.host);
  const files = createRuleFiles(volume);
  let codemeld: { readonly key: string; readonly matcher: IgnoreMatcher | undefined } | undefined;

  function matcherOf(kind: NonNullable<Dialect["ignore"]>[number], reading: RuleReading): MaybePromise<IgnoreMatcher | undefined> {
    if (kind === "codemeld") return codemeldMatcher(reading);
    return kind === "git" ? git : host;
  }

  /** The project's list and the user's own, in the home directory. */
  function codemeldMatcher(reading: RuleReading): MaybePromise<IgnoreMatcher | undefined> {
    const paths = [join(root, ".codemeld/codemeldignore"), ...(home === undefined ? [] : [join(home, ".codemeld/global/codemeldignore")])];
    const texts = paths.map((path) => files.textOf(volume.entry(path), reading));
    return chain(allOf(texts), (all) => {
      const lists = all.flatMap((text, index) =>
        text === undefined ? [] : [{ path: relativeTo(paths[index] as VolumePath, root), text }],
      );
      const key = JSON.stringify(lists);
      if (codemeld?.key !== key) codemeld = { key, matcher: codemeldignoreMatcher(lists) };
      return codemeld.matcher;
    });
  }

  /** From the root down, reading what each directory on the way has to say. */
  async function levelAt(matcher: IgnoreMatcher, directory: VolumePath, rulesOf: WalkIgnore["rulesOf"]): Promise<IgnoreLevel> {
    const top = isInside(directory, root) ? root : directory;
    let level = matcher.start(await rulesOf(childrenAt(top)));
    let at = top;
    for (const name of segments(directory.slice(top.length))) {
      at = join(at, name);
      level = level.enter(name, await rulesOf(childrenAt(at)));
    }
    return level;
  }

  function childrenAt(path: VolumePath): readonly Child[] {
    const entry = volume.entry(path);
    return entry?.kind === "directory" ? childrenOf(volume, entry) : [];
  }

  return {
    async at(directory, kinds = ["git", "host"], reading) {
      const matchers = await allOf(kinds.map((kind) => matcherOf(kind, reading)));
      const present = matchers.filter((matcher) => matcher !== undefined);
      if (present.length === 0) return undefined;
      const matcher = stackMatchers(present);
      const rulesOf = (children: readonly Child[]): ReturnType<WalkIgnore["rulesOf"]> =>
        matcher.readsDirectories ? files.rulesOf(children, reading) : {};
      return { level: await levelAt(matcher, directory, rulesOf), rulesOf };
    },
  };
}
