import type { LazyDfa } from "./dfa.ts";
import { undecided } from "./dfa.ts";

const lineFeed = 0x0a;
/** Fewer bytes are not worth four lanes. */
const laneMinimum = 1_024;

/** Where four lanes begin, each at the start of a line, and where the last ends. */
type Cuts = readonly [number, number, number, number, number];

/** Runs an automaton of lines over stretches of whole lines. */
export class Lanes {
  readonly #dfa: LazyDfa;
  #bytes: Uint8Array = new Uint8Array();
  constructor(dfa: LazyDfa) {
    this.#dfa = dfa;
  }

  /** For each line that matches, in order, the offset of a byte of it; for a line that is undecided, the offset's complement. */
  run(bytes: Uint8Array, from: number, to: number): number[] {
    const hits: number[] = [];
    this.#bytes = bytes;
    this.#dfa.read += to - from;
    const cuts = to - from < laneMinimum ? undefined : cutsOf(bytes, from, to);
    const row = cuts ? this.#runFour(cuts, hits) : this.#runOne(from, to, this.#dfa.lineRows.start, hits);
    if (to > from && bytes[to - 1] !== lineFeed) this.#take(row, lineFeed, to - 1, hits);
    return hits;
  }

  /**
   * Four parts in one loop, so that four look-ups are on their way at once where one would wait for the last. The inner loop is free of
   * calls, which would cost it its registers. Returns the row of the last part.
   */
  #runFour([p0, p1, p2, p3, end]: Cuts, hits: number[]): number {
    const bytes = this.#bytes;
    const [h1, h2, h3] = [[], [], []] as [number[], number[], number[]];
    const [d1, d2, d3] = [p1 - p0, p2 - p0, p3 - p0];
    const steps = Math.min(d1, p2 - p1, p3 - p2, end - p3);
    const stop = p0 + steps;
    const { start } = this.#dfa.lineRows;
    let [s0, s1, s2, s3] = [start, start, start, start];
    for (let i = p0; i < stop; i++) {
      const { table } = this.#dfa;
      let [n0, n1, n2, n3] = [s0, s1, s2, s3];
      for (; i < stop; i++) {
        n0 = table[s0 + (bytes[i] as number)] as number;
        n1 = table[s1 + (bytes[i + d1] as number)] as number;
        n2 = table[s2 + (bytes[i + d2] as number)] as number;
        n3 = table[s3 + (bytes[i + d3] as number)] as number;
        if ((n0 | n1 | n2 | n3) < 0) break;
        s0 = n0;
        s1 = n1;
        s2 = n2;
        s3 = n3;
      }
      if (i === stop) break;
      s0 = n0 >= 0 ? n0 : this.#take(s0, bytes[i] as number, i, hits);
      s1 = n1 >= 0 ? n1 : this.#take(s1, bytes[i + d1] as number, i + d1, h1);
      s2 = n2 >= 0 ? n2 : this.#take(s2, bytes[i + d2] as number, i + d2, h2);
      s3 = n3 >= 0 ? n3 : this.#take(s3, bytes[i + d3] as number, i + d3, h3);
    }
    this.#runOne(p0 + steps, p1, s0, hits);
    this.#runOne(p1 + steps, p2, s1, h1);
    this.#runOne(p2 + steps, p3, s2, h2);
    const row = this.#runOne(p3 + steps, end, s3, h3);
    for (const more of [h1, h2, h3]) for (const hit of more) hits.push(hit);
    return row;
  }

  #runOne(from: number, to: number, row: number, hits: number[]): number {
    const bytes = this.#bytes;
    let { table } = this.#dfa;
    let state = row;
    for (let i = from; i < to; i++) {
      const next = table[state + (bytes[i] as number)] as number;
      if (next >= 0) {
        state = next;
        continue;
      }
      state = this.#take(state, bytes[i] as number, i, hits);
      ({ table } = this.#dfa);
    }
    return state;
  }

  /** The next row where the table has none; a line that is decided, or cannot be, is noted and waited out. */
  #take(row: number, byte: number, at: number, hits: number[]): number {
    const entry = this.#dfa.resolve(row, byte);
    if (entry >= 0) return entry;
    hits.push(entry === undecided ? ~at : at);
    const { start, done } = this.#dfa.lineRows;
    return byte === lineFeed ? start : done;
  }
}

/** Three newlines near the quarters; undefined when lines are too long for that. */
function cutsOf(bytes: Uint8Array, from: number, to: number): Cuts | undefined {
  const quarter = (to - from) >> 2;
  const first = nextLine(bytes, from + quarter, to);
  const second = nextLine(bytes, Math.max(first, from + 2 * quarter), to);
  const third = nextLine(bytes, Math.max(second, from + 3 * quarter), to);
  return third < to ? [from, first, second, third, to] : undefined;
}

/** Where the line after the one that holds `at` begins; `to` at most. */
export function nextLine(bytes: Uint8Array, at: number, to: number): number {
  const newline = bytes.indexOf(lineFeed, at);
  return newline < 0 || newline >= to ? to : newline + 1;
}
