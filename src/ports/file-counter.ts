import type { CallContext, Cap, Skipped, TruncatedBy } from "./call.ts";
import type { Dialect } from "./dialect.ts";

export interface CountRequest {
  /** Directory to count below; the root. */
  readonly path?: string;
  /** What is counted; files. Links are counted as links, whatever they lead to. */
  readonly kinds?: readonly ("files" | "directories" | "symlinks")[];
  /** Counts only what one of these matches: without `/` the name, with `/` the path relative to the root. An empty list counts nothing. */
  readonly includeGlobs?: readonly string[];
  /** Counts nothing that one of these matches, included or not. */
  readonly excludeGlobs?: readonly string[];
  /** Absent: one total. */
  readonly groupBy?: "extension" | "top_directory" | "parent" | "depth" | "stem";
  readonly includeHidden?: boolean;
  readonly includeIgnored?: boolean;
  /** Groups in the answer; 250. Everything is counted, whatever the limit. */
  readonly limit?: Cap;
  readonly dialect?: Dialect;
}

/**
 * extension: what follows the last dot of a name, "" for a name without one or with only its first. stem: the rest. parent: the directory that
 * holds the entry, relative to the root, "" for the root. top_directory: the one below `path` that leads to it, or `path` itself. depth: levels
 * below `path`, "1" for its children.
 */
export interface CountGroup {
  readonly key: string;
  readonly count: number;
}

/** `{ total: 5, groups: [{ key: "ts", count: 3 }], other: { groups: 2, count: 2 }, truncated: true, … }`: the sums of `groups` and `other` are `total`. */
export interface CountResponse {
  /** Relative to the root, links resolved; "" for the root. */
  readonly path: string;
  readonly total: number;
  /** The largest first, then by key in UTF-8 byte order; [] without `groupBy`. */
  readonly groups: readonly CountGroup[];
  /** The groups over the limit; absent when there are none. */
  readonly other?: { readonly groups: number; readonly count: number };
  readonly truncated: boolean;
  readonly truncatedBy?: TruncatedBy;
  readonly skipped: Skipped;
}

/** Throws invalid_glob {offset}, invalid_arguments, not_found, not_a_directory, and the path codes. */
export interface FileCounter {
  count(request: CountRequest, context?: CallContext): Promise<CountResponse>;
}
