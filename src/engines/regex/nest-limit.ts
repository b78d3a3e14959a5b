import { patternFault } from "./faults.ts";
import type { Syntax } from "./syntax.ts";

/** As in Rust's regex crate: what walks a pattern may recurse. */
export const nestLimit = 250;

/** Refuses a pattern in which more than `nestLimit` constructs stand inside each other. */
export function checkNesting(pattern: string, syntax: Syntax, depth: number = 0): void {
  const inner = parts(syntax);
  if (inner === undefined) return;
  if (depth >= nestLimit) throw patternFault(pattern, "nest_limit_exceeded", syntax.span);
  for (const part of inner) checkNesting(pattern, part, depth + 1);
}

/** What stands directly inside; undefined for what does not count as a level. */
function parts(syntax: Syntax): readonly Syntax[] | undefined {
  switch (syntax.kind) {
    case "empty":
    case "literal":
    case "dot":
    case "perl_class":
    case "unicode_class":
    case "assertion":
    case "flags":
      return undefined;
    case "class":
      return [];
    case "group":
    case "repetition":
      return [syntax.body];
    case "concatenation":
      return syntax.parts;
    case "alternation":
      return syntax.branches;
    default:
      return syntax satisfies never;
  }
}
