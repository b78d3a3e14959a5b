import type { Hir } from "../regex/hir.ts";
import type { Search } from "./compile-search.ts";
import type { Strategy } from "./line-search.ts";
import { children, literalCharacter } from "../regex/hir.ts";

/** How a search goes about its work. */
export interface SearchExplanation {
  /** What the pattern means with every flag worked in, inner parts in parentheses. */
  readonly tree: string;
  /** Each match holds one of these, where that is used: texts, with sets of characters in brackets. */
  readonly literals: readonly string[];
  readonly matcher: Strategy | "across_lines";
}

export function explainSearch({ hir, lines, needle }: Search): SearchExplanation {
  return { tree: describe(hir), literals: needle?.finder.words ?? [], matcher: lines?.strategy ?? "across_lines" };
}

/** Must a NUL be matched? Binary files are not searched, so that nothing is found. */
export function needsNul(hir: Hir): boolean {
  if (literalCharacter(hir) === "\0") return true;
  return hir.kind !== "alternation" && (hir.kind !== "repetition" || hir.min > 0) && children(hir).some(needsNul);
}

function describe(hir: Hir): string {
  const inner = children(hir).map(describe);
  switch (hir.kind) {
    case "set":
    case "bytes":
      return JSON.stringify(literalCharacter(hir)) ?? `[${rangesOf(hir.ranges)}]`;
    case "look":
      return hir.look;
    case "repetition":
      return `(repeat ${hir.min} ${hir.max}${hir.greedy ? "" : " lazy"} ${inner.join()})`;
    default:
      return inner.length === 0 ? hir.kind : `(${hir.kind} ${inner.join(" ")})`;
  }
}

const rangesShown = 4;

function rangesOf(ranges: readonly number[]): string {
  const shown = Array.from(
    { length: Math.min(rangesShown, ranges.length / 2) },
    (_, i) => `${hex(ranges[2 * i])}-${hex(ranges[2 * i + 1])}`,
  );
  const more = ranges.length / 2 - shown.length;
  return shown.join(" ") + (more > 0 ? ` and ${more} more` : "");
}

function hex(point: number = 0): string {
  return point.toString(16).toUpperCase();
}
