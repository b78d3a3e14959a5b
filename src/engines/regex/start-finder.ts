import { firstRow, LazyDfa, matched, undecided } from "./dfa.ts";
import { byteAt } from "./byte-text.ts";
import type { Needle } from "./needle.ts";
import type { Program } from "./program.ts";
import type { Searched } from "./run.ts";

/** Says fast that nothing matches, or where the search for a match has to begin. */
export interface StartFinder {
  /** An offset before the leftmost match that begins in [from, to), or right at it; undefined when none does. */
  find(bytes: Uint8Array, stretch: Stretch): number | undefined;
  /** Does a match surely begin right at `from`? */
  beginsAt(bytes: Uint8Array, from: number, to: number): boolean;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** One character for each byte. */
  readonly text?: string | undefined;
}

/** Every match begins with `prefix`, if there is one: with the text at hand the search leaps from one to the next. */
export function createStartFinder(program: Program, prefix?: Needle): StartFinder {
  const dfa = new LazyDfa(program, { lines: false });
  let anchored: LazyDfa | undefined;
  const { matchesEmpty } = dfa;

  function find(bytes: Uint8Array, stretch: Stretch): number | undefined {
    if (matchesEmpty || !dfa.makeRoom()) return stretch.from;
    return scan(bytes, stretch);
  }

  function scan(bytes: Uint8Array, { from, to, text }: Stretch): number | undefined {
    const searched = { bytes, text };
    let begun = leap(searched, from);
    if (begun < 0 || begun > to) return undefined;
    let state = dfa.startRow(begun > 0 ? byteAt(bytes, text, begun - 1) : -1);
    if (state === undecided) return begun;
    let { table, idle } = dfa;
    for (let at = begun; at < to; at++) {
      const byte = byteAt(bytes, text, at);
      let next = table[state | byte] as number;
      if (next < firstRow) {
        next = dfa.resolve(state, byte);
        ({ table, idle } = dfa);
        if (next < firstRow) return noted(begun, at - from);
      }
      state = next;
      if (idle[state >> 8] === 0) continue;
      begun = leap(searched, at + 1);
      if (begun === at + 1) continue;
      if (begun < 0 || begun >= to) return undefined;
      at = begun - 1;
      state = dfa.startRow(byteAt(bytes, text, begun - 1));
      if (state < firstRow) return begun;
    }
    dfa.read += to - from;
    const last = dfa.endsBefore(state, to < bytes.length ? (bytes[to] as number) : -1);
    return last === matched || last === undecided ? begun : undefined;
  }

  /** Where the prefix may stand next, -1 for nowhere. */
  function leap(searched: Searched, at: number): number {
    return prefix === undefined || (prefix.finder.needsText && searched.text === undefined) ? at : prefix.find(searched, at);
  }

  function noted(begun: number, bytes: number): number {
    dfa.read += bytes;
    return begun;
  }

  function beginsAt(bytes: Uint8Array, from: number, to: number): boolean {
    anchored ??= new LazyDfa(program, { lines: false, anchored: true });
    if (!anchored.makeRoom()) return false;
    let state = anchored.startRow(from > 0 ? (bytes[from - 1] as number) : -1);
    for (let at = from; at < to && state >= firstRow; at++) state = anchored.resolve(state, bytes[at] as number);
    if (state < firstRow) return state === matched;
    return anchored.endsBefore(state, to < bytes.length ? (bytes[to] as number) : -1) === matched;
  }

  return { find, beginsAt };
}
