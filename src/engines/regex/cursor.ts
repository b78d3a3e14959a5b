import type { PortsideError } from "../../core/errors.ts";
import { patternFault } from "./faults.ts";
import type { PatternFault, Span } from "./faults.ts";
import { isWhitespace } from "./characters.ts";

/** A place in a pattern, moving by characters. */
export class Cursor {
  readonly pattern: string;
  position = 0;

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

  looksAt(text: string): boolean {
    return this.pattern.startsWith(text, this.position);
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

  /** Something of the language that is legal and not read here. */
  unsupported(start: number): PortsideError<"invalid_pattern"> {
    return this.fault("not_supported_yet", this.spanFrom(start));
  }
}
