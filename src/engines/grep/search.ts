import type { ContextLines, Sink } from "./report.ts";
import { Report } from "./report.ts";
import type { Search } from "./compile-search.ts";
import { findHits } from "./hits.ts";
import { sourceOf, withLineFeeds } from "./source.ts";

/** What became of one file. */
export interface FileOutcome {
  /** A NUL stands in its leading 64 KiB: it was not searched. */
  readonly binary: boolean;
  /** Matching lines, or blocks, that the sink was given. */
  readonly matches: number;
  /** A NUL stands further on: only the lines before it were searched. */
  readonly stoppedAtNul: boolean;
}

/**
 * Searches one file. A line is its text without LF or CRLF, and nothing matches those; the last newline begins no other line. A byte order
 * mark is no part of the text.
 */
export function searchBytes(search: Search, bytes: Uint8Array, context: ContextLines, sink: Sink): FileOutcome {
  const source = sourceOf(bytes);
  if (source === undefined) return { binary: true, matches: 0, stoppedAtNul: false };
  const text = search.multiline ? source.bytes : withLineFeeds(source.bytes);
  const report = new Report(text, { ...context, blocks: search.blocks }, sink);
  if (addAll(report, findHits(search, text))) report.finish();
  return { binary: false, matches: report.matches, stoppedAtNul: source.stoppedAtNul };
}

function addAll(report: Report, hits: ReturnType<typeof findHits>): boolean {
  for (const hit of hits) {
    if (!report.add(hit)) return false;
  }
  return true;
}
