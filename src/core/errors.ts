import type { Code } from "./codes.ts";
import type { Effect, Version } from "./effects.ts";

/**
 * What became of a call that failed. `rejected`: nothing changed, safe to retry. `partial`: the listed effects are all of them.
 * `uncertain`: the change after the listed ones may or may not have happened.
 */
export type Failure = "rejected" | "partial" | "uncertain";

/** The kind of a directory entry, as words in results and errors. */
export type Kind = "file" | "directory" | "symlink" | "other";

/** One thing that is wrong with a call's arguments. `at` is a path such as `edits[0].old_string`; "" means the whole value. */
export interface ArgumentIssue {
  readonly at: string;
  readonly problem:
    | "unknown"
    | "missing"
    | "type"
    | "empty"
    | "too_small"
    | "too_big"
    | "not_one_of"
    | "malformed_json"
    | "duplicate_key"
    | "not_well_formed"
    | "conflict"
    /** Of an id: another call had it. */
    | "taken";
  /** The type or form that was wanted, in JSON Schema's words. */
  readonly expected?: string;
  /** What came instead, as a type or a short value. */
  readonly received?: string;
  /** The bound a number or length broke. */
  readonly limit?: number;
  readonly allowed?: readonly string[];
}

/** One failure of one section of a patch. `patchLine` is the 1-based line of the patch text where it shows. */
export interface PatchFault {
  readonly code: Code;
  readonly path?: string;
  readonly patchLine: number;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What an edit that was not found may have meant. Lines are 1-based, of the file; texts have LF. */
export interface EditHint {
  /**
   * applied: the new text stands there already. line_numbers, escapes: the old text does, without line numbers before its lines, or with its
   * escapes read or written otherwise. indentation: its lines do, but for the blanks before them. look_alike: they do, but for look-alike
   * characters or trailing blanks, which are not forgiven or stand in several places. first_line, first_line_indentation: its first line
   * does, as it is or but for the blanks before it, and others follow. near: something much like it does. none: nothing does. too_large: the
   * file was not looked through.
   */
  readonly reason:
    | "applied"
    | "line_numbers"
    | "escapes"
    | "indentation"
    | "look_alike"
    | "first_line"
    | "first_line_indentation"
    | "near"
    | "none"
    | "too_large";
  /** Where, the first three. */
  readonly lines: readonly number[];
  /** There are more than three. */
  readonly more?: true;
  /** What the old text should have been; absent where it is long, or not known. */
  readonly oldString?: string;
  readonly nearest?: NearestLines;
}

/** Lines of a file that are the most like an edit's old text; both ends are among them. */
export interface NearestLines {
  readonly first: number;
  readonly last: number;
  /** How many lines of the old text are among them, and how many it has. */
  readonly equal: number;
  readonly of: number;
  /** The first line that differs: of the old text, and of the file. */
  readonly differs: { readonly old: number; readonly line: number };
  /** From there on: lines after "-" are the old text's, after "+" the file's, after a blank both's. At most 12; the last is "…" where more follow. */
  readonly diff: readonly string[];
}

/** A place where an edit's old text stands: the line it begins in, with those above and below. Long lines are cut, with "…". */
export interface EditCandidate {
  readonly line: number;
  readonly text: string;
  readonly above?: string;
  readonly below?: string;
}

/** The facts each code carries; sentences are made from them elsewhere. Paths are as the caller spelled them unless said otherwise. */
export interface ErrorDetails {
  invalid_arguments: {
    readonly issues: readonly ArgumentIssue[];
    /** The arguments as the model wrote them, key order kept. */
    readonly received?: string;
  };
  path_not_allowed: {
    readonly path: string;
    readonly root: string;
    /**
     * outside: by its own spelling. link_outside: through a link. link: a link where none is followed. reserved: Portside's own folder.
     * root: the root itself, which stays.
     */
    readonly reason: "outside" | "link_outside" | "link" | "reserved" | "root";
  };
  path_malformed: {
    readonly path: string;
    readonly reason:
      | "nul"
      | "lone_surrogate"
      | "not_normalised"
      | "other_users_home"
      | "no_home"
      | "file_url"
      | "file_url_host"
      | "link_cycle"
      | "too_long"
      /** The storage can keep no such name. */
      | "name";
  };
  /** `nearest`: existing paths that look like the one asked for, relative to the root. */
  not_found: { readonly path: string; readonly nearest?: readonly string[] };
  not_a_file: { readonly path: string; readonly kind: Exclude<Kind, "file"> };
  /** `at`: the ancestor that is no directory, when it is not the path itself. */
  not_a_directory: { readonly path: string; readonly at?: string; readonly kind?: Kind };
  is_a_directory: { readonly path: string };
  already_exists: { readonly path: string; readonly kind: Kind };
  not_empty: { readonly path: string; readonly entries: number };
  /** `in`: the stored file, or the content a call would store. */
  binary_file: { readonly path: string; readonly in: "file" | "content" };
  /** `offset`: 0-based byte offset of the first invalid sequence. */
  not_utf8: { readonly path: string; readonly offset: number };
  /** Bytes. */
  file_too_large: { readonly path: string; readonly size: number; readonly limit: number };
  line_too_large: { readonly path: string; readonly line: number; readonly size: number; readonly limit: number };
  offset_past_end: { readonly path: string; readonly offset: number; readonly totalLines: number };
  unsupported_file: { readonly path: string; readonly mediaType?: string; readonly accepted?: readonly string[] };
  edit_empty: { readonly path: string };
  /** `index` is 0-based; `edits` is how many the call held. */
  edit_empty_old_string: { readonly path: string; readonly index: number; readonly edits: number };
  /** `hint` is of the edit at `index`. */
  edit_not_found: {
    readonly path: string;
    readonly index: number;
    readonly edits: number;
    readonly others?: readonly number[];
    readonly hint?: EditHint;
  };
  /**
   * `occurrences` counts overlapping ones; `lines` are the 1-based lines of the first five, and `candidates` what stands there. `unique` is the
   * old text of the first with as much around it as makes it the only one.
   */
  edit_not_unique: {
    readonly path: string;
    readonly index: number;
    readonly edits: number;
    readonly occurrences: number;
    readonly lines: readonly number[];
    readonly others?: readonly number[];
    readonly candidates?: readonly EditCandidate[];
    readonly unique?: string;
  };
  /** Lowest index first. */
  edit_overlap: { readonly path: string; readonly indices: readonly [number, number]; readonly edits: number };
  edit_noop: { readonly path: string };
  /** `reason` is one of the parser's or planner's fault names; `path` where the fault belongs to a file; `candidates` are 1-based lines. */
  patch_invalid: { readonly reason: string; readonly path?: string; readonly patchLine: number; readonly faults?: readonly PatchFault[] };
  /**
   * `expected` and `found` are the first line that differs, in the patch and in the file; `nearest` is the place that comes closest, with how many
   * of its lines are equal. `cause`: the new lines stand at `line` already, or only blanks differ.
   */
  patch_conflict: {
    readonly reason: string;
    readonly path: string;
    readonly patchLine: number;
    readonly line?: number;
    readonly expected?: string;
    readonly found?: string;
    readonly cause?: "already_applied" | "whitespace";
    readonly nearest?: { readonly line: number; readonly equal: number; readonly of: number };
    readonly faults?: readonly PatchFault[];
  };
  patch_ambiguous: {
    readonly path: string;
    readonly patchLine: number;
    readonly candidates: readonly number[];
    readonly faults?: readonly PatchFault[];
  };
  invalid_move: {
    readonly source: string;
    readonly destination: string;
    readonly reason: "into_itself" | "same" | "link" | "root";
  };
  /**
   * `span`: 0-based UTF-16 offsets [start, end) into `pattern`; `reason` is the parser's fault name, `message` ripgrep's words for it;
   * `construct` the text it refuses.
   */
  invalid_pattern: {
    readonly pattern: string;
    readonly reason: string;
    readonly span: readonly [number, number];
    readonly message?: string;
    readonly construct?: string;
    readonly hint?: string;
  };
  /** `offset`: 0-based UTF-16 offset into `pattern`; `file` and `line` (1-based) where the pattern is a line of an ignore file. */
  invalid_glob: {
    readonly pattern: string;
    readonly offset: number;
    readonly reason: string;
    readonly file?: string;
    readonly line?: number;
  };
  unknown_file_type: { readonly type: string; readonly nearest: readonly string[] };
  /** `diff`: what was changed since the expected version, unified, where it is known and short. */
  stale_version: {
    readonly path: string;
    readonly expected?: Version;
    readonly actual?: Version;
    /** both_sides: a fork and what it is of changed the same `paths`. */
    readonly reason?: "version" | "scope" | "plan" | "both_sides";
    readonly paths?: readonly string[];
    readonly diff?: string;
  };
  permission_denied: { readonly path: string; readonly capability: string; readonly reason: string };
  /** Somebody else has it; `remedy` is what the host can do. */
  workspace_busy: { readonly workspace: string; readonly remedy?: string };
  /** `what` cannot be had because of `reason`; `remedy` is what the host can do. */
  unavailable: { readonly what: string; readonly reason: string; readonly remedy?: string };
  no_space: { readonly limit?: number; readonly unit?: "bytes" | "entries" };
  aborted: { readonly reason?: string };
  io_error: { readonly path?: string; readonly operation: string; readonly reason: string };
  command_exit: { readonly command: string; readonly exitCode: number };
  command_signal: { readonly command: string; readonly signal: number };
  command_timeout: { readonly command: string; readonly seconds: number };
  command_abort: { readonly command: string };
  exec_failed: { readonly command: string; readonly reason: string };
}

/** A failure as data: crosses a MessagePort by structured clone, holds no sentence. */
export interface ErrorData<C extends Code = Code> {
  readonly code: C;
  readonly status: Failure;
  readonly details: ErrorDetails[C];
  readonly effects: readonly Effect[];
}

/** What every port throws, and nothing else. Its message is for a developer's console; the model's sentence is `tools/sentences.ts`. */
export class PortsideError<C extends Code = Code> extends Error implements ErrorData<C> {
  override readonly name = "PortsideError";
  readonly code: C;
  readonly status: Failure;
  readonly details: ErrorDetails[C];
  readonly effects: readonly Effect[];

  constructor(data: { code: C; details: ErrorDetails[C]; status?: Failure; effects?: readonly Effect[]; cause?: unknown }) {
    super(`${data.code} ${JSON.stringify(data.details)}`, data.cause === undefined ? undefined : { cause: data.cause });
    this.code = data.code;
    this.status = data.status ?? "rejected";
    this.details = data.details;
    this.effects = data.effects ?? [];
  }
}

/** `throw fail("not_found", { path })`. */
export function fail<C extends Code>(code: C, details: ErrorDetails[C]): PortsideError<C> {
  return new PortsideError({ code, details });
}

/** True for one code's error, or for any when no code is given. Not `instanceof`: errors of another bundle or realm count too. */
export function isPortsideError<C extends Code = Code>(error: unknown, code?: C): error is PortsideError<C> {
  if (!(error instanceof Error) || error.name !== "PortsideError") return false;
  return code === undefined || (error as PortsideError).code === code;
}

export function toErrorData(error: PortsideError): ErrorData {
  return { code: error.code, status: error.status, details: error.details, effects: error.effects };
}
