import type { Version } from "../core/effects.ts";
import type { CallContext } from "./call.ts";

export interface ReadBytesRequest {
  readonly path: string;
  /** 0-based bytes [start, end); the whole file. */
  readonly start?: number;
  readonly end?: number;
  /** "image": only PNG, JPEG, GIF and WebP by their leading bytes, at most 8 MiB. */
  readonly accept?: "image";
}

export interface ReadBytesResponse {
  /** Relative to the root, links resolved. */
  readonly path: string;
  /** A copy, so that it can be transferred. */
  readonly bytes: Uint8Array;
  readonly version: Version;
  /** With `accept`: what the bytes are. */
  readonly mediaType?: string;
}

/** The way to large contents; Reader's strings are capped. Throws not_found, not_a_file, unsupported_file, file_too_large and the path codes. */
export interface ByteReader {
  readBytes(request: ReadBytesRequest, context?: CallContext): Promise<ReadBytesResponse>;
}
