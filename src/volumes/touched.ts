import { parent, type VolumePath } from "../core/path.ts";
import { compareUtf8 } from "../core/text.ts";
import type { Changed } from "./volume.ts";

/** Paths that one side changed. */
export interface Touched {
  add(changed: Changed): void;
  /** Paths that both sides changed, and those below what one of them moved or removed. */
  meets(other: Touched): readonly VolumePath[];
  /** Was a directory made there, and nothing else done? */
  isMade(path: VolumePath): boolean;
  isMoved(path: VolumePath): boolean;
  readonly paths: ReadonlySet<VolumePath>;
}

export function createTouched(): Touched {
  const paths = new Set<VolumePath>();
  // Directories that were moved or removed: what the other side did below them was done to something that is elsewhere now.
  const moved = new Set<VolumePath>();
  // Two sides may make the same directory.
  const made = new Set<VolumePath>();

  function add({ path, from, before, after }: Changed): void {
    const isDirectory = (before ?? after)?.kind === "directory";
    if (isDirectory && !before && !paths.has(path)) made.add(path);
    else made.delete(path);
    paths.add(path);
    if (from !== undefined) {
      made.delete(from);
      paths.add(from);
    }
    if (isDirectory && before) for (const each of [path, from ?? path]) moved.add(each);
  }

  const touched: Touched = {
    add,
    paths,
    isMade: (path) => made.has(path),
    isMoved: (path) => moved.has(path),
    meets(other) {
      const both = [...paths].filter((path) => other.paths.has(path) && !(made.has(path) && other.isMade(path)));
      return [...new Set([...both, ...below(paths, other), ...below(other.paths, touched)])].sort(compareUtf8);
    },
  };
  return touched;
}

function below(paths: ReadonlySet<VolumePath>, { isMoved }: Touched): VolumePath[] {
  return [...paths].filter((path) => {
    for (let at = parent(path); at !== "/"; at = parent(at)) if (isMoved(at)) return true;
    return false;
  });
}
