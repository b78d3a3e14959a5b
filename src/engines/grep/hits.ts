import { lineEnd, lineStart } from "../regex/lines.ts";
import type { ByteMatcher } from "../regex/byte-matcher.ts";
import type { ByteSpan } from "../regex/pike.ts";
import type { Searched } from "../regex/run.ts";

/** Whole lines that a match covers, as byte offsets. No two hits share a line, and they come in order. */
export interface Hit {
  readonly start: number;
  /** After the last line's newline. */
  readonly end: number;
  /** Where the match begins in these lines; absent where that was not looked for. */
  readonly matchStart?: number;
}

/** The lines of matches that may cross lines; `blocks` joins those on adjacent lines. */
export function hitsAcrossLines(matcher: ByteMatcher, file: Searched, blocks: boolean): Iterable<Hit> {
  const hits = separateHits(matcher, file);
  return blocks ? joinAdjacent(hits) : hits;
}

function* separateHits(matcher: ByteMatcher, file: Searched): Generator<Hit> {
  const { bytes, text } = file;
  let covered = 0;
  for (const match of allMatches(matcher, file)) {
    if (covered === bytes.length || isPastLastLine(bytes, match.start)) return;
    if (match.start < covered && match.end <= covered) continue;
    const start = match.start < covered ? covered : lineStart(bytes, match.start, text);
    covered = lineEnd(bytes, Math.max(match.start, match.end - 1), text);
    yield { start, end: covered, matchStart: Math.max(start, match.start) };
  }
}

/** Unlike `findAll`, with the empty matches right after another match: each may be the only one of its line. */
function* allMatches(matcher: ByteMatcher, { bytes, text }: Searched): Generator<ByteSpan> {
  let match = matcher.find(bytes, { from: 0, text });
  while (match !== undefined) {
    yield match;
    const next = match.end > match.start ? match.end : match.end + 1;
    match = next <= bytes.length ? matcher.find(bytes, { from: next, text }) : undefined;
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
