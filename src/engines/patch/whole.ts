import type { Hunk } from "./hunks.ts";
import type { Lines } from "./lines.ts";
import type { Placed } from "./match.ts";

/** Lines of context that diff writes above and below a change unless told otherwise. */
const usualContext = 3;

/**
 * Whether a hunk with fewer lines than its header counts was merely counted wrong. It may also have been cut off at the end of the text, and then
 * changes are missing. It is whole when the file ends with it and the header counts more old lines than there are, or when it ends in as much
 * context as it begins with and too little is missing for another change with as much.
 */
export function isWhole({ hunk, at, length }: Placed, file: Lines): boolean {
  const { missing } = hunk;
  if (missing === undefined) return true;
  if (trailing(hunk) === 0 || missing.old !== missing.new) return false;
  const end = at + length;
  if (end === file.count) return true;
  const context = at > 0 ? leading(hunk) : usualContext;
  return trailing(hunk) >= context && missing.old < context && end + missing.old !== file.count;
}

function leading({ lines }: Hunk): number {
  const change = lines.findIndex((line) => line.kind !== "context");
  return change < 0 ? lines.length : change;
}

function trailing({ lines }: Hunk): number {
  return lines.length - 1 - lines.findLastIndex((line) => line.kind !== "context");
}
