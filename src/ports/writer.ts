import type { Version } from "../core/effects.ts";
import type { LineEnding } from "../core/text.ts";
import type { CallContext, Expected, Mutated } from "./call.ts";
import type { Dialect } from "./dialect.ts";

export interface WriteRequest {
  readonly path: string;
  /** Text, or bytes that are stored as they are. */
  readonly content: string | Uint8Array;
  readonly expected?: Expected;
  readonly dialect?: Dialect;
}

export interface WriteResponse {
  /** Relative to the root, links resolved. */
  readonly path: string;
  /** Absent in a dry run. */
  readonly version?: Version;
  /** Bytes stored, after the file's own byte order mark and line endings were kept. */
  readonly bytesWritten: number;
  readonly created: boolean;
  readonly lineEnding: LineEnding;
  readonly bom: boolean;
}

/**
 * Creates a file, with its missing directories, or replaces one: text keeps the byte order mark and the CRLF of the file it replaces, and a
 * file keeps its executable bit. Bytes that are there already change nothing: no effect, and the version stays. A link to a file inside the root is followed. Throws is_a_directory, not_a_file, not_a_directory,
 * binary_file (a NUL in a text), invalid_arguments (a lone surrogate), already_exists and stale_version (see `Expected`), no_space, and the path codes.
 */
export interface Writer {
  write(request: WriteRequest, context?: CallContext): Promise<Mutated<WriteResponse>>;
}
