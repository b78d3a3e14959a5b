import { isAlike, nearest } from "../core/nearest.ts";
import { isInside, join, relativeTo, segments, type VolumePath } from "../core/path.ts";
import type { Volume } from "../volumes/volume.ts";

const mostOffered = 3;

/** A directory with more entries than this is not searched for a name that was mistyped. */
const mostCompared = 5_000;

/**
 * Existing paths that look like one that is not there, relative to the root: the first missing name is compared with those beside where it would
 * be, and what follows it is kept where it exists.
 */
export function nearestPaths(volume: Pick<Volume, "entry" | "children">, root: VolumePath, missing: string): readonly string[] {
  let at = root;
  const names = namesBelow(root, missing);
  for (const [index, name] of names.entries()) {
    const entry = volume.entry(at);
    if (entry?.kind !== "directory") return [];
    if (volume.entry(join(at, name))) {
      at = join(at, name);
      continue;
    }
    const children = volume.children(entry);
    if (children.length > mostCompared) return [];
    const alike = children.map((child) => child.name).filter((candidate) => isAlike(name, candidate));
    const rest = names.slice(index + 1);
    return nearest(name, alike)
      .slice(0, mostOffered)
      .map((candidate) => relativeTo(whole(volume, join(at, candidate), rest), root));
  }
  return [];
}

/** The names of a path inside the root, however it is spelled; none when it is not plain where it leads. */
function namesBelow(root: VolumePath, path: string): readonly string[] {
  const relative = path.startsWith("/") && isInside(path, root) ? relativeTo(path, root) : path;
  const names = segments(relative).filter((name) => name !== ".");
  return relative.startsWith("/") || names.includes("..") ? [] : names;
}

/** The path with what follows, when that exists too; else as far as it is known. */
function whole(volume: Pick<Volume, "entry">, start: VolumePath, rest: readonly string[]): VolumePath {
  const path = rest.reduce(join, start);
  return volume.entry(path) ? path : start;
}
