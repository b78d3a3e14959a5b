import type { Version } from "../core/effects.ts";
import type { LineEnding } from "../core/text.ts";
import type { CallContext, Cap, TruncatedBy } from "./call.ts";
import type { Dialect } from "./dialect.ts";

export interface ReadRequest {
  readonly path: string;
  /** 1-based line to begin with; 1. */
  readonly offset?: number;
  /** 1-based UTF-8 byte column in that line, to go on in one long line; 1. */
  readonly column?: number;
  /** Lines; 2,000. */
  readonly limit?: Cap;
  /** UTF-8 bytes of `content`; 51,200. Whole lines are left out. */
  readonly maxBytes?: Cap;
  readonly dialect?: Dialect;
}

/** `{ path: "a.txt", version: "7", content: "one\ntwo", startLine: 1, endLine: 2, totalLines: 2, truncated: false, … }` */
export interface ReadResponse {
  /** Relative to the root, links resolved. */
  readonly path: string;
  readonly version: Version;
  /** Lines joined with LF, none after the last. */
  readonly content: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly totalLines: number;
  readonly truncated: boolean;
  /** "bytes" also when a line stands in `longLines`. */
  readonly truncatedBy?: TruncatedBy;
  /** The first line that is not in `content`; absent when there is none. */
  readonly nextOffset?: number;
  /** With `column`: where that line goes on. The cut never splits a character. */
  readonly nextColumn?: number;
  /** Lines over `maxBytes`: "" in `content`. Bytes. */
  readonly longLines: readonly { readonly line: number; readonly bytes: number }[];
  readonly bom: boolean;
  readonly lineEnding: LineEnding;
  /** False: `content` shows U+FFFD where the file's bytes are not UTF-8. */
  readonly utf8: boolean;
}

/**
 * Throws not_found, not_a_file {kind}, binary_file, not_utf8, unsupported_file {mediaType}, file_too_large, line_too_large,
 * offset_past_end {totalLines} (line 1 of an empty file exists), and the path codes. Numbers below 1 are invalid_arguments.
 */
export interface Reader {
  read(request: ReadRequest, context?: CallContext): Promise<ReadResponse>;
}
