import { diffArrays } from "diff";

/** Old lines [start, end) give way to new ones; either may be none. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly added: readonly string[];
}

/**
 * The search for the fewest changed lines gives up when it would need more than this many. Its time grows with their square: 1,000 take
 * about a fifth of a second, whatever the length of the texts.
 */
const mostChangedLines = 1_000;

/**
 * Turns the old lines into the new ones, by as few changed lines as possible. Where these are more than 1,000, one change replaces all
 * lines: as correct, but it shows unchanged lines as changed. Old lines are counted from `first`.
 */
export function changesBetween(before: readonly string[], after: readonly string[], first: number): Change[] {
  const runs = diffArrays([...before], [...after], { maxEditLength: mostChangedLines });
  if (!runs) return [{ start: first, end: first + before.length, added: after }];
  const changes: Change[] = [];
  let line = first;
  for (const { added, removed, value } of runs) {
    const end = added ? line : line + value.length;
    if (added || removed) append(changes, { start: line, end, added: added ? value : [] });
    line = end;
  }
  return changes;
}

/** Removed and added lines at one place come one after the other: they are one change. */
function append(changes: Change[], change: Change): void {
  const last = changes.at(-1);
  if (last?.end !== change.start) changes.push(change);
  else changes.splice(-1, 1, { start: last.start, end: change.end, added: [...last.added, ...change.added] });
}
