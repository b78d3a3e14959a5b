import { children } from "./hir.ts";
import type { Hir } from "./hir.ts";
import { pairsOf } from "./code-point-set.ts";
import type { Ranges } from "./code-point-set.ts";
import { utf8Trie } from "./utf8-trie.ts";

/** Which bytes a match can begin with, one entry for each; undefined when it can be empty, and so begin anywhere. */
export function leadingBytes(hir: Hir): Uint8Array | undefined {
  const { sets, empty } = leading(hir);
  if (empty) return undefined;
  const bytes = new Uint8Array(256);
  for (const set of sets) {
    const first = set.kind === "bytes" ? bytesIn(set.ranges) : utf8Trie(set.ranges).root;
    first.forEach((entry, byte) => {
      if (entry !== 0) bytes[byte] = 1;
    });
  }
  return bytes;
}

/** Membership of each byte. */
export function bytesIn(ranges: Ranges): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const [low, high] of pairsOf(ranges)) bytes.fill(1, low, Math.min(high, 0xff) + 1);
  return bytes;
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
    case "bytes":
      return false;
    default:
      return hir satisfies never;
  }
}

interface Leading {
  readonly sets: readonly Extract<Hir, { readonly kind: "set" | "bytes" }>[];
  /** Does it match the empty text, so that what follows it leads too? */
  readonly empty: boolean;
}

function leading(hir: Hir): Leading {
  switch (hir.kind) {
    case "empty":
    case "look":
      return { sets: [], empty: true };
    case "set":
    case "bytes":
      return { sets: [hir], empty: false };
    case "capture":
      return leading(hir.body);
    case "repetition": {
      const body = leading(hir.body);
      return { sets: body.sets, empty: body.empty || hir.min === 0 };
    }
    case "concatenation":
      return leadingOfSequence(hir.parts);
    case "alternation": {
      const branches = children(hir).map(leading);
      return { sets: branches.flatMap(({ sets }) => sets), empty: branches.some(({ empty }) => empty) };
    }
    default:
      return hir satisfies never;
  }
}

function leadingOfSequence(parts: readonly Hir[]): Leading {
  const sets: Leading["sets"][number][] = [];
  for (const part of parts) {
    const next = leading(part);
    sets.push(...next.sets);
    if (!next.empty) return { sets, empty: false };
  }
  return { sets, empty: true };
}
