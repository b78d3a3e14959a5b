import type { Span } from "./faults.ts";

/** A pattern as it is written. Every node knows its place. */
export type Syntax = Empty | Literal | Dot | Class | Assertion | Group | Repetition | Concatenation | Alternation;

export interface Empty {
  readonly kind: "empty";
  readonly span: Span;
}

/** One character, written as itself or by an escape. */
export interface Literal {
  readonly kind: "literal";
  readonly span: Span;
  readonly codePoint: number;
}

export interface Dot {
  readonly kind: "dot";
  readonly span: Span;
}

/** `[a-z_]`; a single character is a range of one. */
export interface Class {
  readonly kind: "class";
  readonly span: Span;
  readonly negated: boolean;
  readonly items: readonly ClassRange[];
}

export interface ClassRange {
  readonly span: Span;
  readonly low: number;
  readonly high: number;
}

/** `^` `$` `\A` `\z` */
export interface Assertion {
  readonly kind: "assertion";
  readonly span: Span;
  readonly at: "line_start" | "line_end" | "text_start" | "text_end";
}

export interface Group {
  readonly kind: "group";
  readonly span: Span;
  readonly capturing: boolean;
  readonly name?: string;
  readonly body: Syntax;
}

export interface Repetition {
  readonly kind: "repetition";
  readonly span: Span;
  readonly body: Syntax;
  readonly min: number;
  /** Infinity when there is no upper bound. */
  readonly max: number;
  readonly greedy: boolean;
}

export interface Concatenation {
  readonly kind: "concatenation";
  readonly span: Span;
  readonly parts: readonly Syntax[];
}

export interface Alternation {
  readonly kind: "alternation";
  readonly span: Span;
  readonly branches: readonly Syntax[];
}
