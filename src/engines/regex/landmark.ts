import { bitsOf, fewestBits, sequence } from "./needle.ts";
import { byteText } from "./byte-text.ts";
import { children, literalCharacter, minimumLength } from "./hir.ts";
import type { Hir } from "./hir.ts";
import type { Needle } from "./needle.ts";
import { encode } from "../../core/text.ts";
import { everything, membership, pairsOf, union } from "./code-point-set.ts";

/** A literal, and what may stand on its sides. */
interface Landmark {
  readonly literal: string;
  readonly before: Side;
  readonly after: Side;
  /** How rare it is: half as many places for each bit. */
  readonly bits: number;
}

interface Side {
  /** By code; beyond ASCII anything may stand there. */
  readonly allows: (code: number) => boolean;
  readonly bits: number;
}

const beyondAscii = [0x80, 0x10_ffff];
const ascii = Array.from({ length: 128 }, (_, code) => code);

/**
 * A literal that every match contains, with what must stand beside it: `=` alone is not worth stopping at, between two spaces it is.
 * Undefined when none is rare enough.
 */
export function landmarkOf(hir: Hir): Needle | undefined {
  const [best] = landmarksIn(hir).toSorted((a, b) => b.bits - a.bits);
  if (best === undefined || best.bits < fewestBits) return undefined;
  return { exact: false, words: [best.literal], find: (text, from) => find(best, text, from) };
}

function find({ literal, before, after }: Landmark, text: string, from: number): number {
  let at = text.indexOf(literal, from);
  while (at >= 0 && !(before.allows(text.charCodeAt(at - 1)) && after.allows(text.charCodeAt(at + literal.length)))) {
    at = text.indexOf(literal, at + 1);
  }
  return at;
}

/** Literals as long as they are. */
function landmarksIn(hir: Hir): Landmark[] {
  const landmarks: Landmark[] = [];
  let left: Hir | undefined;
  let literal = "";
  for (const part of [...sequence(hir).filter(({ kind }) => kind !== "look"), undefined]) {
    const character = part && literalCharacter(part);
    if (character === undefined) {
      if (literal !== "") landmarks.push(landmark(literal, sideOf(left), sideOf(part)));
      left = part;
      literal = "";
    } else {
      literal += byteText(encode(character));
    }
  }
  return landmarks;
}

function landmark(literal: string, before: Side, after: Side): Landmark {
  const bits = Array.from(literal, (character) => bitsOf([character.charCodeAt(0)]));
  return { literal, before, after, bits: bits.reduce((sum, more) => sum + more, before.bits + after.bits) };
}

function sideOf(part: Hir | undefined): Side {
  const isFree = part === undefined || minimumLength(part) === 0;
  const sets = isFree ? [everything] : [beyondAscii, ...setsIn(part).map(({ ranges }) => ranges)];
  const allows = membership(union(sets.flatMap(pairsOf)));
  return { allows, bits: Math.max(0, bitsOf(ascii.filter(allows))) };
}

/** Of all these are the characters of a match. */
function setsIn(hir: Hir): Extract<Hir, { readonly kind: "set" | "bytes" }>[] {
  return hir.kind === "set" || hir.kind === "bytes" ? [hir] : children(hir).flatMap(setsIn);
}
