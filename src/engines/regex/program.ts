import type { Hir, HirAlternation, HirRepetition, Look } from "./hir.ts";
import type { Ranges } from "./code-point-set.ts";
import { isAnchored, leadingCharacters } from "./leading.ts";
import { literalCharacter, minimumLength } from "./hir.ts";
import { membership } from "./code-point-set.ts";
import { patternFault } from "./faults.ts";

/**
 * The most instructions a pattern may compile to; more is `too_large`. A character, a class, an anchor, a branch and each turn of a counted
 * repetition take about one each. Searching takes at most this many steps for a character of the text.
 */
const instructionLimit = 131_072;

export const opcodes = { match: 0, character: 1, set: 2, look: 3, split: 4, jump: 5 } as const;

/** An automaton as parallel arrays, one entry for an instruction; control falls through to the next unless it says otherwise. */
export interface Program {
  readonly operations: Uint8Array;
  /** character: its code point. set: its index in `sets`. look: its index in `looks`. split: the branch tried first. jump: where to. */
  readonly first: Int32Array;
  /** split: the branch tried second. */
  readonly second: Int32Array;
  readonly sets: readonly Membership[];
  readonly looks: readonly Look[];
  /** A match begins at the start of the text or not at all. */
  readonly anchored: boolean;
  /** A match begins with one of these; absent when it may be empty. */
  readonly leading?: Membership;
}

export type Membership = (codePoint: number) => boolean;

/** Throws invalid_pattern {reason: "too_large"}. */
export function compileProgram(pattern: string, hir: Hir): Program {
  const assembler = new Assembler(pattern);
  emit(assembler, hir);
  assembler.add(hir, opcodes.match);
  const leading = leadingCharacters(hir);
  return { ...assembler.finish(), anchored: isAnchored(hir), ...(leading && { leading: membership(leading) }) };
}

class Assembler {
  readonly #pattern: string;
  readonly #operations: number[] = [];
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  readonly #sets = new Map<Ranges, number>();
  readonly #looks: Look[] = [];

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Where the next instruction comes to stand. */
  get next(): number {
    return this.#operations.length;
  }

  /** Adds an instruction for `hir` and returns its place. */
  add(hir: Hir, operation: number, argument: number = 0): number {
    if (this.next >= instructionLimit) throw patternFault(this.#pattern, "too_large", hir.span);
    this.#first.push(argument);
    this.#second.push(0);
    return this.#operations.push(operation) - 1;
  }

  set(ranges: Ranges): number {
    const known = this.#sets.get(ranges);
    if (known !== undefined) return known;
    this.#sets.set(ranges, this.#sets.size);
    return this.#sets.size - 1;
  }

  look(look: Look): number {
    return this.#looks.push(look) - 1;
  }

  /** Leads the split at `place` into its body, which follows it, and past it to `exit`: greedy ones try the body first. */
  split(place: number, body: number, exit: number, greedy: boolean): void {
    this.#first[place] = greedy ? body : exit;
    this.#second[place] = greedy ? exit : body;
  }

  jump(place: number, target: number): void {
    this.#first[place] = target;
  }

  finish(): Omit<Program, "anchored" | "leading"> {
    return {
      operations: Uint8Array.from(this.#operations),
      first: Int32Array.from(this.#first),
      second: Int32Array.from(this.#second),
      sets: [...this.#sets.keys()].map(membership),
      looks: this.#looks,
    };
  }
}

function emit(assembler: Assembler, hir: Hir): void {
  switch (hir.kind) {
    case "empty":
      return;
    case "set": {
      const character = literalCharacter(hir);
      if (character === undefined) assembler.add(hir, opcodes.set, assembler.set(hir.ranges));
      else assembler.add(hir, opcodes.character, character.codePointAt(0));
      return;
    }
    case "look":
      assembler.add(hir, opcodes.look, assembler.look(hir.look));
      return;
    case "capture":
      emit(assembler, hir.body);
      return;
    case "repetition":
      emitRepetition(assembler, hir);
      return;
    case "concatenation":
      for (const part of hir.parts) emit(assembler, part);
      return;
    case "alternation":
      emitAlternation(assembler, hir);
      return;
    default:
      hir satisfies never;
  }
}

function emitAlternation(assembler: Assembler, hir: HirAlternation): void {
  const jumps: number[] = [];
  for (const branch of hir.branches.slice(0, -1)) {
    const split = assembler.add(hir, opcodes.split);
    emit(assembler, branch);
    jumps.push(assembler.add(hir, opcodes.jump));
    assembler.split(split, split + 1, assembler.next, true);
  }
  emit(assembler, hir.branches.at(-1) as Hir);
  for (const jump of jumps) assembler.jump(jump, assembler.next);
}

function emitRepetition(assembler: Assembler, hir: HirRepetition): void {
  if (hir.max !== Infinity) emitBounded(assembler, hir);
  else if (hir.min === 0) emitStar(assembler, hir);
  else emitAtLeast(assembler, hir);
}

/** The turns that must be, then nested optional ones, each of which leads past all that follow. */
function emitBounded(assembler: Assembler, hir: HirRepetition): void {
  for (let turn = 0; turn < hir.min; turn++) emit(assembler, hir.body);
  const splits: number[] = [];
  for (let turn = hir.min; turn < hir.max; turn++) {
    splits.push(assembler.add(hir, opcodes.split));
    emit(assembler, hir.body);
  }
  for (const split of splits) assembler.split(split, split + 1, assembler.next, hir.greedy);
}

/** A body that can be empty is `(?:body+)?`: a loop entered at its condition would order the empty match wrongly. */
function emitStar(assembler: Assembler, hir: HirRepetition): void {
  const split = assembler.add(hir, opcodes.split);
  if (minimumLength(hir.body) > 0) {
    emit(assembler, hir.body);
    assembler.jump(assembler.add(hir, opcodes.jump), split);
  } else {
    emitAtLeast(assembler, { ...hir, min: 1 });
  }
  assembler.split(split, split + 1, assembler.next, hir.greedy);
}

function emitAtLeast(assembler: Assembler, hir: HirRepetition): void {
  for (let turn = 1; turn < hir.min; turn++) emit(assembler, hir.body);
  const body = assembler.next;
  emit(assembler, hir.body);
  const split = assembler.add(hir, opcodes.split);
  assembler.split(split, body, assembler.next, hir.greedy);
}
