import type { Hir } from "../regex/hir.ts";
import { literalCharacter } from "../regex/hir.ts";
import { patternFault } from "../regex/faults.ts";

/**
 * Throws invalid_pattern {reason: "newline_needs_multiline"} where a newline is the one thing that could match. A class that holds other
 * characters too just never meets one.
 */
export function refuseNewline(pattern: string, hir: Hir): void {
  switch (hir.kind) {
    case "set":
      if (literalCharacter(hir) === "\n") throw patternFault(pattern, "newline_needs_multiline", hir.span);
      return;
    case "capture":
    case "repetition":
      refuseNewline(pattern, hir.body);
      return;
    case "concatenation":
      for (const part of hir.parts) refuseNewline(pattern, part);
      return;
    case "alternation":
      for (const branch of hir.branches) refuseNewline(pattern, branch);
      return;
    case "empty":
    case "look":
      return;
    default:
      hir satisfies never;
  }
}
