import { fail } from "../core/errors.ts";
import { chain } from "../core/maybe-promise.ts";
import type { Remover, RemoveRequest, RemoveResponse } from "../ports/remover.ts";
import type { Access, Place, Plan } from "./access.ts";
import { requirePath } from "./requests.ts";

export function createRemover(access: Access): Remover {
  return {
    async remove(request, context = {}) {
      requirePath(request.path, "path");
      return access.change<RemoveResponse>(
        {
          ...(request.expected ? { expected: request.expected } : {}),
          plan: () =>
            chain(access.locate(request.path, { for: "delete", leaf: "keep" }, context), (place) => planRemove(access, place, request)),
        },
        context,
      );
    },
  };
}

function planRemove(access: Access, place: Place, { path }: RemoveRequest): Plan<RemoveResponse> {
  const { entry } = place;
  if (entry === undefined) throw fail("not_found", { path });
  if (place.path === access.root) throw fail("path_not_allowed", { path, root: access.root, reason: "root" });
  const entries = entry.kind === "directory" ? access.volume.children(entry).length : 0;
  if (entries > 0) throw fail("not_empty", { path, entries });
  return {
    targets: [{ place, capability: "delete" }],
    changes: [{ op: "remove", path: place.path, expect: entry.kind === "file" ? entry.version : entry.id }],
    respond: () => ({ path: access.shown(place.path), kind: entry.kind }),
  };
}
