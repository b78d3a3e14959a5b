import type { Kind } from "../core/errors.ts";
import type { CallContext, Cap, Skipped, TruncatedBy } from "./call.ts";
import type { Dialect } from "./dialect.ts";

export interface ListRequest {
  /** Directory to list; the root. */
  readonly path?: string;
  /** Levels below it; 1. */
  readonly depth?: Cap;
  readonly includeHidden?: boolean;
  readonly includeIgnored?: boolean;
  /** Entries; 250. */
  readonly limit?: Cap;
  /** UTF-8 bytes of all paths, one for each besides; 51,200. */
  readonly maxBytes?: Cap;
  readonly dialect?: Dialect;
}

export interface ListedEntry {
  /** Relative to the root. */
  readonly path: string;
  readonly kind: Kind;
  /** Of a link, as it is stored. */
  readonly target?: string;
  /** Of a link: the kind of what it leads to. Absent where that is nothing in the workspace. */
  readonly leadsTo?: Kind;
}

export interface ListResponse {
  /** Relative to the root, links resolved; "" for the root. */
  readonly path: string;
  /** In walk order: a directory before what is below it. */
  readonly entries: readonly ListedEntry[];
  readonly truncated: boolean;
  readonly truncatedBy?: TruncatedBy;
  readonly skipped: Skipped;
}

/** Throws not_found, not_a_directory, and the path codes. */
export interface Lister {
  list(request: ListRequest, context?: CallContext): Promise<ListResponse>;
}
