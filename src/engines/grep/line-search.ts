import type { ByteMatcher } from "../regex/byte-matcher.ts";
import type { LineScanner } from "../regex/line-scanner.ts";
import type { Needle } from "../regex/needle.ts";
import type { Source } from "./source.ts";
import { lineEnd, lineStart, textEnd } from "./lines.ts";

/** Bytes between two calls of a checkpoint. */
const checkpointBytes = 1_048_576;
/** A needle that stands more often than once in so many bytes, for nothing, is given up. */
const bytesPerStop = 192;

/** How the lines of a file are found: an exact needle alone, a needle and then the automaton in its line, or the automaton everywhere. */
export type Strategy = "every_line" | "needle" | "needle_then_automaton" | "automaton";

export interface LineSearchParts {
  readonly matcher: ByteMatcher;
  readonly scanner: LineScanner;
  readonly needle: Needle | undefined;
  /** Is it a match where the needle stands? Absent where only the automaton knows. */
  readonly accepts: ((bytes: Uint8Array, at: number) => boolean) | undefined;
}

export interface LineVisit {
  /** An offset in a line that matches; each such line is visited once, in order. False ends the search. */
  readonly visit: (at: number) => boolean;
  /** Called after each 1 MiB; may throw. */
  readonly checkpoint: () => void;
}

/** Finds the lines of a file that match. Keeps count of what it met, to choose its ways. */
export class LineSearch {
  readonly #parts: LineSearchParts;
  #vain = 0;
  #searched = 0;

  constructor(parts: LineSearchParts) {
    this.#parts = parts;
  }

  get strategy(): Strategy {
    const { scanner, needle } = this.#parts;
    if (scanner.matchesAll) return "every_line";
    if (needle === undefined || this.#vain * bytesPerStop > this.#searched + 65_536) return "automaton";
    return this.#parts.accepts ? "needle" : "needle_then_automaton";
  }

  run(source: Source, visit: LineVisit): void {
    const { strategy } = this;
    this.#searched += source.bytes.length;
    if (strategy === "every_line") this.#everyLine(source.bytes, visit);
    else if (strategy === "automaton" || !source.keepsText) this.#scan(source.bytes, visit);
    else this.#stopAtNeedle(source, visit);
  }

  #everyLine(bytes: Uint8Array, { visit }: LineVisit): void {
    for (let at = 0; at < bytes.length; at = lineEnd(bytes, at)) if (!visit(at)) return;
  }

  #scan(bytes: Uint8Array, { visit, checkpoint }: LineVisit): void {
    for (let from = 0; from < bytes.length;) {
      const to = lineEnd(bytes, Math.min(from + checkpointBytes, bytes.length) - 1);
      for (const at of this.#parts.scanner.scan(bytes, from, to)) {
        if (at < 0 ? this.#decide(bytes, ~at) && !visit(~at) : !visit(at)) return;
      }
      from = to;
      checkpoint();
    }
  }

  /** For a line that the scanner leaves open. */
  #decide(bytes: Uint8Array, at: number): boolean {
    const start = lineStart(bytes, at);
    return this.#parts.matcher.find(bytes, { from: start, to: textEnd(bytes, start, lineEnd(bytes, at)) }) !== undefined;
  }

  #stopAtNeedle({ bytes, text }: Source, { visit, checkpoint }: LineVisit): void {
    const { accepts } = this.#parts;
    const needle = this.#parts.needle as Needle;
    let mark = checkpointBytes;
    for (let at = needle.find(text, 0); at >= 0;) {
      const newline = text.indexOf("\n", at);
      const end = newline < 0 ? text.length : newline + 1;
      const matches = accepts ? accepts(bytes, at) : this.#lineMatches(bytes, lineStart(bytes, at), end);
      if (matches && !visit(at)) return;
      if (!matches) this.#vain++;
      if (end > mark) {
        checkpoint();
        mark = end + checkpointBytes;
      }
      at = needle.find(text, accepts && !matches ? at + 1 : end);
    }
  }

  #lineMatches(bytes: Uint8Array, start: number, end: number): boolean {
    const [at] = this.#parts.scanner.scan(bytes, start, end);
    return at !== undefined && (at >= 0 || this.#decide(bytes, ~at));
  }
}
