import type { Kind } from "../core/errors.ts";
import type { CallContext, Cap, Skipped, TruncatedBy } from "./call.ts";
import type { Dialect } from "./dialect.ts";

export interface GlobRequest {
  /** doublestar's syntax, relative to `path`. */
  readonly pattern: string;
  /** Directory to search; the root. */
  readonly path?: string;
  /** What is listed; "file". */
  readonly type?: "file" | "dir" | "any";
  readonly ignoreCase?: boolean;
  readonly includeHidden?: boolean;
  readonly includeIgnored?: boolean;
  /** Paths; 250. */
  readonly limit?: Cap;
  /** UTF-8 bytes of all paths, one for each besides; 51,200. */
  readonly maxBytes?: Cap;
  readonly dialect?: Dialect;
}

/** `literal_match`: `path` is in the answer because the pattern is its very name, though read as a pattern it means something else. */
export interface GlobNote {
  readonly note: "literal_match";
  /** Relative to the root. */
  readonly path: string;
}

export interface GlobResponse {
  /** Relative to the root, in walk order. */
  readonly entries: readonly { readonly path: string; readonly kind: Kind }[];
  readonly truncated: boolean;
  readonly truncatedBy?: TruncatedBy;
  readonly skipped: Skipped;
  readonly notes?: readonly GlobNote[];
  /** Nothing matches the pattern, which has no `/`; further down something does, which the pattern behind a `**` component finds. */
  readonly deeper?: true;
}

/** Throws invalid_glob {offset}, path_not_allowed (an absolute pattern or one with `..`), not_found, not_a_directory, and the path codes. */
export interface Globber {
  glob(request: GlobRequest, context?: CallContext): Promise<GlobResponse>;
}
