import { lineEnd, lineStart, lineText } from "./lines.ts";
import type { Match, Regex } from "../regex/index.ts";
import { nextCharacter } from "../regex/next-character.ts";
import type { Search } from "./compile-search.ts";

/** Whole lines that a match covers, as UTF-16 offsets. No two hits share a line, and they come in order. */
export interface Hit {
  readonly start: number;
  /** After the last line's newline. */
  readonly end: number;
  /** Where the match begins in these lines. */
  readonly matchStart: number;
}

export function findHits(search: Search, text: string): Iterable<Hit> {
  const hits = search.multiline ? hitsAcrossLines(search, text) : hitsWithinLines(search, text);
  return search.blocks ? joinAdjacent(hits) : hits;
}

function* hitsWithinLines({ regex, required }: Search, text: string): Generator<Hit> {
  for (let at = 0; at < text.length;) {
    const candidate = required === undefined ? at : text.indexOf(required, at);
    if (candidate < 0) return;
    const start = lineStart(text, candidate);
    const end = lineEnd(text, candidate);
    const match = regex.find(lineText(text, start, end));
    if (match !== undefined) yield { start, end, matchStart: start + match.start };
    at = end;
  }
}

function* hitsAcrossLines({ regex }: Search, text: string): Generator<Hit> {
  let covered = 0;
  for (const match of allMatches(regex, text)) {
    if (covered === text.length || isPastLastLine(text, match.start)) return;
    if (match.start < covered && match.end <= covered) continue;
    const start = match.start < covered ? covered : lineStart(text, match.start);
    covered = lineEnd(text, Math.max(match.start, match.end - 1));
    yield { start, end: covered, matchStart: Math.max(start, match.start) };
  }
}

/** Unlike `findAll`, with the empty matches right after another match: each may be the only one of its line. */
function* allMatches(regex: Regex, text: string): Generator<Match> {
  let match = regex.find(text, 0);
  while (match !== undefined) {
    yield match;
    const next = match.end > match.start ? match.end : nextCharacter(text, match.end);
    match = next <= text.length ? regex.find(text, next) : undefined;
  }
}

/** Nothing follows the last newline, not even an empty line. */
function isPastLastLine(text: string, offset: number): boolean {
  return offset === text.length && lineStart(text, offset) === offset;
}

function* joinAdjacent(hits: Iterable<Hit>): Generator<Hit> {
  let block: Hit | undefined;
  for (const hit of hits) {
    if (block !== undefined && block.end < hit.start) yield block;
    block = block !== undefined && block.end >= hit.start ? { ...block, end: hit.end } : hit;
  }
  if (block !== undefined) yield block;
}
