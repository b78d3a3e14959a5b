import { accepted, nodeEntry } from "./utf8-trie.ts";
import type { Program } from "./program.ts";
import { isContinuation } from "./utf8.ts";
import { opcodes } from "./program.ts";

/**
 * Numbers for what a thread waits for: below the program's size an instruction, from there on an instruction that has read part of a
 * character, numbered when it first occurs.
 */
export class ThreadIds {
  readonly #program: Program;
  /** Instruction and trie entry by number, less the program's size. */
  readonly #instructions: number[] = [];
  readonly #entries: number[] = [];
  readonly #known = new Map<number, number>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** What a thread waits for after a byte; -1 when it ends there. Of an instruction only this may lead on without taking a byte. */
  after(id: number, byte: number): number {
    const { operations } = this.#program;
    const begun = id - operations.length;
    const instruction = begun < 0 ? id : (this.#instructions[begun] as number);
    const entry = begun < 0 ? this.#first(id, byte) : this.#next(instruction, this.#entries[begun] as number, byte);
    if (entry === 0) return -1;
    return entry === accepted ? instruction + 1 : this.#partial(instruction, entry);
  }

  /** As an entry of a trie: no way on, the end of what the instruction takes, or a part of it. */
  #first(instruction: number, byte: number): number {
    const { operations, first, byteSets, tries } = this.#program;
    const argument = first[instruction] as number;
    switch (operations[instruction]) {
      case opcodes.byte:
        return argument === byte ? accepted : 0;
      case opcodes.bytes:
        return byteSets[argument]?.[byte] as number;
      case opcodes.character:
        return tries[argument]?.root[byte] as number;
      default:
        return 0;
    }
  }

  #next(instruction: number, entry: number, byte: number): number {
    const { first, tries } = this.#program;
    return isContinuation(byte) ? (tries[first[instruction] as number]?.nodes[nodeEntry(entry, byte)] as number) : 0;
  }

  /** The thread at `instruction` whose character goes on at `entry` of its trie. */
  #partial(instruction: number, entry: number): number {
    const key = instruction * 0x1_0000 + entry;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#program.operations.length + this.#instructions.length;
    this.#known.set(key, id);
    this.#instructions.push(instruction);
    this.#entries.push(entry);
    return id;
  }
}
