import { Lanes, nextLine } from "./lanes.ts";
import { LazyDfa } from "./dfa.ts";
import type { Program } from "./program.ts";

/** Memory that fills again before this many bytes for each state were read is not worth its making. */
const thrashingBytes = 65_536;
const thrashingLimit = 4;

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
  let scanned = 0;
  let thrashed = 0;
  return {
    matchesAll: dfa.matchesEmpty,
    scan(bytes, from, to) {
      if (thrashed >= thrashingLimit) return everyLine(bytes, from, to);
      if (dfa.full) {
        if (scanned < thrashingBytes) thrashed++;
        dfa.forget();
        lanes.restart();
        scanned = 0;
      }
      scanned += to - from;
      return lanes.run(bytes, from, to);
    },
  };
}

function everyLine(bytes: Uint8Array, from: number, to: number): number[] {
  const lines: number[] = [];
  for (let at = from; at < to; at = nextLine(bytes, at, to)) lines.push(~at);
  return lines;
}
