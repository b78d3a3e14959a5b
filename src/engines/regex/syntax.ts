import type { Span } from "./faults.ts";

/** A pattern as it is written. Every node knows its place. */
export type Syntax =
  | Empty
  | Literal
  | Dot
  | PerlClass
  | UnicodeClass
  | BracketedClass
  | Assertion
  | SetFlags
  | Group
  | Repetition
  | Concatenation
  | Alternation;

export interface Empty {
  readonly kind: "empty";
  readonly span: Span;
}

/** One character, written as itself or by an escape. */
export interface Literal {
  readonly kind: "literal";
  readonly span: Span;
  readonly codePoint: number;
  /** Written `\xFF`: a byte where Unicode is switched off. */
  readonly byte?: boolean;
}

export interface Dot {
  readonly kind: "dot";
  readonly span: Span;
}

/** `\d` `\s` `\w` and their opposites. */
export interface PerlClass {
  readonly kind: "perl_class";
  readonly span: Span;
  readonly name: "digit" | "space" | "word";
  readonly negated: boolean;
}

/** `\pL` `\p{Greek}` `\p{sc=Greek}`; names are as written. */
export interface UnicodeClass {
  readonly kind: "unicode_class";
  readonly span: Span;
  readonly name: string;
  readonly value?: string;
  readonly negated: boolean;
}

/** `[a-z_]` */
export interface BracketedClass {
  readonly kind: "class";
  readonly span: Span;
  readonly negated: boolean;
  readonly set: ClassSet;
}

export type ClassSet = ClassUnion | ClassOperation;

/** What stands side by side in a class. */
export interface ClassUnion {
  readonly kind: "union";
  readonly span: Span;
  readonly items: readonly ClassItem[];
}

/** `&&` `--` `~~` between what stands left of it, up to the bracket, and what stands right of it, up to the next operator. */
export interface ClassOperation {
  readonly kind: "intersection" | "difference" | "symmetric_difference";
  readonly span: Span;
  readonly left: ClassSet;
  readonly right: ClassSet;
}

export type ClassItem = ClassRange | AsciiClass | PerlClass | UnicodeClass | BracketedClass;

/** `a-z`; a single character is a range of one. */
export interface ClassRange {
  readonly kind: "range";
  readonly span: Span;
  readonly low: Literal;
  readonly high: Literal;
}

/** `[:alpha:]` */
export interface AsciiClass {
  readonly kind: "ascii_class";
  readonly span: Span;
  readonly name: string;
  readonly negated: boolean;
}

export type Place =
  | "line_start"
  | "line_end"
  | "text_start"
  | "text_end"
  | "word_boundary"
  | "no_word_boundary"
  | "word_start"
  | "word_end"
  | "word_start_half"
  | "word_end_half";

/** `^` `$` `\A` `\z` `\b` and its kin. */
export interface Assertion {
  readonly kind: "assertion";
  readonly span: Span;
  readonly at: Place;
}

/** The flags that a pattern can switch, by what they do. */
export type FlagName = "caseInsensitive" | "multiline" | "dotAll" | "swapGreed" | "unicode" | "crlf" | "verbose";

export type FlagChanges = Readonly<Partial<Record<FlagName, boolean>>>;

/** `(?i)`: holds to the end of the group it stands in. */
export interface SetFlags {
  readonly kind: "flags";
  readonly span: Span;
  readonly flags: FlagChanges;
}

export interface Group {
  readonly kind: "group";
  readonly span: Span;
  readonly capturing: boolean;
  readonly name?: string;
  readonly flags: FlagChanges;
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

/** The nodes right inside a node. */
export function partsOf(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case "group":
    case "repetition":
      return [syntax.body];
    case "concatenation":
      return syntax.parts;
    case "alternation":
      return syntax.branches;
    default:
      return [];
  }
}
