import type { LazyDfa } from "./dfa.ts";
import { firstRow, undecided } from "./dfa.ts";

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
   * Four parts in one loop, so that four look-ups are on their way at once where one would wait for the last, and four bytes of each taken
   * between two looks at what came out. The inner loop is free of calls, which would cost it its registers. Returns the row of the last part.
   */
  #runFour([p0, p1, p2, p3, end]: Cuts, hits: number[]): number {
    const bytes = this.#bytes;
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const [h1, h2, h3] = [[], [], []] as [number[], number[], number[]];
    const [d1, d2, d3] = [p1 - p0, p2 - p0, p3 - p0];
    const steps = Math.min(d1, p2 - p1, p3 - p2, end - p3) & ~3;
    const stop = p0 + steps;
    const { start } = this.#dfa.lineRows;
    let [s0, s1, s2, s3] = [start, start, start, start];
    for (let i = p0; i < stop; i += 4) {
      const { table } = this.#dfa;
      let [n0, n1, n2, n3] = [s0, s1, s2, s3];
      for (; i < stop; i += 4) {
        n0 = afterFour(table, s0, words.getInt32(i, true));
        n1 = afterFour(table, s1, words.getInt32(i + d1, true));
        n2 = afterFour(table, s2, words.getInt32(i + d2, true));
        n3 = afterFour(table, s3, words.getInt32(i + d3, true));
        if (((n0 - firstRow) | (n1 - firstRow) | (n2 - firstRow) | (n3 - firstRow)) < 0) break;
        s0 = n0;
        s1 = n1;
        s2 = n2;
        s3 = n3;
      }
      if (i === stop) break;
      s0 = n0 >= firstRow ? n0 : this.#runOne(i, i + 4, s0, hits);
      s1 = n1 >= firstRow ? n1 : this.#runOne(i + d1, i + d1 + 4, s1, h1);
      s2 = n2 >= firstRow ? n2 : this.#runOne(i + d2, i + d2 + 4, s2, h2);
      s3 = n3 >= firstRow ? n3 : this.#runOne(i + d3, i + d3 + 4, s3, h3);
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
      const next = table[state | (bytes[i] as number)] as number;
      if (next >= firstRow) {
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
    if (entry >= firstRow) return entry;
    hits.push(entry === undecided ? ~at : at);
    const { start, done } = this.#dfa.lineRows;
    return byte === lineFeed ? start : done;
  }
}

/** The row after the four bytes of a word; a mark, if one was met. */
function afterFour(table: Int32Array, row: number, word: number): number {
  const first = table[row | (word & 0xff)] as number;
  const second = table[first | ((word >> 8) & 0xff)] as number;
  const third = table[second | ((word >> 16) & 0xff)] as number;
  return table[third | (word >>> 24)] as number;
}

/** Three newlines near the quarters; undefined when lines are too long for that. */
function cutsOf(bytes: Uint8Array, from: number, to: number): Cuts | undefined {
  const quarter = (to - from) >> 2;
  const first = nextLine(bytes, from + quarter, to);
  const second = nextLine(bytes, Math.max(first, from + 2 * quarter), to);
  const third = nextLine(bytes, Math.max(second, from + 3 * quarter), to);
  return third < to ? [from, first, second, third, to] : undefined;
}

/** Where the line after the one that holds `at` begins; `to` at most. By hand: most lines are shorter than a call of `indexOf` takes. */
export function nextLine(bytes: Uint8Array, at: number, to: number): number {
  let next = at;
  while (next < to && bytes[next] !== lineFeed) next++;
  return Math.min(next + 1, to);
}
