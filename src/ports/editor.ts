import type { Version } from "../core/effects.ts";
import type { LineEnding } from "../core/text.ts";
import type { CallContext, Expected, Mutated } from "./call.ts";
import type { Dialect } from "./dialect.ts";

export interface Edit {
  readonly oldString: string;
  readonly newString: string;
  /** Every occurrence, left to right, without overlap; otherwise `oldString` must occur once. */
  readonly replaceAll?: boolean;
}

export interface EditRequest {
  readonly path: string;
  /** All are matched against the file as it is, in any order. */
  readonly edits: readonly Edit[];
  readonly expected?: Expected;
  readonly dialect?: Dialect;
}

export interface EditResponse {
  /** Relative to the root, links resolved. */
  readonly path: string;
  /** Absent in a dry run. */
  readonly version?: Version;
  /** Edits applied, and places changed by them. */
  readonly edits: number;
  readonly replacements: number;
  /** "folded": look-alike characters or trailing blanks were taken as equal, because nothing matched exactly. */
  readonly matched: "exact" | "folded";
  /** Lines of the file as it was that a folded match replaced, 1-based and inclusive: a range for each such edit, in the order of the edits. */
  readonly foldedLines?: readonly { readonly first: number; readonly last: number }[];
  readonly lineEnding: LineEnding;
  readonly bom: boolean;
}

/**
 * Replaces text in one file: all edits or none. Phases are global, the first with a fault decides: edit_empty, edit_empty_old_string,
 * edit_not_found, edit_not_unique, edit_overlap, edit_noop. Before them not_found, not_a_file, binary_file (also a NUL in a new string), not_utf8,
 * file_too_large, stale_version, and the path codes.
 */
export interface Editor {
  edit(request: EditRequest, context?: CallContext): Promise<Mutated<EditResponse>>;
}
