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
    const { operations, first, byteSets, tries } = this.#program;
    if (id >= operations.length) return this.#afterPart(id - operations.length, byte);
    const argument = first[id] as number;
    switch (operations[id]) {
      case opcodes.byte:
        return argument === byte ? id + 1 : -1;
      case opcodes.bytes:
        return byteSets[argument]?.[byte] === 1 ? id + 1 : -1;
      case opcodes.character:
        return this.#led(id, tries[argument]?.root[byte] as number);
      default:
        return -1;
    }
  }

  #afterPart(part: number, byte: number): number {
    if (!isContinuation(byte)) return -1;
    const { first, tries } = this.#program;
    const instruction = this.#instructions[part] as number;
    return this.#led(instruction, tries[first[instruction] as number]?.nodes[nodeEntry(this.#entries[part] as number, byte)] as number);
  }

  /** Where an entry of the instruction's trie leads. */
  #led(instruction: number, entry: number): number {
    if (entry === accepted) return instruction + 1;
    return entry === 0 ? -1 : this.#partial(instruction, entry);
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
