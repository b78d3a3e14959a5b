import { fail } from "../../core/errors.ts";
import { foldAll } from "./fold.ts";
import { matchExactly } from "./matches.ts";
import type { Match, Search } from "./matches.ts";
import { overlapOf, placesOf } from "./places.ts";
import type { Places } from "./places.ts";
import { notFound, notUnique } from "./refusals.ts";

/** Where every edit applies. */
export interface Located {
  readonly matches: readonly Match[];
  readonly places: Places;
  /** Edits that were found by the look of their lines only. */
  readonly folded: readonly number[];
}

/**
 * Locates all edits or none. Look-alikes are tried where an edit stands nowhere exactly; if they do not settle every edit, the edit was not
 * found, and nothing else is said. Throws edit_empty, edit_empty_old_string, edit_not_found, edit_not_unique and edit_overlap, the first that
 * holds for any edit.
 */
export function locate(search: Search, match: "folded" | "exact"): Located {
  const exact = matchExactly(search);
  const missing = indicesWhere(exact, ({ starts }) => starts.length === 0);
  if (missing.length === 0) return locateExact(search, exact);
  const located = match === "folded" ? locateFolded(search, exact, missing) : undefined;
  if (!located) throw notFound(search, missing);
  return located;
}

/** Where every edit applies exactly; undefined where one stands nowhere or in too many places, or two overlap. Throws what `matchExactly` does. */
export function locateIfExact(search: Search): Located | undefined {
  const matches = matchExactly(search);
  if (matches.some(({ starts }) => starts.length === 0) || ambiguousOf(search, matches).length > 0) return undefined;
  const places = placesOf(matches);
  return overlapOf(places) ? undefined : { matches, places, folded: [] };
}

function locateExact(search: Search, matches: readonly Match[]): Located {
  const ambiguous = ambiguousOf(search, matches);
  if (ambiguous.length > 0) throw notUnique(search, ambiguous);
  const places = placesOf(matches);
  const indices = overlapOf(places);
  if (indices) throw fail("edit_overlap", { path: search.path, indices, edits: matches.length });
  return { matches, places, folded: [] };
}

function locateFolded(search: Search, exact: readonly Match[], missing: readonly number[]): Located | undefined {
  if (ambiguousOf(search, exact).length > 0) return undefined;
  const needles = search.needles.filter((_, index) => missing.includes(index));
  const found = foldAll(search.view, needles);
  if (!found) return undefined;
  const folded = new Map(missing.map((index, i) => [index, found[i]]));
  const matches = exact.map((match, index) => folded.get(index) ?? match);
  const places = placesOf(matches);
  return overlapOf(places) ? undefined : { matches, places, folded: missing };
}

function ambiguousOf({ needles }: Search, matches: readonly Match[]): number[] {
  return indicesWhere(matches, ({ starts }, index) => starts.length > 1 && needles[index]?.all === false);
}

function indicesWhere(matches: readonly Match[], holds: (match: Match, index: number) => boolean): number[] {
  return matches.flatMap((match, index) => (holds(match, index) ? [index] : []));
}
