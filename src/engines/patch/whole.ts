import { unpacked } from "./hunk-lines.ts";
import type { Hunk } from "./hunks.ts";
import type { Lines } from "./lines.ts";
import type { Placed } from "./match.ts";

/** Lines of context that diff writes above and below a change unless told otherwise. */
const usualContext = 3;

/**
 * Whether a hunk with fewer lines than its header counts was merely counted wrong. It may also have been cut off at the end of the text, with
 * changes of its own and whole files after it. `proved`: its own changes are all there.
 */
export function isWhole(placed: Placed, file: Lines, proved: boolean): boolean {
  const { missing } = placed.hunk;
  if (missing === undefined) return true;
  return proved ? endsInContext(placed, file) : endsInContext(placed, file) && holdsAllChanges(placed, missing, file);
}

/** Nothing can follow the end of the file; elsewhere a hunk ends in as much context as it begins with. */
function endsInContext({ hunk, at, length }: Placed, file: Lines): boolean {
  return at + length === file.count || trailing(hunk) >= contextOf(hunk, at);
}

/**
 * Either the whole file goes. Or what is missing counts as many old lines as new ones, too few for another change with its context, and the header does not lead to the end of
 * the file, where a change needs none.
 */
function holdsAllChanges({ hunk, at, length }: Placed, missing: { readonly old: number; readonly new: number }, file: Lines): boolean {
  const end = at + length;
  if (end === file.count && hunk.newLines === 0 && missing.new === 0) return true;
  if (trailing(hunk) === 0 || missing.old !== missing.new) return false;
  return end === file.count || (missing.old < contextOf(hunk, at) && end + missing.old !== file.count);
}

function contextOf(hunk: Hunk, at: number): number {
  return at > 0 ? leading(hunk) : usualContext;
}

function leading({ lines }: Hunk): number {
  const change = unpacked(lines).findIndex((line) => line.kind !== "context");
  return change < 0 ? lines.count : change;
}

function trailing({ lines }: Hunk): number {
  return lines.count - 1 - unpacked(lines).findLastIndex((line) => line.kind !== "context");
}
