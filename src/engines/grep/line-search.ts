import type { ByteMatcher } from "../regex/byte-matcher.ts";
import type { LineScanner } from "../regex/line-scanner.ts";
import type { Needle } from "../regex/needle.ts";
import type { Searched } from "../regex/run.ts";
import type { Source } from "./source.ts";
import { lineEnd, lineStart } from "../regex/lines.ts";

/** Bytes between two calls of a checkpoint. */
export const checkpointBytes = 1_048_576;
/** What it takes to look at a line alone, in bytes of an automaton that goes through all. */
const lineCost = 192;

/** How the lines of a file are found: an exact needle alone, a needle and then the automaton in its line, or the automaton everywhere. */
export type Strategy = "every_line" | "needle" | "needle_then_automaton" | "automaton";

export interface LineSearchParts {
  readonly matcher: ByteMatcher;
  /** Made when the automaton is first asked. */
  readonly scanner: () => LineScanner;
  readonly needle: Needle | undefined;
  /** Is it a match where the needle stands? Absent where only the automaton knows. */
  readonly accepts: ((searched: Searched, at: number) => boolean) | undefined;
}

export interface LineVisitor {
  /** An offset in a line that matches; each such line is visited once, in order. Answers where the next line begins; -1 ends the search. */
  line(at: number): number;
  /** Called after each 1 MiB; may throw. */
  checkpoint(): void;
}

/** Finds the lines of a file that match. */
export class LineSearch {
  readonly #parts: LineSearchParts;

  constructor(parts: LineSearchParts) {
    this.#parts = parts;
  }

  get strategy(): Strategy {
    const { scanner, accepts } = this.#parts;
    if (this.needle) return accepts ? "needle" : "needle_then_automaton";
    return scanner().matchesAll ? "every_line" : "automaton";
  }

  /** What each line that matches holds; undefined where it is not worth its stops. */
  get needle(): Needle | undefined {
    const { needle } = this.#parts;
    return needle?.finder.effort.isTooMuch ? undefined : needle;
  }

  run(source: Source, visitor: LineVisitor): void {
    const needle = this.needle;
    if (needle && source.allows(needle)) return this.#stopAt(needle, source, visitor);
    this.#parts.needle?.finder.effort.pass(source.bytes.length);
    if (this.#parts.scanner().matchesAll) this.#everyLine(source.bytes, visitor);
    else this.#scan(source, visitor, 0);
  }

  #everyLine({ length }: Uint8Array, visitor: LineVisitor): void {
    for (let at = 0; at >= 0 && at < length;) at = visitor.line(at);
  }

  /** `start` begins a line. */
  #scan(source: Source, visitor: LineVisitor, start: number): void {
    const { bytes } = source;
    for (let from = start; from < bytes.length;) {
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

  #stopAt(needle: Needle, source: Source, visitor: LineVisitor): void {
    const { accepts } = this.#parts;
    const { effort } = needle.finder;
    const searched = source.searchedFor(needle);
    let mark = checkpointBytes;
    let next = 0;
    for (let at = needle.find(searched, 0); at >= 0; at = needle.find(searched, next)) {
      if (effort.isTooMuch) return this.#scan(source, visitor, lineStart(source.bytes, next));
      const found = accepts ? accepts(searched, at) : this.#lineMatches(source, searched, at);
      if (!found) effort.waste(lineCost);
      next = found ? visitor.line(at) : accepts ? at + 1 : lineEnd(source.bytes, at, searched.text);
      if (next < 0) return;
      if (next > mark) {
        visitor.checkpoint();
        mark = next + checkpointBytes;
      }
    }
  }

  #lineMatches(source: Source, searched: Searched, at: number): boolean {
    return this.#parts.scanner().matches(searched, lineStart(source.bytes, at, searched.text)) ?? this.#decide(source, at);
  }
}
