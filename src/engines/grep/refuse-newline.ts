import type { Hir } from "../regex/hir.ts";
import { children } from "../regex/hir.ts";
import { patternFault } from "../regex/faults.ts";
import { single } from "../regex/code-point-set.ts";

const newline = 0x0a;

/**
 * Throws invalid_pattern {reason: "newline_needs_multiline"} where a newline is the one thing that could match. A class that holds other
 * characters too just never meets one.
 */
export function refuseNewline(pattern: string, hir: Hir): void {
  if (hir.kind === "set" && single(hir.ranges) === newline) throw patternFault(pattern, "newline_needs_multiline", hir.span);
  for (const child of children(hir)) refuseNewline(pattern, child);
}
