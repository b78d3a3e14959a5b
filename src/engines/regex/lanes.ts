import type { LazyDfa } from "./dfa.ts";
import { firstRow, undecided } from "./dfa.ts";
import { nextLine } from "./lines.ts";

const lineFeed = 0x0a;
/** Fewer bytes are not worth four lanes. */
const laneMinimum = 1_024;

/** Runs an automaton of lines over stretches of whole lines. */
export class Lanes {
  readonly #dfa: LazyDfa;
  #bytes: Uint8Array = new Uint8Array();
  /** Where the stretch ends. */
  #end = 0;

  constructor(dfa: LazyDfa) {
    this.#dfa = dfa;
  }

  /** For each line that matches, in order, the offset of a byte of it; for a line that is undecided, the offset's complement. */
  run(bytes: Uint8Array, from: number, to: number): number[] {
    const hits: number[] = [];
    this.#bytes = bytes;
    this.#end = to;
    this.#dfa.read += to - from;
    if (to - from >= laneMinimum) this.#runFour(from, ((to - from) >> 2) & ~3, hits);
    else if (to > from) this.#finish(this.#dfa.lineRows.start, from, to, hits);
    return hits;
  }

  /**
   * Four parts in one loop, so that four look-ups are on their way at once where one would wait for the last, and four bytes of each taken
   * between two looks at what came out. The inner loop is free of calls, which would cost it its registers. A lane but the first begins
   * somewhere in a line, which it waits out, and the one before runs on to that line's end.
   */
  #runFour(p0: number, steps: number, hits: number[]): void {
    const bytes = this.#bytes;
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const [h1, h2, h3] = [[], [], []] as [number[], number[], number[]];
    const [d1, d2, d3] = [steps, 2 * steps, 3 * steps];
    const stop = p0 + steps;
    const { start, done } = this.#dfa.lineRows;
    let [s0, s1, s2, s3] = [start, done, done, done];
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
      s0 = n0 >= firstRow ? n0 : this.#runOne(s0, i, i + 4, hits);
      s1 = n1 >= firstRow ? n1 : this.#runOne(s1, i + d1, i + d1 + 4, h1);
      s2 = n2 >= firstRow ? n2 : this.#runOne(s2, i + d2, i + d2 + 4, h2);
      s3 = n3 >= firstRow ? n3 : this.#runOne(s3, i + d3, i + d3 + 4, h3);
    }
    this.#finishLine(s0, stop, hits);
    this.#finishLine(s1, stop + d1, h1);
    this.#finishLine(s2, stop + d2, h2);
    this.#finish(s3, stop + d3, this.#end, h3);
    for (const more of [h1, h2, h3]) for (const hit of more) hits.push(hit);
  }

  /** Runs on to the end of the line that holds `from`. One that is waited out has nothing more to tell. */
  #finishLine(row: number, from: number, hits: number[]): void {
    if (row !== this.#dfa.lineRows.done) this.#finish(row, from, nextLine(this.#bytes, from, this.#end), hits);
  }

  /** Runs on to `to`, where a line ends, if need be without a newline. */
  #finish(row: number, from: number, to: number, hits: number[]): void {
    const last = this.#runOne(row, from, to, hits);
    if (this.#bytes[to - 1] !== lineFeed) this.#take(last, lineFeed, to - 1, hits);
  }

  #runOne(row: number, from: number, to: number, hits: number[]): number {
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
