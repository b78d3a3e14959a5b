import { concatenation } from "../regex/hir.ts";
import type { Hir, Look } from "../regex/hir.ts";
import { contains, intersect, negate } from "../regex/code-point-set.ts";
import type { Ranges } from "../regex/code-point-set.ts";

const withoutNewline = negate([0x0a, 0x0a]);

/** The ends of the text are those of the line in a search line by line. */
const bound: Partial<Record<Look, Look>> = { text_start: "line_start", text_end: "line_end" };

/** The pattern as it means in lines: nothing in it matches their ends, and all anchors are those of the line. */
export function bindToLines(hir: Hir): Hir {
  switch (hir.kind) {
    case "empty":
      return hir;
    case "set":
    case "bytes":
      return { ...hir, ranges: withoutLineFeed(hir.ranges) };
    case "look":
      return { ...hir, look: bound[hir.look] ?? hir.look };
    case "capture":
    case "repetition":
      return { ...hir, body: bindToLines(hir.body) };
    case "concatenation":
      return concatenation(hir.parts.map(bindToLines), hir.span);
    case "alternation":
      return { ...hir, branches: hir.branches.map(bindToLines) };
    default:
      return hir satisfies never;
  }
}

function withoutLineFeed(ranges: Ranges): Ranges {
  return contains(ranges, 0x0a) ? intersect(ranges, withoutNewline) : ranges;
}
