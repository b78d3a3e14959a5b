import { Lanes, nextLine } from "./lanes.ts";
import { LazyDfa } from "./dfa.ts";
import type { Program } from "./program.ts";

/** Finds the lines that match in one pass, without saying where in them. */
export interface LineScanner {
  /** Every line matches: there is nothing to scan for. */
  readonly matchesAll: boolean;
  /**
   * For each line in [from, to) that matches, in order, the offset of a byte of it; for a line that is undecided, the offset's complement.
   * `from` begins a line, and `to` ends one.
   */
  scan(bytes: Uint8Array, from: number, to: number): readonly number[];
}

/** `program` is one whose matches stay in their line. */
export function createLineScanner(program: Program): LineScanner {
  const dfa = new LazyDfa(program, { lines: true });
  const lanes = new Lanes(dfa);
  return {
    matchesAll: dfa.matchesEmpty,
    scan: (bytes, from, to) => (dfa.makeRoom() ? lanes.run(bytes, from, to) : everyLine(bytes, from, to)),
  };
}

function everyLine(bytes: Uint8Array, from: number, to: number): number[] {
  const lines: number[] = [];
  for (let at = from; at < to; at = nextLine(bytes, at, to)) lines.push(~at);
  return lines;
}
