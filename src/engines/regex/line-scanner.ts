import { LazyDfa, undecided } from "./dfa.ts";
import type { Program } from "./program.ts";

const lineFeed = 0x0a;
/** Fewer bytes are not worth four lanes. */
const laneMinimum = 1_024;
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
  let scanned = 0;
  let thrashed = 0;
  return {
    matchesAll: dfa.matchesEmpty,
    scan(bytes, from, to) {
      if (thrashed >= thrashingLimit) return everyLine(bytes, from, to);
      if (dfa.full) {
        if (scanned < thrashingBytes) thrashed++;
        dfa.forget();
        scanned = 0;
      }
      scanned += to - from;
      return new Scan(dfa, bytes).run(from, to);
    },
  };
}

function everyLine(bytes: Uint8Array, from: number, to: number): number[] {
  const lines: number[] = [];
  for (let at = from; at < to; at = nextLine(bytes, at, to)) lines.push(~at);
  return lines;
}

function nextLine(bytes: Uint8Array, at: number, to: number): number {
  const newline = bytes.indexOf(lineFeed, at);
  return newline < 0 || newline >= to ? to : newline + 1;
}

/** One scan of one stretch of bytes. */
class Scan {
  readonly #dfa: LazyDfa;
  readonly #bytes: Uint8Array;
  readonly #start: number;
  /** A row that waits for the end of its line. */
  readonly #done: number;

  constructor(dfa: LazyDfa, bytes: Uint8Array) {
    this.#dfa = dfa;
    this.#bytes = bytes;
    this.#start = dfa.startRow(bytes, 0);
    this.#done = dfa.waitRow(this.#start);
  }

  run(from: number, to: number): readonly number[] {
    const hits: number[] = [];
    const cuts = to - from < laneMinimum ? undefined : this.#cuts(from, to);
    const lastRow = cuts ? this.#runLanes(cuts, hits) : this.#runLane(from, to, this.#start, hits);
    if (to > from && this.#bytes[to - 1] !== lineFeed) this.#take(lastRow, lineFeed, to - 1, hits);
    return hits;
  }

  /** Three newlines near the quarters; undefined when lines are too long for that. */
  #cuts(from: number, to: number): readonly [number, number, number, number, number] | undefined {
    const quarter = (to - from) >> 2;
    const first = nextLine(this.#bytes, from + quarter, to);
    const second = nextLine(this.#bytes, Math.max(first, from + 2 * quarter), to);
    const third = nextLine(this.#bytes, Math.max(second, from + 3 * quarter), to);
    return third < to ? [from, first, second, third, to] : undefined;
  }

  /**
   * Four parts in one loop, so that four look-ups are on their way at once where one would wait for the last.
   * Returns the row of the last part.
   */
  #runLanes([p0, p1, p2, p3, end]: readonly [number, number, number, number, number], hits: number[]): number {
    const bytes = this.#bytes;
    const [h1, h2, h3] = [[], [], []] as [number[], number[], number[]];
    const steps = Math.min(p1 - p0, p2 - p1, p3 - p2, end - p3);
    let { table } = this.#dfa;
    let [s0, s1, s2, s3] = [this.#start, this.#start, this.#start, this.#start];
    const [d1, d2, d3] = [p1 - p0, p2 - p0, p3 - p0];
    const stop = p0 + steps;
    for (let i = p0; i < stop; i++) {
      const n0 = table[s0 + (bytes[i] as number)] as number;
      const n1 = table[s1 + (bytes[i + d1] as number)] as number;
      const n2 = table[s2 + (bytes[i + d2] as number)] as number;
      const n3 = table[s3 + (bytes[i + d3] as number)] as number;
      if ((n0 | n1 | n2 | n3) >= 0) {
        s0 = n0;
        s1 = n1;
        s2 = n2;
        s3 = n3;
        continue;
      }
      s0 = n0 >= 0 ? n0 : this.#take(s0, bytes[i] as number, i, hits);
      s1 = n1 >= 0 ? n1 : this.#take(s1, bytes[i + d1] as number, i + d1, h1);
      s2 = n2 >= 0 ? n2 : this.#take(s2, bytes[i + d2] as number, i + d2, h2);
      s3 = n3 >= 0 ? n3 : this.#take(s3, bytes[i + d3] as number, i + d3, h3);
      table = this.#dfa.table;
    }
    this.#runLane(p0 + steps, p1, s0, hits);
    this.#runLane(p1 + steps, p2, s1, h1);
    this.#runLane(p2 + steps, p3, s2, h2);
    const lastRow = this.#runLane(p3 + steps, end, s3, h3);
    for (const hit of h1) hits.push(hit);
    for (const hit of h2) hits.push(hit);
    for (const hit of h3) hits.push(hit);
    return lastRow;
  }

  #runLane(from: number, to: number, row: number, hits: number[]): number {
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
    return byte === lineFeed ? this.#start : this.#done;
  }
}
