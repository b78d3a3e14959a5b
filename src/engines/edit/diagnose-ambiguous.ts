import type { EditCandidate } from "../../core/errors.ts";
import { shortEnough, shownLine } from "./excerpt.ts";
import { countOccurrences } from "./occurrences.ts";

/** What is known of an old text that stands in several places. */
export interface Ambiguity {
  readonly occurrences: number;
  /** 1-based lines of the first five, and what stands there. */
  readonly lines: readonly number[];
  readonly candidates: readonly EditCandidate[];
  /** The text of the first with as few lines around it as make it the only one. */
  readonly unique?: string;
}

const placesShown = 5;
/** With more places than this, what makes one of them unique is not looked for. */
const mostPlaces = 1_000;
/** Lines around a place, above and below together, and units on each side. */
const mostLines = 6;
const mostUnits = 1_000;

export function diagnoseAmbiguous(view: string, old: string): Ambiguity {
  const { count, first } = countOccurrences(view, old, mostPlaces);
  const shown = first.slice(0, placesShown);
  const lines = lineNumbers(view, shown);
  const unique = count > mostPlaces ? undefined : uniqueText(view, old, first);
  return {
    occurrences: count,
    lines,
    candidates: shown.map((offset, i) => candidateAt(view, offset, lines[i] as number)),
    ...(unique !== undefined && shortEnough(unique) && { unique }),
  };
}

/** 1-based lines of ascending offsets. */
function lineNumbers(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let newline = text.indexOf("\n");
  return offsets.map((offset) => {
    for (; newline >= 0 && newline < offset; line++) newline = text.indexOf("\n", newline + 1);
    return line;
  });
}

function candidateAt(view: string, offset: number, line: number): EditCandidate {
  const start = startOfLine(view, offset);
  const end = endOfLine(view, offset);
  return {
    line,
    text: shownLine(view.slice(start, end)),
    ...(start > 0 && { above: shownLine(view.slice(startOfLine(view, start - 1), start - 1)) }),
    ...(end + 1 < view.length && { below: shownLine(view.slice(end + 1, endOfLine(view, end + 1))) }),
  };
}

/** The first place, as large as makes it differ from every other; undefined where a few lines do not. */
function uniqueText(view: string, old: string, [first = 0, ...others]: readonly number[]): string | undefined {
  const end = first + old.length;
  const common = others.map((other) => ({
    above: commonBefore(view, first, other),
    below: commonAfter(view, end, other + old.length),
  }));
  const differs = ([from, to]: Range): boolean => common.every(({ above, below }) => first - from > above || to - end > below);
  const starts = startsAbove(view, first);
  const ends = endsBelow(view, end);
  for (let lines = 1; lines <= mostLines; lines++) {
    const [shortest] = withLinesAround(starts, ends, lines).filter(differs).sort(byLength);
    if (shortest) return view.slice(...shortest);
  }
  return undefined;
}

type Range = readonly [start: number, end: number];

/** All ways to have so many lines more, above and below. */
function withLinesAround(starts: readonly number[], ends: readonly number[], lines: number): Range[] {
  return starts.flatMap((start, above): Range[] => {
    const end = ends[lines - above];
    return end === undefined ? [] : [[start, end]];
  });
}

function byLength([startOfA, endOfA]: Range, [startOfB, endOfB]: Range): number {
  return endOfA - startOfA - (endOfB - startOfB);
}

/** Where a text may begin that begins at `offset`: there, at the start of its line, at the start of the line above, … */
function startsAbove(view: string, offset: number): number[] {
  const starts = [offset];
  for (let at = offset; at > 0 && starts.length <= mostLines;) {
    const start = startOfLine(view, at);
    at = start === at ? startOfLine(view, at - 1) : start;
    if (offset - at > mostUnits) break;
    starts.push(at);
  }
  return starts;
}

/** Where a text may end that ends at `offset`: there, at the end of its line, at the end of the line below, … */
function endsBelow(view: string, offset: number): number[] {
  const ends = [offset];
  for (let at = offset; at < view.length && ends.length <= mostLines;) {
    const end = endOfLine(view, at);
    at = end === at ? endOfLine(view, at + 1) : end;
    if (at - offset > mostUnits) break;
    ends.push(at);
  }
  return ends;
}

function commonBefore(view: string, a: number, b: number): number {
  let length = 0;
  while (length <= mostUnits && length < a && length < b && view.charCodeAt(a - 1 - length) === view.charCodeAt(b - 1 - length)) length++;
  return length;
}

function commonAfter(view: string, a: number, b: number): number {
  const most = Math.min(mostUnits + 1, view.length - Math.max(a, b));
  let length = 0;
  while (length < most && view.charCodeAt(a + length) === view.charCodeAt(b + length)) length++;
  return length;
}

function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline < 0 ? text.length : newline;
}
