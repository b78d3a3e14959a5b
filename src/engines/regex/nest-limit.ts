import { patternFault } from "./faults.ts";
import type { Syntax } from "./syntax.ts";
import { partsOf } from "./syntax.ts";

/** As in Rust's regex crate: what walks a pattern may recurse. */
export const nestLimit = 250;

/** Refuses a pattern in which more than `nestLimit` constructs stand inside each other. */
export function checkNesting(pattern: string, syntax: Syntax, depth: number = 0): void {
  const parts = partsOf(syntax);
  if (parts.length === 0 && syntax.kind !== "class") return;
  if (depth >= nestLimit) throw patternFault(pattern, "nest_limit_exceeded", syntax.span);
  for (const part of parts) checkNesting(pattern, part, depth + 1);
}
