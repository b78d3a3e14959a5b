import { limits } from "../core/limits.ts";
import { byteLength } from "../core/text.ts";
import type { TruncatedBy } from "../ports/call.ts";
import { compact } from "./render/compact.ts";

/** What marks the line of metadata; a file's own line that begins so comes after it. */
export const metadataPrefix = "codemeld-tool-meta: ";

/** Bytes that the line takes at most: an answer that is cut to this many still says what it lacks. */
export const metadataBytes = 256;

export interface Bounds {
  readonly truncated: boolean;
  readonly truncatedBy?: TruncatedBy;
  /** 1-based line to read on from. */
  readonly nextOffset?: number;
  /** What to do about a cut. */
  readonly hint: string;
  /** UTF-8 bytes after which who passes the answer on may cut it; 51,200. */
  readonly cap?: number;
}

/**
 * An answer of codemeld's reading tools: one line of metadata, then the content as it is. Nothing is cut here. The metadata says what the port
 * left out, and foretells the cut of a content that is over the cap; where both happen, the cap is the reason.
 */
export function boundedText(content: string, { truncated, truncatedBy, nextOffset, hint, cap = limits.outputBytes }: Bounds): string {
  const isCapped = truncatedBy === "bytes" || byteLength(content) > cap;
  const isCut = truncated || isCapped;
  const metadata = compact({
    truncated: isCut,
    truncation_reason: isCut ? (isCapped ? "byte_cap" : "limit") : undefined,
    retry_hint: isCut ? hint : undefined,
    next_offset: nextOffset,
  });
  return `${metadataPrefix}${JSON.stringify(metadata)}\n${content}`;
}
