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
  /** Made when the automaton is first asked. */
  readonly scanner: () => LineScanner;
  readonly needle: Needle | undefined;
  /** Is it a match where the needle stands? Absent where only the automaton knows. */
  readonly accepts: ((bytes: Uint8Array, at: number) => boolean) | undefined;
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
    else if (strategy === "automaton" || !source.keepsText) this.#scan(source.bytes, visitor);
    else this.#stopAtNeedle(source, visitor);
  }

  #everyLine({ length }: Uint8Array, visitor: LineVisitor): void {
    for (let at = 0; at >= 0 && at < length;) at = visitor.line(at);
  }

  #scan(bytes: Uint8Array, visitor: LineVisitor): void {
    for (let from = 0; from < bytes.length;) {
      const to = lineEnd(bytes, Math.min(from + checkpointBytes, bytes.length) - 1);
      for (const at of this.#parts.scanner().scan(bytes, from, to)) {
        if ((at >= 0 || this.#decide(bytes, ~at)) && visitor.line(at < 0 ? ~at : at) < 0) return;
      }
      from = to;
      visitor.checkpoint();
    }
  }

  /** For a line that the scanner leaves open. */
  #decide(bytes: Uint8Array, at: number): boolean {
    const start = lineStart(bytes, at);
    return this.#parts.matcher.find(bytes, { from: start, to: textEnd(bytes, start, lineEnd(bytes, at)) }) !== undefined;
  }

  #stopAtNeedle(source: Source, visitor: LineVisitor): void {
    const { text, bytes } = source;
    const { accepts, needle } = this.#parts;
    let mark = checkpointBytes;
    for (let at = needle?.find(text, 0) ?? -1; at >= 0;) {
      let next = accepts ? at + 1 : source.nextLine(at);
      if (accepts ? accepts(bytes, at) : this.#lineMatches(bytes, lineStart(bytes, at), next)) next = visitor.line(at);
      else this.#vain++;
      if (next < 0) return;
      if (next > mark) {
        visitor.checkpoint();
        mark = next + checkpointBytes;
      }
      at = (needle as Needle).find(text, next);
    }
  }

  #lineMatches(bytes: Uint8Array, start: number, end: number): boolean {
    const [at] = this.#parts.scanner().scan(bytes, start, end);
    return at !== undefined && (at >= 0 || this.#decide(bytes, ~at));
  }
}
