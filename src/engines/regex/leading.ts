import { pairsOf, union } from "./code-point-set.ts";
import type { Hir } from "./hir.ts";
import type { Ranges } from "./code-point-set.ts";

/** The characters a match can begin with; undefined when it can be empty, and so begin anywhere. */
export function leadingCharacters(hir: Hir): Ranges | undefined {
  const { pairs, empty } = leading(hir);
  return empty ? undefined : union(pairs);
}

/** Can a match begin nowhere but at the start of the text? */
export function isAnchored(hir: Hir): boolean {
  switch (hir.kind) {
    case "look":
      return hir.look === "text_start";
    case "capture":
      return isAnchored(hir.body);
    case "repetition":
      return hir.min > 0 && isAnchored(hir.body);
    case "concatenation":
      return isAnchored(hir.parts[0] as Hir);
    case "alternation":
      return hir.branches.every(isAnchored);
    case "empty":
    case "set":
      return false;
    default:
      return hir satisfies never;
  }
}

interface Leading {
  readonly pairs: readonly (readonly [number, number])[];
  /** Does it match the empty text, so that what follows it leads too? */
  readonly empty: boolean;
}

function leading(hir: Hir): Leading {
  switch (hir.kind) {
    case "empty":
    case "look":
      return { pairs: [], empty: true };
    case "set":
      return { pairs: pairsOf(hir.ranges), empty: false };
    case "capture":
      return leading(hir.body);
    case "repetition": {
      const body = leading(hir.body);
      return { pairs: body.pairs, empty: body.empty || hir.min === 0 };
    }
    case "concatenation":
      return leadingOfSequence(hir.parts);
    case "alternation": {
      const branches = hir.branches.map(leading);
      return { pairs: branches.flatMap(({ pairs }) => pairs), empty: branches.some(({ empty }) => empty) };
    }
    default:
      return hir satisfies never;
  }
}

function leadingOfSequence(parts: readonly Hir[]): Leading {
  const pairs: (readonly [number, number])[] = [];
  for (const part of parts) {
    const next = leading(part);
    pairs.push(...next.pairs);
    if (!next.empty) return { pairs, empty: false };
  }
  return { pairs, empty: true };
}
