import type { Effort } from "./effort.ts";
import { standsAt, type Choice, type Run, type Searched } from "./run.ts";

/** Bytes that are searched at once. Offsets in them take two bytes. */
const stretch = 32_768;
/** Of a longer run no more is looked at by the window. */
const longestWindow = 64;

/**
 * Finds where one of some runs stands, in bytes, by Wu and Manber's way: of a window as long as the shortest run its last two bytes are looked
 * up, and how far it may move on before they can be part of a run. What is found in a stretch is remembered for the next question.
 */
export class Windows {
  readonly #runs: readonly Run[];
  readonly #effort: Effort;
  readonly #length: number;
  readonly #shifts: Uint8Array;
  /** Where the window stood on something that may be a run, relative to the stretch, in order. */
  readonly #places = new Uint16Array(stretch);
  #count = 0;
  #next = 0;
  #searched: Searched = { bytes: new Uint8Array(), text: undefined };
  #from = 0;
  #asked = 0;
  #to = 0;

  /** Every run has at least two bytes. */
  constructor(runs: readonly Run[], effort: Effort) {
    this.#runs = runs;
    this.#effort = effort;
    this.#length = windowLength(runs);
    this.#shifts = shiftsOf(runs, this.#length);
  }

  /**
   * The first place from an offset on, -1 when there is none; where the effort is too much, a place where there may be one. A search that does
   * not go on from the last begins anew: nothing is known of the bytes.
   */
  find(bytes: Uint8Array, from: number): number {
    if (bytes !== this.#searched.bytes || from <= this.#asked) {
      this.#searched = { bytes, text: undefined };
      this.#scan(from);
    }
    this.#asked = from;
    for (;;) {
      while (this.#next < this.#count) {
        const at = this.#from + (this.#places[this.#next++] as number);
        if (at >= from && (this.#effort.isTooMuch || this.#isRun(at))) return at;
      }
      if (this.#to + this.#length > bytes.length) return -1;
      this.#scan(Math.max(from, this.#to));
    }
  }

  #isRun(at: number): boolean {
    for (const run of this.#runs) if (standsAt(run, this.#searched, at, this.#effort)) return true;
    return false;
  }

  #scan(from: number): void {
    const { bytes } = this.#searched;
    this.#from = from;
    this.#to = Math.min(from + stretch, Math.max(from, bytes.length - this.#length + 1));
    this.#count = 0;
    this.#next = 0;
    const count = this.#to - from;
    if (count <= 0) return;
    const ends = new DataView(bytes.buffer, bytes.byteOffset + from + this.#length - 2, count + 1);
    this.#runFour(ends, count);
  }

  /** Four parts in one loop, so that four look-ups are on their way at once where one would wait for the last. */
  #runFour(ends: DataView, count: number): void {
    const shifts = this.#shifts;
    const places = this.#places;
    const stop0 = count >> 2;
    const stop1 = 2 * stop0;
    const stop2 = 3 * stop0;
    let i0 = 0;
    let i1 = stop0;
    let i2 = stop1;
    let i3 = stop2;
    let n0 = i0;
    let n1 = i1;
    let n2 = i2;
    let n3 = i3;
    while (i0 < stop0 && i1 < stop1 && i2 < stop2 && i3 < count) {
      const s0 = shifts[ends.getUint16(i0, true)] as number;
      const s1 = shifts[ends.getUint16(i1, true)] as number;
      const s2 = shifts[ends.getUint16(i2, true)] as number;
      const s3 = shifts[ends.getUint16(i3, true)] as number;
      if (((s0 - 1) | (s1 - 1) | (s2 - 1) | (s3 - 1)) < 0) {
        if (s0 === 0) places[n0++] = i0++;
        if (s1 === 0) places[n1++] = i1++;
        if (s2 === 0) places[n2++] = i2++;
        if (s3 === 0) places[n3++] = i3++;
      }
      i0 += s0;
      i1 += s1;
      i2 += s2;
      i3 += s3;
    }
    this.#count = this.#runOne(ends, i0, stop0, n0);
    this.#join(stop0, this.#runOne(ends, i1, stop1, n1));
    this.#join(stop1, this.#runOne(ends, i2, stop2, n2));
    this.#join(stop2, this.#runOne(ends, i3, count, n3));
  }

  /** Answers where the next place would be kept. */
  #runOne(ends: DataView, from: number, to: number, kept: number): number {
    const shifts = this.#shifts;
    const places = this.#places;
    let next = kept;
    for (let i = from; i < to;) {
      const shift = shifts[ends.getUint16(i, true)] as number;
      if (shift === 0) places[next++] = i++;
      else i += shift;
    }
    return next;
  }

  /** Puts the places of a lane behind those of the last. */
  #join(from: number, to: number): void {
    this.#places.copyWithin(this.#count, from, to);
    this.#count += to - from;
  }
}

/** Bytes of the window; two at least, or there is none. */
export function windowLength(runs: readonly Run[]): number {
  return Math.min(longestWindow, ...runs.map((run) => run.length));
}

/** By the last two bytes of the window, the first in the low half: how far it may move on. Zero: it may be at a run. */
function shiftsOf(runs: readonly Run[], length: number): Uint8Array {
  const shifts = new Uint8Array(0x10000).fill(length);
  for (const run of runs) {
    for (const second of run[0] as Choice) for (let first = 0; first < 0x100; first++) lower(shifts, first | (second << 8), length - 1);
    for (let at = 1; at < length; at++) {
      for (const first of run[at - 1] as Choice) {
        for (const second of run[at] as Choice) lower(shifts, first | (second << 8), length - 1 - at);
      }
    }
  }
  return shifts;
}

function lower(shifts: Uint8Array, pair: number, shift: number): void {
  shifts[pair] = Math.min(shifts[pair] as number, shift);
}
