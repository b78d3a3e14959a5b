import type { PortsideError } from "../../core/errors.ts";
import { patternFault } from "./faults.ts";
import type { PatternFault, Span } from "./faults.ts";
import { isWhitespace } from "./characters.ts";

/** A place in a pattern, moving by characters. */
export class Cursor {
  readonly pattern: string;
  position = 0;
  /** White space and comments mean nothing here: flag `x`. */
  verbose = false;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  get atEnd(): boolean {
    return this.position >= this.pattern.length;
  }

  /** The character here; "" at the end. */
  get character(): string {
    const codePoint = this.pattern.codePointAt(this.position);
    return codePoint === undefined ? "" : String.fromCodePoint(codePoint);
  }

  /** Takes the character here. */
  take(): string {
    const character = this.character;
    this.position += character.length;
    return character;
  }

  /** Takes the character here, and what means nothing after it. */
  takeSpaced(): string {
    const character = this.take();
    this.skipInsignificant();
    return character;
  }

  looksAt(text: string): boolean {
    return this.pattern.startsWith(text, this.position);
  }

  /** Does `text` follow the character here, with nothing but what means nothing between them? */
  looksPast(text: string): boolean {
    const start = this.position;
    this.takeSpaced();
    const follows = this.looksAt(text);
    this.position = start;
    return follows;
  }

  /** Moves over `text` if it stands here. */
  skip(text: string): boolean {
    if (!this.looksAt(text)) return false;
    this.position += text.length;
    return true;
  }

  skipWhitespace(): void {
    while (!this.atEnd && isWhitespace(this.character)) this.take();
  }

  /** In verbose mode, moves over white space and over comments, from `#` to the end of the line. */
  skipInsignificant(): void {
    while (this.verbose && !this.atEnd) {
      if (isWhitespace(this.character)) this.take();
      else if (this.looksAt("#")) this.#skipLine();
      else return;
    }
  }

  #skipLine(): void {
    const newline = this.pattern.indexOf("\n", this.position);
    this.position = newline < 0 ? this.pattern.length : newline + 1;
  }

  spanFrom(start: number): Span {
    return [start, this.position];
  }

  /** The span of the character here. */
  get here(): Span {
    return [this.position, this.position + this.character.length];
  }

  fault(reason: PatternFault, span: Span): PortsideError<"invalid_pattern"> {
    return patternFault(this.pattern, reason, span);
  }
}
