import type { Match } from "./matches.ts";
import type { Replacement } from "./splice.ts";

/** One replacement, and the 0-based index of the edit that asks for it. */
export interface Place extends Replacement {
  readonly edit: number;
}

/** Every place of every edit, by offset. */
export interface Places extends Iterable<Place> {
  readonly count: number;
}

/** A blank replaced everywhere has millions of places: offset and edit are one number, and a place is made when it is walked over. */
export function placesOf(matches: readonly Match[]): Places {
  const edits = matches.length;
  const packed = new Float64Array(matches.reduce((sum, { starts }) => sum + starts.length, 0));
  let count = 0;
  for (const [edit, { starts }] of matches.entries()) {
    for (const start of starts) packed[count++] = start * edits + edit;
  }
  if (edits > 1) packed.sort();
  return {
    count,
    *[Symbol.iterator]() {
      for (const key of packed) yield placeAt(matches, (key - (key % edits)) / edits, key % edits);
    },
  };
}

/** Two 0-based edits, lowest first. */
type Pair = readonly [number, number];

/** The lowest edit that overlaps another, with the lowest it overlaps, if any do. Places that touch do not overlap. */
export function overlapOf(places: Iterable<Place>): Pair | undefined {
  let lowest: Pair | undefined;
  let farthest: Place | undefined;
  for (const place of places) {
    // An edit that overlaps any other overlaps the place before it that reaches farthest, or is that place: no lowest edit is missed.
    if (farthest && place.start < farthest.end) lowest = lower(lowest, [farthest.edit, place.edit]);
    if (!farthest || place.end > farthest.end) farthest = place;
  }
  return lowest;
}

function placeAt(matches: readonly Match[], start: number, edit: number): Place {
  const { length, text } = matches[edit] as Match;
  return { start, end: start + length, text, edit };
}

function lower(known: Pair | undefined, [a, b]: Pair): Pair {
  const pair: Pair = a < b ? [a, b] : [b, a];
  return known && (known[0] - pair[0] || known[1] - pair[1]) <= 0 ? known : pair;
}
