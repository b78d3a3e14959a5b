import { lineEnd, lineStart } from "./lines.ts";
import type { ByteMatcher } from "../regex/byte-matcher.ts";
import type { ByteSpan } from "../regex/pike.ts";
import type { Search } from "./compile-search.ts";

/** Whole lines that a match covers, as byte offsets. No two hits share a line, and they come in order. */
export interface Hit {
  readonly start: number;
  /** After the last line's newline. */
  readonly end: number;
  /** Where the match begins in these lines. */
  readonly matchStart: number;
}

export function findHits(search: Search, bytes: Uint8Array): Iterable<Hit> {
  const hits = search.multiline ? hitsAcrossLines(search, bytes) : hitsWithinLines(search, bytes);
  return search.blocks ? joinAdjacent(hits) : hits;
}

function* hitsWithinLines({ matcher }: Search, bytes: Uint8Array): Generator<Hit> {
  for (let start = 0; start < bytes.length;) {
    const end = lineEnd(bytes, start);
    const to = bytes[end - 1] === 0x0a ? end - 1 : end;
    const match = matcher.find(bytes, { from: start, to });
    if (match !== undefined) yield { start, end, matchStart: match.start };
    start = end;
  }
}

function* hitsAcrossLines({ matcher }: Search, bytes: Uint8Array): Generator<Hit> {
  let covered = 0;
  for (const match of allMatches(matcher, bytes)) {
    if (covered === bytes.length || isPastLastLine(bytes, match.start)) return;
    if (match.start < covered && match.end <= covered) continue;
    const start = match.start < covered ? covered : lineStart(bytes, match.start);
    covered = lineEnd(bytes, Math.max(match.start, match.end - 1));
    yield { start, end: covered, matchStart: Math.max(start, match.start) };
  }
}

/** Unlike `findAll`, with the empty matches right after another match: each may be the only one of its line. */
function* allMatches(matcher: ByteMatcher, bytes: Uint8Array): Generator<ByteSpan> {
  let match = matcher.find(bytes, { from: 0 });
  while (match !== undefined) {
    yield match;
    const next = match.end > match.start ? match.end : match.end + 1;
    match = next <= bytes.length ? matcher.find(bytes, { from: next }) : undefined;
  }
}

/** Nothing follows the last newline, not even an empty line. */
function isPastLastLine(bytes: Uint8Array, offset: number): boolean {
  return offset === bytes.length && (offset === 0 || bytes[offset - 1] === 0x0a);
}

function* joinAdjacent(hits: Iterable<Hit>): Generator<Hit> {
  let block: Hit | undefined;
  for (const hit of hits) {
    if (block !== undefined && block.end < hit.start) yield block;
    block = block !== undefined && block.end >= hit.start ? { ...block, end: hit.end } : hit;
  }
  if (block !== undefined) yield block;
}
