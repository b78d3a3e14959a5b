import type { Program } from "./program.ts";
import { holds } from "./look.ts";
import { opcodes } from "./program.ts";

/** UTF-16 offsets, the end excluded. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/**
 * Runs a program over a text once, all alternatives side by side and in order of preference: time is the length of the text times the size
 * of the program at worst, whatever the pattern. One machine does one search at a time.
 */
export class PikeMachine {
  /** Instructions looked at, in all searches so far. */
  steps = 0;
  readonly #program: Program;
  readonly #stack: Int32Array;
  #current: Threads;
  #next: Threads;

  constructor(program: Program) {
    const size = program.operations.length;
    this.#program = program;
    this.#stack = new Int32Array(size + 1);
    this.#current = new Threads(size);
    this.#next = new Threads(size);
  }

  /** The leftmost match at `from` or later, and of those the preferred one. `earliest` is content with the first end it sees. */
  find(text: string, from: number, earliest: boolean = false): Match | undefined {
    let found: Match | undefined;
    this.#current.clear();
    for (let at = from; ;) {
      if (this.#current.count === 0) {
        if (found !== undefined) return found;
        at = this.#nextStart(text, at);
        if (at < 0) return undefined;
      }
      if (found === undefined && this.#mayStart(at)) this.#follow(this.#current, text, { at, pc: 0, start: at });
      const point = text.codePointAt(at) ?? -1;
      const width = point > 0xffff ? 2 : 1;
      found = this.#step(text, at, { point, width }) ?? found;
      if ((earliest && found !== undefined) || point < 0) return found;
      at += width;
    }
  }

  #mayStart(at: number): boolean {
    return !this.#program.anchored || at === 0;
  }

  /** With no alternative alive, the first place where a match can begin; -1 when there is none. */
  #nextStart(text: string, from: number): number {
    const { anchored, leading } = this.#program;
    if (anchored) return from === 0 ? 0 : -1;
    if (leading === undefined) return from;
    for (let at = from; at < text.length;) {
      const point = text.codePointAt(at) as number;
      if (leading(point)) return at;
      at += point > 0xffff ? 2 : 1;
    }
    return -1;
  }

  /** Moves every thread over one character, into `current` anew. A match ends the threads that are less preferred. */
  #step(text: string, at: number, { point, width }: { point: number; width: number }): Match | undefined {
    const { operations, first, sets } = this.#program;
    const threads = this.#current;
    const next = this.#next;
    let found: Match | undefined;
    next.clear();
    for (let i = 0; i < threads.count && found === undefined; i++) {
      const pc = threads.order[i] as number;
      const operation = operations[pc];
      const start = threads.starts[pc] as number;
      this.steps++;
      if (operation === opcodes.match) found = { start, end: at };
      else if (operation === opcodes.character ? first[pc] === point : operation === opcodes.set && sets[first[pc] as number]?.(point)) {
        this.#follow(next, text, { at: at + width, pc: pc + 1, start });
      }
    }
    this.#current = next;
    this.#next = threads;
    return found;
  }

  /** Adds `pc` and all that is reached from it without taking a character, preferred first. */
  #follow(threads: Threads, text: string, { at, pc, start }: { at: number; pc: number; start: number }): void {
    const { operations, first, second, looks } = this.#program;
    const stack = this.#stack;
    let depth = 0;
    stack[depth++] = pc;
    while (depth > 0) {
      const here = stack[--depth] as number;
      if (!threads.add(here, start)) continue;
      this.steps++;
      switch (operations[here]) {
        case opcodes.split:
          stack[depth++] = second[here] as number;
          stack[depth++] = first[here] as number;
          break;
        case opcodes.jump:
          stack[depth++] = first[here] as number;
          break;
        case opcodes.look:
          if (holds(looks[first[here] as number] as (typeof looks)[number], text, at)) stack[depth++] = here + 1;
          break;
      }
    }
  }
}

/** A set of instructions that keeps their order and empties at no cost. */
class Threads {
  readonly order: Int32Array;
  /** Where the thread at an instruction began. */
  readonly starts: Int32Array;
  readonly #places: Int32Array;
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
  add(pc: number, start: number): boolean {
    const place = this.#places[pc] as number;
    if (place < this.count && this.order[place] === pc) return false;
    this.#places[pc] = this.count;
    this.order[this.count++] = pc;
    this.starts[pc] = start;
    return true;
  }
}
