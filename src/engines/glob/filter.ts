import { basename } from "../../core/path.ts";
import { compileGlob, type GlobOptions } from "./glob.ts";

/** A pattern, see `compileFilter`, or any test of a root-relative path. */
export type PathFilter = string | ((path: string) => boolean);

export interface PathFilters {
  /** A path must pass one of these; absent: every path does. An empty list lets none pass. */
  readonly include?: readonly PathFilter[];
  /** A path that passes one of these is out, included or not. */
  readonly exclude?: readonly PathFilter[];
}

/**
 * A pattern as a filter of root-relative paths: without `/` it is tested against the name at any depth, with `/` against the whole path.
 * Throws invalid_glob.
 */
export function compileFilter(pattern: string, options?: GlobOptions): (path: string) => boolean {
  const glob = compileGlob(pattern, options);
  return pattern.includes("/") ? (path) => glob.matches(path) : (path) => glob.matches(basename(path));
}

/** All filters as one test of a root-relative path. Throws invalid_glob for the first malformed pattern. */
export function compileFilters(filters: PathFilters): (path: string) => boolean {
  const include = filters.include?.map(toTest);
  const exclude = (filters.exclude ?? []).map(toTest);
  return (path) => (include?.some((test) => test(path)) ?? true) && !exclude.some((test) => test(path));
}

function toTest(filter: PathFilter): (path: string) => boolean {
  return typeof filter === "string" ? compileFilter(filter) : filter;
}
