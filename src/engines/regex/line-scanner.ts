import { Lanes } from "./lanes.ts";
import { nextLine } from "./lines.ts";
import { firstRow, LazyDfa, matched, undecided } from "./dfa.ts";
import { byteAt } from "./byte-text.ts";
import type { Program } from "./program.ts";
import type { Searched } from "./run.ts";

const lineFeed = 0x0a;

/** Finds the lines that match in one pass, without saying where in them. */
export interface LineScanner {
  /** Every line matches: there is nothing to scan for. */
  readonly matchesAll: boolean;
  /**
   * For each line in [from, to) that matches, in order, the offset of a byte of it; for a line that is undecided, the offset's complement.
   * `from` begins a line, and `to` ends one.
   */
  scan(bytes: Uint8Array, from: number, to: number): readonly number[];
  /** Does the line match that begins at `from`? Undefined where it is undecided. */
  matches(searched: Searched, from: number): boolean | undefined;
}

/** `program` is one whose matches stay in their line. */
export function createLineScanner(program: Program): LineScanner {
  const dfa = new LazyDfa(program, { lines: true });
  const lanes = new Lanes(dfa);
  return {
    matchesAll: dfa.matchesEmpty,
    scan: (bytes, from, to) => (dfa.makeRoom() ? lanes.run(bytes, from, to) : everyLine(bytes, from, to)),
    matches: (searched, from) => (dfa.makeRoom() ? lineMatches(dfa, searched, from) : undefined),
  };
}

function lineMatches(dfa: LazyDfa, { bytes, text }: Searched, from: number): boolean | undefined {
  let { table } = dfa;
  let row = dfa.lineRows.start;
  for (let at = from; ; at++) {
    const byte = at < bytes.length ? byteAt(bytes, text, at) : lineFeed;
    let next = table[row | byte] as number;
    if (next < firstRow) {
      next = dfa.resolve(row, byte);
      ({ table } = dfa);
    }
    if (next < firstRow || byte === lineFeed) {
      dfa.read += at - from;
      return next === undecided ? undefined : next === matched;
    }
    row = next;
  }
}

function everyLine(bytes: Uint8Array, from: number, to: number): number[] {
  const lines: number[] = [];
  for (let at = from; at < to; at = nextLine(bytes, at, to)) lines.push(~at);
  return lines;
}
