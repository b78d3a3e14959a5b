import { classEnd, compileClass } from "./class.ts";
import { invalidGlob } from "./fault.ts";
import { fold, foldPoint } from "./fold.ts";
import { isSyntax, type Token } from "./token.ts";

/** What one name must look like. Names and `literal` are in lower case when case is ignored. */
export interface Segment {
  /** The only name that passes, when there is just one. */
  readonly literal: string | undefined;
  /** The segment begins with a literal dot, so that it names hidden entries on purpose. */
  readonly dotted: boolean;
  /** The texts between its stars, when there is nothing else in it. */
  readonly runs?: readonly string[];
  /** What else it is made of. */
  readonly elements?: readonly Element[];
  readonly test: (name: string) => boolean;
}

/** One element of a segment. A star stands for any run of characters, also none. */
export type Element = PointElement | { readonly kind: "star" };

export type PointElement =
  | { readonly kind: "literal"; readonly point: number }
  | { readonly kind: "one" }
  | { readonly kind: "class"; readonly has: (point: number) => boolean };

/** Compiles the tokens between two `/` of an alternative without braces; `pattern` is for the error. */
export function compileSegment(pattern: string, tokens: readonly Token[], ignoreCase: boolean): Segment {
  const dotted = tokens[0]?.character === ".";
  const runs = literalRuns(tokens, ignoreCase);
  if (runs !== undefined) return { literal: runs.length === 1 ? runs[0] : undefined, dotted, runs, test: matchRuns(runs) };
  const elements = readElements(pattern, tokens, ignoreCase);
  return { literal: undefined, dotted, elements, test: (name) => matchElements(elements, name) };
}

/** The texts between the stars, one more than there are stars, when the segment holds nothing but literals and stars. */
function literalRuns(tokens: readonly Token[], ignoreCase: boolean): string[] | undefined {
  const runs: string[] = [];
  let run = "";
  for (const token of tokens) {
    if (isSyntax(token, "?") || isSyntax(token, "[")) return undefined;
    if (isSyntax(token, "*")) {
      runs.push(run);
      run = "";
    } else run += ignoreCase ? fold(token.character) : token.character;
  }
  runs.push(run);
  return runs;
}

function readElements(pattern: string, tokens: readonly Token[], ignoreCase: boolean): Element[] {
  const elements: Element[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (isSyntax(token, "*")) elements.push({ kind: "star" });
    else if (isSyntax(token, "?")) elements.push({ kind: "one" });
    else if (isSyntax(token, "[")) {
      const end = splitClassEnd(pattern, tokens, i);
      elements.push({ kind: "class", has: compileClass(tokens, i, end, ignoreCase) });
      i = end;
    } else elements.push(literalElement(token.character, ignoreCase));
  }
  return elements;
}

/** The pattern as written was checked before its braces were expanded: a class that is faulty now was cut by them. */
function splitClassEnd(pattern: string, tokens: readonly Token[], open: number): number {
  const end = classEnd(tokens, open);
  if (typeof end === "number") return end;
  throw invalidGlob(pattern, (tokens[open] as Token).offset, "split_class");
}

function literalElement(character: string, ignoreCase: boolean): Element {
  const point = character.codePointAt(0) as number;
  return { kind: "literal", point: ignoreCase ? foldPoint(point) : point };
}

/**
 * A test for literal texts with a star between each two. Comparing UTF-16 units is safe here: patterns are well-formed, and so a run never
 * matches half of a surrogate pair.
 */
export function matchRuns(runs: readonly string[]): (name: string) => boolean {
  const head = runs[0] as string;
  const tail = runs.at(-1) as string;
  const inner = runs.slice(1, -1).filter((run) => run !== "");
  const least = head.length + tail.length;
  if (runs.length === 1) return (name) => name === head;
  if (inner.length === 0 && least === 0) return () => true;
  if (inner.length === 0 && head === "") return (name) => endsWith(name, tail);
  if (inner.length === 0 && tail === "") return (name) => name.startsWith(head);
  const isFramed = (name: string): boolean => name.length >= least && name.startsWith(head) && name.endsWith(tail);
  if (inner.length === 0) return isFramed;
  return (name) => isFramed(name) && holdsInOrder(inner, name, head.length, name.length - tail.length);
}

/** By hand: it is asked of every name of a walk, and V8's own takes many times as long. */
function endsWith(name: string, tail: string): boolean {
  for (let at = 1; at <= tail.length; at++) if (name.charCodeAt(name.length - at) !== tail.charCodeAt(tail.length - at)) return false;
  return true;
}

/** Taking the leftmost place for each run leaves the most room for the rest, so nothing is ever tried twice. */
function holdsInOrder(runs: readonly string[], name: string, start: number, end: number): boolean {
  let at = start;
  for (const run of runs) {
    const found = name.indexOf(run, at);
    if (found < 0) return false;
    at = found + run.length;
  }
  return at <= end;
}

/** Two pointers: after a mismatch only the last star takes one more code point, so the work is at most name times pattern. */
export function matchElements(elements: readonly Element[], name: string): boolean {
  let element = 0;
  let at = 0;
  let afterStar = -1;
  let starEnd = 0;
  while (at < name.length) {
    const point = name.codePointAt(at) as number;
    const current = elements[element];
    if (current?.kind === "star") {
      afterStar = ++element;
      starEnd = at;
    } else if (current !== undefined && admits(current, point)) {
      element++;
      at += width(point);
    } else {
      if (afterStar < 0) return false;
      element = afterStar;
      starEnd += width(name.codePointAt(starEnd) as number);
      at = starEnd;
    }
  }
  while (elements[element]?.kind === "star") element++;
  return element === elements.length;
}

function admits(element: PointElement, point: number): boolean {
  if (element.kind === "literal") return element.point === point;
  return element.kind === "one" || element.has(point);
}

/** UTF-16 units of a code point. */
function width(point: number): number {
  return point < 0x10000 ? 1 : 2;
}
