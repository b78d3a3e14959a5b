import { fail } from "../core/errors.ts";
import { chain } from "../core/maybe-promise.ts";
import { join, parent, relativeTo, segments, type VolumePath } from "../core/path.ts";
import type { DirectoryMaker, MakeDirectoryResponse } from "../ports/directory-maker.ts";
import type { Change } from "../volumes/volume.ts";
import type { Access, Place, Plan } from "./access.ts";
import { requirePath } from "./requests.ts";

export function createDirectoryMaker(access: Access): DirectoryMaker {
  return {
    async makeDirectory(request, context = {}) {
      requirePath(request.path, "path");
      const options = { for: "mkdir", leaf: "follow", absent: true } as const;
      return access.change<MakeDirectoryResponse>(
        { plan: () => chain(access.locate(request.path, options, context), (place) => planDirectory(access, place, request.path)) },
        context,
      );
    },
  };
}

function planDirectory(access: Access, place: Place, asked: string): Plan<MakeDirectoryResponse> {
  const { entry, path } = place;
  if (entry && entry.kind !== "directory") throw fail("already_exists", { path: asked, kind: entry.kind });
  const changes: Change[] = entry ? [] : [...missingDirectories(place), { op: "mkdir", path }];
  const created = changes.map((change) => access.shown((change as { readonly path: VolumePath }).path));
  return { targets: [{ place, capability: "mkdir" }], changes, respond: () => ({ path: access.shown(path), created }) };
}

/** The directories between a place's scope and its last name, outermost first: none of them exists. */
export function missingDirectories({ path, scope, entry }: Place): Extract<Change, { op: "mkdir" }>[] {
  if (entry) return [];
  let at = scope.path;
  return segments(relativeTo(parent(path), scope.path)).map((name) => {
    at = join(at, name);
    return { op: "mkdir", path: at };
  });
}
