/**
 * Numbers for what a thread waits for: below the program's size an instruction, from there on an instruction that has read part of a
 * character, numbered when it first occurs.
 */
export class ThreadIds {
  /** Instruction and trie entry by number, less the program's size. */
  readonly instructions: number[] = [];
  readonly entries: number[] = [];
  readonly #size: number;
  readonly #known = new Map<number, number>();

  constructor(programSize: number) {
    this.#size = programSize;
  }

  get count(): number {
    return this.#size + this.instructions.length;
  }

  /** The thread at `instruction` whose character goes on at `entry` of its trie. */
  partial(instruction: number, entry: number): number {
    const key = instruction * 0x1_0000 + entry;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.count;
    this.#known.set(key, id);
    this.instructions.push(instruction);
    this.entries.push(entry);
    return id;
  }
}
