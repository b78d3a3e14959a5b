import { basename, type VolumePath } from "../../core/path.ts";

/** Directories that others fill and can fill again: they show as "other", and nobody walks through what is in them. */
export interface Exclusion {
  /** Is a directory at this path one of them? */
  has(path: VolumePath): boolean;
  /** This one was made by the volume itself, and is like any other. */
  admit(path: VolumePath): void;
}

/** What is left out when nothing else is said. */
export const defaultExclude: readonly string[] = ["node_modules"];

export function createExclusion(names: readonly string[]): Exclusion {
  const admitted = new Set<VolumePath>();
  return {
    has: (path) => names.includes(basename(path)) && !admitted.has(path),
    admit: (path) => void (names.includes(basename(path)) && admitted.add(path)),
  };
}
