import { bytesIn, isAnchored, leadingBytes } from "./leading.ts";
import type { Hir, HirAlternation, HirRepetition, HirSet, Look } from "./hir.ts";
import { isAscii, keyOf, membership } from "./code-point-set.ts";
import { literalCharacter, minimumLength } from "./hir.ts";
import type { Ranges } from "./code-point-set.ts";
import type { Surroundings } from "./look.ts";
import type { Utf8Trie } from "./utf8-trie.ts";
import { encode } from "../../core/text.ts";
import { patternFault } from "./faults.ts";
import { perlClass } from "./unicode/tables.ts";
import { utf8Trie } from "./utf8-trie.ts";

/**
 * The most a pattern may compile to; more is `too_large`. A byte of a literal, an anchor, a branch and each turn of a counted repetition take
 * about one each, a class as many as there are different endings in the UTF-8 of its characters.
 */
const sizeLimit = 4_194_304;
const instructionLimit = 131_072;

export const opcodes = { match: 0, byte: 1, bytes: 2, character: 3, look: 4, split: 5, jump: 6 } as const;

/** An automaton over bytes as parallel arrays, one entry for an instruction; control falls through to the next unless it says otherwise. */
export interface Program extends Surroundings {
  readonly operations: Uint8Array;
  /** byte: itself. bytes, character, look: index in `byteSets`, `tries`, `looks`. split: the branch tried first. jump: where to. */
  readonly first: Int32Array;
  /** split: the branch tried second. */
  readonly second: Int32Array;
  /** Membership of each byte. */
  readonly byteSets: readonly Uint8Array[];
  readonly tries: readonly Utf8Trie[];
  readonly looks: readonly Look[];
  /** A match begins at the start of the text or not at all. */
  readonly anchored: boolean;
  /** A match begins with one of these bytes; absent when it may be empty. */
  readonly leading: Uint8Array | undefined;
}

export interface ProgramOptions {
  /** LF. */
  readonly lineTerminator?: number;
  /** Texts are searched line by line: false. */
  readonly withinLines?: boolean;
}

/** Throws invalid_pattern {reason: "too_large"}, and TableMissing where a word boundary needs its table. */
export function compileProgram(pattern: string, hir: Hir, options: ProgramOptions = {}): Program {
  const { lineTerminator = 0x0a, withinLines = false } = options;
  const assembler = new Assembler(pattern);
  emit(assembler, hir);
  assembler.add(hir, opcodes.match);
  const parts = assembler.finish();
  const isWord = parts.looks.some((look) => look.startsWith("word_")) ? membership(perlClass("word")) : () => false;
  return { ...parts, anchored: isAnchored(hir), leading: leadingBytes(hir), lineTerminator, withinLines, isWord };
}

class Assembler {
  readonly #pattern: string;
  readonly #operations: number[] = [];
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  readonly #byteSets = new Map<string, Numbered<Uint8Array>>();
  readonly #tries = new Map<string, Numbered<Utf8Trie>>();
  readonly #looks: Look[] = [];
  #size = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Where the next instruction comes to stand. */
  get next(): number {
    return this.#operations.length;
  }

  /** Adds an instruction for `hir` and returns its place. */
  add(hir: Hir, operation: number, argument: number = 0): number {
    this.#grow(hir, 1);
    if (this.next >= instructionLimit) throw patternFault(this.#pattern, "too_large", hir.span);
    this.#first.push(argument);
    this.#second.push(0);
    return this.#operations.push(operation) - 1;
  }

  addBytes(hir: Hir, ranges: Ranges): void {
    const { index } = numbered(this.#byteSets, ranges, bytesIn);
    this.add(hir, opcodes.bytes, index);
  }

  addCharacter(hir: HirSet): void {
    const { index, value } = numbered(this.#tries, hir.ranges, utf8Trie);
    this.#grow(hir, value.nodes.length / 64);
    this.add(hir, opcodes.character, index);
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

  finish(): Pick<Program, "operations" | "first" | "second" | "byteSets" | "tries" | "looks"> {
    return {
      operations: Uint8Array.from(this.#operations),
      first: Int32Array.from(this.#first),
      second: Int32Array.from(this.#second),
      byteSets: [...this.#byteSets.values()].map(({ value }) => value),
      tries: [...this.#tries.values()].map(({ value }) => value),
      looks: this.#looks,
    };
  }

  #grow(hir: Hir, size: number): void {
    this.#size += size;
    if (this.#size > sizeLimit) throw patternFault(this.#pattern, "too_large", hir.span);
  }
}

interface Numbered<T> {
  readonly index: number;
  readonly value: T;
}

/** What was made of equal ranges before, or what is made of them now. */
function numbered<T>(known: Map<string, Numbered<T>>, ranges: Ranges, make: (ranges: Ranges) => T): Numbered<T> {
  const key = keyOf(ranges);
  const found = known.get(key);
  if (found) return found;
  const added = { index: known.size, value: make(ranges) };
  known.set(key, added);
  return added;
}

function emit(assembler: Assembler, hir: Hir): void {
  switch (hir.kind) {
    case "empty":
      return;
    case "set":
      emitSet(assembler, hir);
      return;
    case "bytes":
      assembler.addBytes(hir, hir.ranges);
      return;
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

function emitSet(assembler: Assembler, hir: HirSet): void {
  const character = literalCharacter(hir);
  if (character !== undefined) for (const byte of encode(character)) assembler.add(hir, opcodes.byte, byte);
  else if (isAscii(hir.ranges)) assembler.addBytes(hir, hir.ranges);
  else assembler.addCharacter(hir);
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
