import type { Program } from "./program.ts";
import { byteAt } from "./byte-text.ts";
import { ThreadIds } from "./thread-ids.ts";
import { grown } from "./grown.ts";
import { holds } from "./look.ts";
import { opcodes } from "./program.ts";

/** Byte offsets, the end excluded. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Where to search. Conditions such as `^` and `\b` see what is around it. */
export interface SearchRange {
  /** 0. */
  readonly from?: number;
  /** The end of the text. */
  readonly to?: number;
  /** The match must begin at `from`. */
  readonly anchored?: boolean;
  /** The bytes with one character for each, where that was made: the search may be faster. */
  readonly text?: string | undefined;
}

/** What is reached from an instruction is kept as a list, unless it is longer. */
const longestList = 64;

/**
 * Runs a program over a text once, all alternatives side by side and in order of preference: time is the length of the text times the size
 * of the program at worst, whatever the pattern. One machine does one search at a time.
 */
export class PikeMachine {
  /** Instructions looked at, in all searches so far. */
  steps = 0;
  readonly #program: Program;
  readonly #ids: ThreadIds;
  readonly #stack: Int32Array;
  /** By instruction, where no condition stands in between: what is reached from it, preferred first. */
  readonly #lists: (Int32Array | undefined)[] = [];
  #bytes: Uint8Array = new Uint8Array();
  #text: string | undefined;
  #current: Threads;
  #next: Threads;

  constructor(program: Program) {
    const size = program.operations.length;
    this.#program = program;
    this.#ids = new ThreadIds(program);
    this.#stack = new Int32Array(size + 1);
    this.#current = new Threads(size);
    this.#next = new Threads(size);
  }

  /** The leftmost match, and of several there the preferred one. */
  find(bytes: Uint8Array, { from = 0, to = bytes.length, anchored = false, text }: SearchRange): ByteSpan | undefined {
    const onlyFirst = anchored || this.#program.anchored;
    let found: ByteSpan | undefined;
    this.#bytes = bytes;
    this.#text = text;
    this.#current.clear();
    for (let at = from; at <= to; at++) {
      if (this.#current.count === 0) {
        if (found !== undefined) return found;
        at = this.#nextStart(at, { from, to, onlyFirst });
        if (at < 0) return undefined;
      }
      if (found === undefined && !(onlyFirst && at > from) && !(this.#program.anchored && at > 0)) this.#follow(this.#current, at, 0, at);
      found = this.#step(at, to) ?? found;
    }
    return found;
  }

  /** With no alternative alive, the first place where a match can begin; -1 when there is none. */
  #nextStart(from: number, range: { readonly from: number; readonly to: number; readonly onlyFirst: boolean }): number {
    const { anchored, leading } = this.#program;
    if (range.onlyFirst && (from > range.from || (anchored && from > 0))) return -1;
    if (leading === undefined || range.onlyFirst) return from;
    for (let at = from; at < range.to; at++) {
      if (leading[this.#byteAt(at)] === 1) return at;
    }
    return -1;
  }

  /** Moves every thread over one byte, into `current` anew. A match ends the threads that are less preferred. */
  #step(at: number, to: number): ByteSpan | undefined {
    const { operations } = this.#program;
    const threads = this.#current;
    const next = this.#next;
    const byte = at < to ? this.#byteAt(at) : -1;
    let found: ByteSpan | undefined;
    next.clear();
    for (let i = 0; i < threads.count && found === undefined; i++) {
      const id = threads.order[i] as number;
      const start = threads.starts[id] as number;
      this.steps++;
      if (operations[id] === opcodes.match) found = { start, end: at };
      else if (byte >= 0) this.#consume(next, at, id, start);
    }
    this.#current = next;
    this.#next = threads;
    return found;
  }

  #byteAt(at: number): number {
    return byteAt(this.#bytes, this.#text, at);
  }

  #consume(next: Threads, at: number, id: number, start: number): void {
    const after = this.#ids.after(id, this.#byteAt(at));
    if (after >= this.#program.operations.length) next.add(after, start);
    else if (after >= 0) this.#follow(next, at + 1, after, start);
  }

  /** Adds `pc` and all that is reached from it without taking a byte, preferred first. */
  #follow(threads: Threads, at: number, pc: number, start: number): void {
    const list = this.#program.looks.length === 0 ? this.#listFrom(pc) : undefined;
    if (list === undefined) return this.#explore(threads, at, pc, start);
    this.steps += list.length;
    for (let i = 0; i < list.length; i++) threads.add(list[i] as number, start);
  }

  #listFrom(pc: number): Int32Array | undefined {
    let list = this.#lists[pc];
    if (list === undefined) {
      const reached = new Threads(this.#program.operations.length);
      this.#explore(reached, 0, pc, 0);
      const { operations } = this.#program;
      const waiting = reached.order
        .subarray(0, reached.count)
        .filter((id) => operations[id] !== opcodes.split && operations[id] !== opcodes.jump);
      list = waiting.length > longestList ? new Int32Array() : waiting;
      this.#lists[pc] = list;
    }
    return list.length === 0 ? undefined : list;
  }

  #explore(threads: Threads, at: number, pc: number, start: number): void {
    const { operations, first, second, looks } = this.#program;
    const stack = this.#stack;
    let depth = 0;
    stack[depth++] = pc;
    while (depth > 0) {
      const here = stack[--depth] as number;
      if (!threads.add(here, start)) continue;
      this.steps++;
      switch (operations[here] as number) {
        case opcodes.split:
          stack[depth++] = second[here] as number;
          stack[depth++] = first[here] as number;
          break;
        case opcodes.jump:
          stack[depth++] = first[here] as number;
          break;
        case opcodes.look:
          if (holds(looks[first[here] as number] as (typeof looks)[number], this.#bytes, at, this.#program)) stack[depth++] = here + 1;
          break;
      }
    }
  }
}

/** A set of threads that keeps their order and empties at no cost. */
class Threads {
  order: Int32Array;
  /** Where a thread began, by its number. */
  starts: Int32Array;
  #places: Int32Array;
  count = 0;

  constructor(size: number) {
    this.order = new Int32Array(size);
    this.starts = new Int32Array(size);
    this.#places = new Int32Array(size);
  }

  clear(): void {
    this.count = 0;
  }

  /** False when it is in the set already: the earlier thread is preferred. */
  add(id: number, start: number): boolean {
    if (id >= this.#places.length) this.#grow(id);
    const place = this.#places[id] as number;
    if (place < this.count && this.order[place] === id) return false;
    this.#places[id] = this.count;
    this.order[this.count++] = id;
    this.starts[id] = start;
    return true;
  }

  #grow(id: number): void {
    const size = Math.max(id + 1, 2 * this.#places.length);
    this.order = grown(this.order, size);
    this.starts = grown(this.starts, size);
    this.#places = grown(this.#places, size);
  }
}
