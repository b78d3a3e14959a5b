import type { Effect, Origin, Version } from "../core/effects.ts";

/** How far a long call is; `total` where it is known. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly unit: "files" | "bytes" | "lines";
}

/** What comes with a call but is no part of the request. Everything is optional: `reader.read({ path })` is a whole call. */
export interface CallContext {
  /** The caller's own id; commits carry it. */
  readonly callId?: string;
  /** Name of the catalog that calls. */
  readonly actor?: string;
  readonly turn?: string;
  /** Aborts the call: `aborted`, unless its commit has begun. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Plan, check and answer with the effects and the diff that would be; change nothing. */
  readonly dryRun?: boolean;
  /** Absent: "host". A catalog sets "tool". */
  readonly by?: Origin["by"];
  /** Name of the tool, when one calls. */
  readonly tool?: string;
}

/**
 * Every mutating request may carry the versions it was made against, spelled as in the request and compared after resolution. Another
 * version is `stale_version`; something at an "absent" path is `already_exists`, and its leaf link is not followed.
 */
export type Expected = readonly { readonly path: string; readonly version: Version | "absent" }[];

/** What a mutation answers: its response, what it changed, and in a dry run the unified diff of what it would change. */
export type Mutated<Response> = Response & { readonly effects: readonly Effect[]; readonly diff?: string };

/** How many entries an answer leaves out, and why. Always all six. Hidden is counted before ignored; a pruned directory counts once. */
export interface Skipped {
  readonly hidden: number;
  readonly ignored: number;
  readonly binary: number;
  readonly too_large: number;
  readonly read_error: number;
  readonly protected: number;
}

/** A cap that a caller may lift. */
export type Cap = number | "none";

/** Why an answer is not whole: the number of items asked for, or the bytes an answer may have. */
export type TruncatedBy = "limit" | "bytes";
