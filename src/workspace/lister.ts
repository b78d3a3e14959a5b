import { join } from "../core/path.ts";
import type { ListedEntry, Lister, ListRequest } from "../ports/lister.ts";
import type { Access, Walked, WalkOptions, WalkState } from "./access.ts";
import { boundsOf, collect, orderOf, truncation } from "./collect.ts";
import { capOf, requireCounts, requireDirectory, startOptions } from "./requests.ts";
import { everything } from "./walk-filters.ts";

export function createLister(access: Access): Lister {
  return {
    async list(request, context = {}) {
      requireCounts(request, ["limit", "maxBytes", "depth"], 1);
      const place = await access.locate(request.path ?? "", startOptions(request), context);
      requireDirectory(place, request.path ?? "");
      const collection = collect<ListedEntry>({ ...boundsOf(request), ...orderOf(request) });
      const visit = (walked: Walked): boolean => {
        const path = walked.path();
        const { entry } = walked;
        if (entry.kind !== "symlink") return collection.add({ path, kind: entry.kind });
        const leadsTo = access.kindBehind(join(access.root, path));
        return collection.add({ path, kind: entry.kind, target: entry.target, ...(leadsTo ? { leadsTo } : {}) });
      };
      const skipped = await access.walk(place, walkOptions(request), visit, context);
      const { items, truncatedBy } = collection.finish();
      return { path: access.shown(place.path), entries: items, ...truncation(truncatedBy), skipped };
    },
  };
}

function walkOptions({ depth, includeHidden = false, includeIgnored = false, dialect }: ListRequest): WalkOptions<WalkState> {
  const levels = capOf(depth, 1);
  const bound = levels === Number.POSITIVE_INFINITY ? {} : { depth: levels };
  return { filter: everything(), ...bound, includeHidden, includeIgnored, dialect };
}
