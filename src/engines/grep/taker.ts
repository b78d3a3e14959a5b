import type { Hit } from "./hits.ts";
import type { Sink } from "./report.ts";
import type { Source } from "./source.ts";

/** Takes what was found in one file after another. */
export interface Taker {
  /** Matching lines, or blocks, of this file so far. */
  readonly matches: number;
  begin(source: Source): void;
  /** A match somewhere in the line that holds the offset. Answers where the next line begins; -1 ends the search of the file. */
  line(at: number): number;
  /** False ends the search of the file. */
  lines(hit: Hit): boolean;
  finish(): void;
}

/** Counts lines and never looks at one. */
export class Counter implements Taker {
  matches = 0;
  readonly #sink: Sink;
  #source: Source | undefined;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  begin(source: Source): void {
    this.#source = source;
    this.matches = 0;
  }

  line(at: number): number {
    return this.add(1) ? (this.#source as Source).nextLine(at) : -1;
  }

  lines(): boolean {
    return this.add(1);
  }

  add(lines: number): boolean {
    this.matches += lines;
    return this.#sink.hit?.(lines) ?? false;
  }

  finish(): void {
    // Nothing follows a count.
  }
}
