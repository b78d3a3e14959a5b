/**
 * What is done in vain, against the bytes that are gone through. Words that differ only at their ends, in a text of one letter, are compared at
 * each of its places: too much then, for an automaton is faster.
 */
export class Effort {
  /** What is met in the first bytes says nothing. */
  #spare = 65_536;

  pass(bytes: number): void {
    this.#spare += bytes;
  }

  /** As many bytes as an automaton goes through in the same time. */
  waste(bytes: number): void {
    this.#spare -= bytes;
  }

  get isTooMuch(): boolean {
    return this.#spare < 0;
  }
}
