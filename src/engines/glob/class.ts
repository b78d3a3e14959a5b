import { foldPoint, oneWayCapitals, unfoldPoint } from "./fold.ts";
import { isSyntax, type Token } from "./token.ts";

type Range = readonly [first: number, last: number];

/** Index of the `]` that ends the class opened at `open`, or what is wrong with the class. */
export function classEnd(tokens: readonly Token[], open: number): number | "unclosed_class" | "empty_class" {
  const first = bodyStart(tokens, open);
  if (isSyntax(tokens[first], "]")) return "empty_class";
  for (let i = first + 1; i < tokens.length; i++) if (isSyntax(tokens[i], "]")) return i;
  return "unclosed_class";
}

/**
 * The class between the brackets at `open` and `end` as a test of a code point, which is in lower case when case is ignored. Ranges
 * fold: one holds a code point when it holds any spelling of it.
 */
export function compileClass(tokens: readonly Token[], open: number, end: number, ignoreCase: boolean): (point: number) => boolean {
  const start = bodyStart(tokens, open);
  const negated = start === open + 2;
  const ranges = readRanges(tokens.slice(start, end));
  if (!ignoreCase) return (point) => holds(ranges, point) !== negated;
  const folding = [...ranges, ...oneWayRanges(ranges)];
  return (point) => (holds(folding, point) || holds(folding, unfoldPoint(point))) !== negated;
}

function bodyStart(tokens: readonly Token[], open: number): number {
  const mark = tokens[open + 1];
  return isSyntax(mark, "^") || isSyntax(mark, "!") ? open + 2 : open + 1;
}

/** The first end of a range counts by itself, so `[z-a]` holds "z". */
function readRanges(body: readonly Token[]): Range[] {
  const ranges: Range[] = [];
  for (let i = 0; i < body.length; i++) {
    const first = pointOf(body, i);
    ranges.push([first, first]);
    if (!isSyntax(body[i + 1], "-") || i + 2 >= body.length) continue;
    ranges.push([first, pointOf(body, i + 2)]);
    i += 2;
  }
  return ranges;
}

function pointOf(tokens: readonly Token[], index: number): number {
  return (tokens[index] as Token).character.codePointAt(0) as number;
}

function holds(ranges: readonly Range[], point: number): boolean {
  for (const [first, last] of ranges) if (point >= first && point <= last) return true;
  return false;
}

/** Lower-case forms of the capitals in the ranges that cannot be found again from their lower case. */
function oneWayRanges(ranges: readonly Range[]): Range[] {
  const folded: Range[] = [];
  for (const [first, last] of oneWayCapitals) {
    for (let capital = first; capital <= last; capital++) {
      if (holds(ranges, capital)) folded.push([foldPoint(capital), foldPoint(capital)]);
    }
  }
  return folded;
}
