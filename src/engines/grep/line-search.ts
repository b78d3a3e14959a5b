import type { ByteMatcher } from "../regex/byte-matcher.ts";
import type { LineScanner } from "../regex/line-scanner.ts";
import type { Needle } from "../regex/needle.ts";
import type { Source } from "./source.ts";
import { lineEnd, lineStart } from "./lines.ts";

/** Bytes between two calls of a checkpoint. */
const checkpointBytes = 1_048_576;
/** A needle that stands more often than once in so many bytes, for nothing, is given up. */
const bytesPerStop = 192;

/** How the lines of a file are found: an exact needle alone, a needle and then the automaton in its line, or the automaton everywhere. */
export type Strategy = "every_line" | "needle" | "needle_then_automaton" | "automaton";

export interface LineSearchParts {
  readonly matcher: ByteMatcher;
  /** Made when the automaton is first asked. */
  readonly scanner: () => LineScanner;
  readonly needle: Needle | undefined;
  /** Is it a match where the needle stands? Absent where only the automaton knows. */
  readonly accepts: ((source: Source, at: number) => boolean) | undefined;
}

export interface LineVisitor {
  /** An offset in a line that matches; each such line is visited once, in order. Answers where the next line begins; -1 ends the search. */
  line(at: number): number;
  /** Called after each 1 MiB; may throw. */
  checkpoint(): void;
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
    const { scanner, needle, accepts } = this.#parts;
    if (needle && this.#vain * bytesPerStop <= this.#searched + 65_536) return accepts ? "needle" : "needle_then_automaton";
    return scanner().matchesAll ? "every_line" : "automaton";
  }

  run(source: Source, visitor: LineVisitor): void {
    const { strategy } = this;
    this.#searched += source.bytes.length;
    if (strategy === "every_line") this.#everyLine(source.bytes, visitor);
    else if (strategy === "automaton" || !source.keepsText) this.#scan(source, visitor);
    else this.#stopAtNeedle(source, visitor);
  }

  #everyLine({ length }: Uint8Array, visitor: LineVisitor): void {
    for (let at = 0; at >= 0 && at < length;) at = visitor.line(at);
  }

  #scan(source: Source, visitor: LineVisitor): void {
    const { bytes } = source;
    for (let from = 0; from < bytes.length;) {
      const to = from + checkpointBytes < bytes.length ? lineEnd(bytes, from + checkpointBytes - 1) : bytes.length;
      for (const at of this.#parts.scanner().scan(bytes, from, to)) {
        if ((at >= 0 || this.#decide(source, ~at)) && visitor.line(at < 0 ? ~at : at) < 0) return;
      }
      from = to;
      visitor.checkpoint();
    }
  }

  /** For a line that the scanner leaves open. */
  #decide(source: Source, at: number): boolean {
    const { bytes } = source;
    const start = lineStart(bytes, at);
    return this.#parts.matcher.find(bytes, { from: start, to: source.textEnd(start, source.nextLine(at)) }) !== undefined;
  }

  #stopAtNeedle(source: Source, visitor: LineVisitor): void {
    const { text } = source;
    const { accepts, needle } = this.#parts;
    let mark = checkpointBytes;
    for (let at = needle?.find(text, 0) ?? -1; at >= 0;) {
      const found = accepts ? accepts(source, at) : this.#lineMatches(source, at);
      if (!found) this.#vain++;
      const next = found ? visitor.line(at) : accepts ? at + 1 : source.nextLine(at);
      if (next < 0) return;
      if (next > mark) {
        visitor.checkpoint();
        mark = next + checkpointBytes;
      }
      at = (needle as Needle).find(text, next);
    }
  }

  #lineMatches(source: Source, at: number): boolean {
    const { bytes, text } = source;
    return this.#parts.scanner().matches(text, lineStart(bytes, at, text)) ?? this.#decide(source, at);
  }
}
