import { LazyDfa, matched, undecided } from "./dfa.ts";
import type { Program } from "./program.ts";

/** Memory that fills this often before much was read is not worth its making. */
const thrashingLimit = 8;
const thrashingBytes = 262_144;

/** Says fast that nothing matches, or where the search for a match has to begin. */
export interface StartFinder {
  /** An offset before the leftmost match that begins in [from, to), or right at it; undefined when none does. */
  find(bytes: Uint8Array, from: number, to: number): number | undefined;
}

export function createStartFinder(program: Program): StartFinder {
  const dfa = new LazyDfa(program, { lines: false });
  const { matchesEmpty } = dfa;
  let read = 0;
  let thrashed = 0;

  function find(bytes: Uint8Array, from: number, to: number): number | undefined {
    if (matchesEmpty || thrashed >= thrashingLimit) return from;
    if (dfa.full) {
      if (read < thrashingBytes) thrashed++;
      dfa.forget();
      read = 0;
    }
    const start = dfa.startRow(bytes, from);
    return start === undecided ? from : scan(bytes, { row: start, from, to });
  }

  function scan(
    bytes: Uint8Array,
    { row, from, to }: { readonly row: number; readonly from: number; readonly to: number },
  ): number | undefined {
    let { table } = dfa;
    let state = row;
    let begun = from;
    for (let at = from; at < to; at++) {
      let next = table[state + (bytes[at] as number)] as number;
      if (next < 0) {
        next = dfa.resolve(state, bytes[at] as number);
        ({ table } = dfa);
        if (next < 0) return noted(begun, at - from);
      }
      state = next;
      if (dfa.isIdle(state)) begun = at + 1;
    }
    read += to - from;
    const last = dfa.endsBefore(state, to < bytes.length ? (bytes[to] as number) : -1);
    return last === matched || last === undecided ? begun : undefined;
  }

  function noted(begun: number, bytes: number): number {
    read += bytes;
    return begun;
  }

  return { find };
}
