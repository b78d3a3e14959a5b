import { globstar, type Place } from "./automaton.ts";
import { fold } from "./fold.ts";
import type { Glob, GlobState } from "./glob.ts";
import type { Element, Segment } from "./segment.ts";

/** How many of certain names pass a test, where that is told without looking at one; "some" also when in doubt. */
export type Share = "none" | "some" | "all";

/**
 * How many of the names with this ending match when they are entered from `state`. An ending is what follows the last dot of a name that does not
 * begin with one; of names without a dot, and of those that end in one, it is "".
 */
export function shareOf({ ignoreCase }: Pick<Glob, "ignoreCase">, state: GlobState, ending: string): Share {
  const comparable = ignoreCase ? fold(ending) : ending;
  const shares = state.places.map((place) => shareAt(place, comparable));
  return shares.includes("all") ? "all" : shares.includes("some") ? "some" : "none";
}

/** Can a name have both the ending and this tail? */
export function admitsEnding(tail: string, ending: string): boolean {
  const dot = tail.lastIndexOf(".");
  return dot < 0 ? ending === "" || ending.endsWith(tail) : tail.slice(dot + 1) === ending;
}

function shareAt(place: Place, ending: string): Share {
  const { part, next } = place;
  if (part === undefined) return "none";
  if (part === globstar) return reachesEnd(place) ? "all" : "none";
  return reachesEnd(next as Place) ? shareOfSegment(part, ending) : "none";
}

function reachesEnd(place: Place): boolean {
  let at = place;
  while (at.part === globstar) at = at.next as Place;
  return at.part === undefined;
}

function shareOfSegment({ runs, elements = [] }: Segment, ending: string): Share {
  const tail = runs?.at(-1) ?? tailOf(elements);
  if (!admitsEnding(tail, ending)) return "none";
  const isEnough = runs !== undefined && runs.length > 1 && runs.slice(0, -1).every((run) => run === "");
  return isEnough && (tail === "" || (ending !== "" && `.${ending}`.endsWith(tail))) ? "all" : "some";
}

/** The literals at the end. */
function tailOf(elements: readonly Element[]): string {
  const last = elements.findLastIndex(({ kind }) => kind !== "literal");
  return String.fromCodePoint(...elements.slice(last + 1).flatMap((element) => (element.kind === "literal" ? element.point : [])));
}
