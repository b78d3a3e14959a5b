import { byteAt } from "./byte-text.ts";
import type { Effort } from "./effort.ts";

/** What it takes to compare a byte, in bytes of an automaton. */
const comparisonCost = 2;

/** A byte, one of a few. */
export type Choice = readonly number[];

/** Bytes that stand one after another. */
export type Run = readonly Choice[];

/** What is searched. Always an object of these two and no other, for it is looked into very often. */
export interface Searched {
  readonly bytes: Uint8Array;
  /** One character for each byte, if that text is to be looked at instead; it may go on after the bytes. */
  readonly text: string | undefined;
}

export function standsAt(run: Run, { bytes, text }: Searched, start: number, effort: Effort): boolean {
  for (let i = 0; i < run.length; i++) {
    const choice = run[i] as Choice;
    const byte = byteAt(bytes, text, start + i); // past the end none, which is no choice
    if (choice[0] !== byte && !choice.includes(byte)) {
      effort.waste(comparisonCost * (i + 1));
      return false;
    }
  }
  return true;
}
