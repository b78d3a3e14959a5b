import { parent, type VolumePath } from "../core/path.ts";
import type { Change } from "./volume.ts";

/** Where things stood before some renames, one after another. Asking costs as much for one rename as for ten thousand. */
export interface FormerPaths {
  add(rename: Pick<Extract<Change, { op: "rename" }>, "from" | "to">): void;
  /** Where what stands at the path after the renames stood before them. */
  of(path: VolumePath): VolumePath;
}

export function createFormerPaths(): FormerPaths {
  const origins: VolumePath[] = [];
  /** The renames that ended at a path, in order, as indices of `origins`. */
  const byDestination = new Map<VolumePath, number[]>();

  /** The last of the first `count` renames that brought the path, or something above it, to where it is. */
  function lastBefore(path: VolumePath, count: number): { readonly index: number; readonly to: VolumePath } | undefined {
    let last: { readonly index: number; readonly to: VolumePath } | undefined;
    for (let to = path; to !== "/"; to = parent(to)) {
      const index = byDestination.get(to)?.findLast((each) => each < count);
      if (index !== undefined && index > (last?.index ?? -1)) last = { index, to };
    }
    return last;
  }

  return {
    add({ from, to }) {
      byDestination.set(to, [...(byDestination.get(to) ?? []), origins.length]);
      origins.push(from);
    },
    of(path) {
      let at = path;
      let rename = lastBefore(at, origins.length);
      while (rename) {
        at = `${origins[rename.index] as VolumePath}${at.slice(rename.to.length)}`;
        rename = lastBefore(at, rename.index);
      }
      return at;
    },
  };
}
