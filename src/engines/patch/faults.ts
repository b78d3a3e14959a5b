import type { Code } from "../../core/codes.ts";
import { type ErrorDetails, type PatchFault, PortsideError } from "../../core/errors.ts";

/** Why a text is no patch that can be applied, whatever the files hold: the `reason` of `patch_invalid`. */
export type InvalidReason =
  | "blank"
  /** No header of a file anywhere. */
  | "not_a_patch"
  /** A `*** Begin Patch` envelope, which is another format. */
  | "begin_patch_envelope"
  /** Such an envelope without its `*** End Patch`. */
  | "unfinished_envelope"
  | "binary_patch"
  | "submodule"
  /** Git headers whose names carry no `a/` or `b/`. */
  | "missing_prefix"
  /** Two headers of one section name different files. */
  | "name_mismatch"
  | "malformed_header"
  | "malformed_name"
  | "malformed_mode"
  /** `.`, `/`, empty, with a trailing `/`, or not UTF-8. */
  | "bad_path"
  /** A file of git's own, below `.git`. */
  | "git_directory"
  /** A line that starts with `@@` where no hunk can begin. */
  | "stray_hunk"
  /** `@@` without two line ranges. */
  | "malformed_hunk_header"
  | "negative_position"
  /** The counts of a hunk header disagree with its lines. */
  | "hunk_counts"
  /** The text ends inside a line of a hunk. */
  | "unfinished_line"
  | "misplaced_marker"
  /** A hunk that neither adds nor deletes. */
  | "unchanging_hunk"
  /** `---` and `+++` without a hunk after them. */
  | "missing_hunks"
  /** A section that would change nothing. */
  | "no_effect"
  /** A new file whose hunk has lines of an old one. */
  | "create_from_content"
  /** Refused by the stricter rules of `sections: "scope"`. */
  | "copy_refused"
  | "mode_only_refused"
  | "path_twice"
  /** Two sections bring the same path into being. */
  | "destination_twice"
  /** A file that is renamed or deleted is also changed under its old name. */
  | "source_twice"
  /** A section deletes what an earlier one made or changed. */
  | "result_lost"
  /** One path of the patch is a directory above another. */
  | "nested_paths";

/** Why a well-formed section does not fit the file: the `reason` of `patch_conflict`. */
export type ConflictReason =
  | "context_mismatch"
  /** Lines without context are added only at the end of a file. */
  | "insertion_without_context"
  /** A file whose end the hunk describes ends elsewhere or otherwise. */
  | "not_at_end"
  /** Two hunks claim the same lines, or lie in another order than their numbers say. */
  | "hunk_order"
  /** A deleted file would keep lines. */
  | "content_left"
  /** The section says link where a file is, or the reverse. */
  | "type_mismatch";

export function fault<C extends Code>(code: C, patchLine: number, details: ErrorDetails[C] & { readonly path?: string }): PatchFault {
  const { path } = details;
  return { code, patchLine, details: { ...details, patchLine }, ...(path !== undefined && { path }) };
}

export function invalid(reason: InvalidReason, patchLine: number, path?: string): PatchFault {
  return fault("patch_invalid", patchLine, { reason, patchLine, ...(path !== undefined && { path }) });
}

/** One error for all faults: the code and details of the first, and every one of them in `details.faults`. */
function refusal(faults: readonly [PatchFault, ...PatchFault[]]): PortsideError {
  const [first] = faults;
  return new PortsideError({ code: first.code, details: { ...first.details, faults } as unknown as ErrorDetails[Code] });
}

/** Throws one fault of the text. */
export function refuse(reason: InvalidReason, patchLine: number, path?: string): never {
  throw refusal([invalid(reason, patchLine, path)]);
}

/** Throws when anything is wrong. */
export function refuseFaults(faults: readonly PatchFault[]): void {
  const [first, ...others] = faults;
  if (first !== undefined) throw refusal([first, ...others]);
}

export function conflict(
  reason: ConflictReason,
  path: string,
  hunk: { readonly patchLine: number; readonly oldStart: number },
  line?: number,
): PatchFault {
  return fault("patch_conflict", hunk.patchLine, { reason, path, patchLine: hunk.patchLine, line: line ?? hunk.oldStart });
}
