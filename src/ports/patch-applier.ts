import type { Version } from "../core/effects.ts";
import type { CallContext, Expected, Mutated } from "./call.ts";
import type { Dialect } from "./dialect.ts";

export interface PatchRequest {
  /** A unified diff, as text or as bytes. */
  readonly patch: string | Uint8Array;
  readonly expected?: Expected;
  readonly dialect?: Dialect;
}

/** One file of an applied patch, in the order of the patch. Paths are relative to the root. */
export interface PatchedFile {
  readonly path: string;
  readonly hunks: number;
  readonly created?: boolean;
  readonly deleted?: boolean;
  readonly movedFrom?: string;
  readonly version?: Version;
}

/** A way in which the patch was read more kindly than its letter. `line` is the 1-based line of the patch. */
export interface PatchNote {
  readonly rescue: string;
  readonly path: string;
  readonly line: number;
}

export interface PatchResponse {
  readonly files: readonly PatchedFile[];
  readonly hunks: number;
  readonly notes: readonly PatchNote[];
}

/**
 * Applies a patch of any number of files as one batch. Throws the code of the first fault; `details.faults` holds all of them (`PatchFault` in
 * core/errors.ts). One that is not `rejected` holds in `details.response` what a `PatchResponse` of the acknowledged files would. Codes: patch_invalid, patch_conflict, patch_ambiguous, not_found, already_exists, not_a_file, binary_file, file_too_large,
 * stale_version, and the path codes.
 */
export interface PatchApplier {
  apply(request: PatchRequest, context?: CallContext): Promise<Mutated<PatchResponse>>;
}
