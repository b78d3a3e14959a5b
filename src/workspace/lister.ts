import { limits } from "../core/limits.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import { compareUtf8 } from "../core/text.ts";
import type { ListedEntry, Lister, ListRequest } from "../ports/lister.ts";
import type { Access, Walked, WalkOptions, WalkState } from "./access.ts";
import { collect } from "./collect.ts";
import { kindBehind } from "./link-target.ts";
import { capOf, requireCounts } from "./requests.ts";
import { everything } from "./walk-filters.ts";

export function createLister(access: Access): Lister {
  return {
    async list(request, context = {}) {
      requireCounts(request, ["limit", "depth"], 1);
      const place = await access.locate(request.path ?? "", { for: "read", leaf: "follow" }, context);
      const collection = collect<ListedEntry>({ limit: capOf(request.limit, limits.results), compare: orderOf(request) });
      const visit = (walked: Walked): MaybePromise<boolean> => {
        const path = walked.path();
        const { entry } = walked;
        if (entry.kind !== "symlink") return collection.add({ path, kind: entry.kind });
        const link = { path, kind: entry.kind, target: entry.target };
        return chain(kindBehind(access, path, context), (leadsTo) => collection.add(leadsTo ? { ...link, leadsTo } : link));
      };
      const skipped = await access.walk(place, walkOptions(request), visit, context);
      const { items, truncated } = collection.finish();
      return { path: access.shown(place.path), entries: items, truncated, ...(truncated ? { truncatedBy: "limit" } : {}), skipped };
    },
  };
}

function walkOptions({ depth, includeHidden = false, includeIgnored = false, dialect }: ListRequest): WalkOptions<WalkState> {
  const levels = capOf(depth, 1);
  const bound = levels === Number.POSITIVE_INFINITY ? {} : { depth: levels };
  return { filter: everything(), ...bound, includeHidden, includeIgnored, dialect };
}

function orderOf({ dialect }: ListRequest): ((a: ListedEntry, b: ListedEntry) => number) | undefined {
  return dialect?.order === "path" ? (a, b) => compareUtf8(a.path, b.path) : undefined;
}
