import type { ByteMatcher } from "../regex/byte-matcher.ts";
import type { LineScanner } from "../regex/line-scanner.ts";
import type { Needle } from "../regex/needle.ts";
import type { Searched } from "../regex/run.ts";
import type { Source } from "./source.ts";
import { lineEnd, lineStart } from "../regex/lines.ts";

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
  readonly accepts: ((searched: Searched, at: number) => boolean) | undefined;
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
    const { scanner, accepts } = this.#parts;
    if (this.#needle) return accepts ? "needle" : "needle_then_automaton";
    return scanner().matchesAll ? "every_line" : "automaton";
  }

  /** Undefined where it is not worth its stops. */
  get #needle(): Needle | undefined {
    return this.#vain * bytesPerStop <= this.#searched + 65_536 ? this.#parts.needle : undefined;
  }

  #needleFor(source: Source): Needle | undefined {
    const needle = this.#needle;
    return needle?.needsText && !source.keepsText ? undefined : needle;
  }

  /** Is it sure that no line matches? To know the lines takes another look at all of the file. */
  lacksNeedle(source: Source): boolean {
    const needle = this.#needleFor(source);
    const lacks = needle !== undefined && needle.find(source.searched(needle.usesText), 0) < 0;
    if (lacks) this.#searched += source.bytes.length;
    return lacks;
  }

  run(source: Source, visitor: LineVisitor): void {
    const needle = this.#needleFor(source);
    this.#searched += source.bytes.length;
    if (needle) this.#stopAt(needle, source, visitor);
    else if (this.#parts.scanner().matchesAll) this.#everyLine(source.bytes, visitor);
    else this.#scan(source, visitor);
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

  #stopAt(needle: Needle, source: Source, visitor: LineVisitor): void {
    const { accepts } = this.#parts;
    const searched = source.searched(needle.usesText);
    let mark = checkpointBytes;
    for (let at = needle.find(searched, 0); at >= 0;) {
      const found = accepts ? accepts(searched, at) : this.#lineMatches(source, searched, at);
      if (!found) this.#vain++;
      const next = found ? visitor.line(at) : accepts ? at + 1 : lineEnd(source.bytes, at, searched.text);
      if (next < 0) return;
      if (next > mark) {
        visitor.checkpoint();
        mark = next + checkpointBytes;
      }
      at = needle.find(searched, next);
    }
  }

  #lineMatches(source: Source, searched: Searched, at: number): boolean {
    return this.#parts.scanner().matches(searched, lineStart(source.bytes, at, searched.text)) ?? this.#decide(source, at);
  }
}
