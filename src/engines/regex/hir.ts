import { pairsOf, single, union } from "./code-point-set.ts";
import type { Ranges } from "./code-point-set.ts";
import type { Span } from "./faults.ts";

/**
 * What a pattern means, with every flag worked in. Compounds are built by the functions below, which keep it small. `span` is the place in
 * the pattern that a node came from.
 */
export type Hir = HirEmpty | HirSet | HirBytes | HirLook | HirCapture | HirRepetition | HirConcatenation | HirAlternation;

export interface HirEmpty {
  readonly kind: "empty";
  readonly span: Span;
}

/** One character of a set; a literal is a set of one. An empty set never matches. */
export interface HirSet {
  readonly kind: "set";
  readonly span: Span;
  readonly ranges: Ranges;
}

/** One byte of a set, whatever character it is part of: `(?-u)` beyond ASCII. */
export interface HirBytes {
  readonly kind: "bytes";
  readonly span: Span;
  /** Of bytes, as those of code points. */
  readonly ranges: Ranges;
}

/**
 * A condition on the place between two bytes. A line of `line_start` and `line_end` ends at an LF (or the program's own terminator); with
 * `crlf_line_end` at an LF or CRLF; with `cr_lf_start` and `cr_lf_end` at an LF, CRLF or lone CR. Words are Unicode's, or ASCII's.
 */
export type Look = "text_start" | "text_end" | "line_start" | "line_end" | "crlf_line_end" | "cr_lf_start" | "cr_lf_end" | WordLook;

type WordPlace = "boundary" | "no_boundary" | "start" | "end" | "start_half" | "end_half";

export type WordLook = `word_${WordPlace}` | `ascii_word_${WordPlace}`;

export interface HirLook {
  readonly kind: "look";
  readonly span: Span;
  readonly look: Look;
}

export interface HirCapture {
  readonly kind: "capture";
  readonly span: Span;
  readonly body: Hir;
}

export interface HirRepetition {
  readonly kind: "repetition";
  readonly span: Span;
  readonly body: Hir;
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
}

export interface HirConcatenation {
  readonly kind: "concatenation";
  readonly span: Span;
  readonly parts: readonly Hir[];
}

/** The first branch that leads to a match wins. */
export interface HirAlternation {
  readonly kind: "alternation";
  readonly span: Span;
  readonly branches: readonly Hir[];
}

export function concatenation(parts: readonly Hir[], span: Span): Hir {
  const flat = parts.flatMap((part) => (part.kind === "concatenation" ? part.parts : part.kind === "empty" ? [] : [part]));
  if (flat.length === 0) return { kind: "empty", span };
  return flat.length === 1 ? (flat[0] as Hir) : { kind: "concatenation", span, parts: flat };
}

/**
 * Branches that are all literal characters, or all classes, are one set, since no order among them can be seen. A mixture is left alone, as
 * in Rust: `.|\n` still holds a newline that must be matched where `a|\n` only allows it.
 */
export function alternation(branches: readonly Hir[], span: Span): Hir {
  const flat = branches.flatMap((branch) => (branch.kind === "alternation" ? branch.branches : [branch]));
  const sets = flat.filter((branch) => branch.kind === "set");
  const literals = sets.filter(({ ranges }) => single(ranges) !== undefined).length;
  const alike = sets.length === flat.length && (literals === 0 || literals === flat.length);
  if (!alike) return { kind: "alternation", span, branches: flat };
  return { kind: "set", span, ranges: union(sets.flatMap(({ ranges }) => pairsOf(ranges))) };
}

/** What can only match the empty text is not worth repeating: once is as good as any number of times. */
export function repetition(node: Omit<HirRepetition, "kind">): Hir {
  const once = isEmpty(node.body);
  const min = once ? Math.min(node.min, 1) : node.min;
  const max = once ? Math.min(node.max, 1) : node.max;
  if (max === 0) return { kind: "empty", span: node.span };
  return min === 1 && max === 1 ? node.body : { ...node, kind: "repetition", min, max };
}

/** The nodes right inside a node. */
export function children(hir: Hir): readonly Hir[] {
  switch (hir.kind) {
    case "capture":
    case "repetition":
      return [hir.body];
    case "concatenation":
      return hir.parts;
    case "alternation":
      return hir.branches;
    default:
      return [];
  }
}

/** Characters, or bytes, of the shortest text it matches. */
export function minimumLength(hir: Hir): number {
  switch (hir.kind) {
    case "empty":
    case "look":
      return 0;
    case "set":
    case "bytes":
      return 1;
    case "capture":
      return minimumLength(hir.body);
    case "repetition":
      return hir.min === 0 ? 0 : hir.min * minimumLength(hir.body);
    case "concatenation":
      return hir.parts.reduce((sum, part) => sum + minimumLength(part), 0);
    case "alternation":
      return hir.branches.reduce((least, branch) => Math.min(least, minimumLength(branch)), Infinity);
    default:
      return hir satisfies never;
  }
}

/** The character a node is a literal of. */
export function literalCharacter(hir: Hir): string | undefined {
  const point = hir.kind === "set" ? single(hir.ranges) : undefined;
  return point === undefined ? undefined : String.fromCodePoint(point);
}

/** Can it match nothing but the empty text? */
function isEmpty(hir: Hir): boolean {
  const inner = children(hir);
  return inner.length > 0 ? inner.every(isEmpty) : hir.kind === "empty" || hir.kind === "look";
}
