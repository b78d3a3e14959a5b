import { fail } from "../core/errors.ts";
import { join } from "../core/path.ts";
import type { Sight } from "../policy/guard.ts";
import type { Access } from "./access.ts";
import type { Surroundings } from "./create-access.ts";
import { noneSkipped, walkTree, type WalkContext } from "./walk.ts";

/** The walk as one caller may see it, with the ignore rules that hold where it starts. */
export function createGuardedWalk({
  shared: { volume, root, listings, lastCommit, ignore: rules },
  shown,
  sights,
}: Surroundings): Access["walk"] {
  const see = sights.open ? undefined : sights.see;

  /** Of a path as results show it. What a protected directory holds is protected with it: who was let in sees it. */
  function seeBelow(start: Sight | undefined): WalkContext["see"] {
    if (!see) return undefined;
    return (path, entry) => {
      const sight = see(path.startsWith("/") ? path : join(root, path), entry);
      return sight?.sight === "protected" && start?.sight === "protected" ? undefined : sight;
    };
  }

  return async ({ path, entry }, options, visit, { signal }) => {
    if (entry?.kind !== "directory") throw fail("not_a_directory", { path: shown(path), ...(entry ? { kind: entry.kind } : {}) });
    const skipped = noneSkipped();
    const { ignore: kinds, unreadable } = options.dialect ?? {};
    // Awaited in any case: who walks from within a listener of commits begins when all have been told, and the last one's number is known.
    const ignore = await (options.includeIgnored ? undefined : rules.at(path, kinds, { unreadable, skipped }));
    const context = { volume, listings, lastCommit, see: seeBelow(see?.(path, entry)), ignore, skipped, unreadable, signal };
    return walkTree(context, { path: shown(path), entry }, options, visit);
  };
}
