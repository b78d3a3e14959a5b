import { union } from "../code-point-set.ts";
import type { Ranges } from "../code-point-set.ts";
import { unpackNumbers } from "./pack.ts";

/** Where a set begins and ends, in turns: [first, after last, …]. */
export type Boundaries = readonly number[];

export function unpackBoundaries(packed: string): Boundaries {
  let last = 0;
  return unpackNumbers(packed).map((gap) => (last += gap));
}

export function rangesOf(boundaries: Boundaries): Ranges {
  const pairs: [number, number][] = [];
  for (let i = 0; i < boundaries.length; i += 2) pairs.push([boundaries[i] as number, (boundaries[i + 1] as number) - 1]);
  return union(pairs);
}

/** The boundaries of the symmetric difference: those that only one of the sets has. */
export function differences(a: Boundaries, b: Boundaries): Boundaries {
  const inA = new Set(a);
  const inB = new Set(b);
  return [...a.filter((boundary) => !inB.has(boundary)), ...b.filter((boundary) => !inA.has(boundary))].sort((x, y) => x - y);
}
