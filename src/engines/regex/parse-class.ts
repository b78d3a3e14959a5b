import type {
  AsciiClass,
  Assertion,
  BracketedClass,
  ClassItem,
  ClassOperation,
  ClassRange,
  ClassSet,
  Literal,
  PerlClass,
  UnicodeClass,
} from "./syntax.ts";
import type { Cursor } from "./cursor.ts";
import { isAsciiClassName } from "./ascii-classes.ts";
import { nestLimit } from "./nest-limit.ts";
import { parseEscape } from "./parse-escape.ts";
import type { Span } from "./faults.ts";

type Operation = ClassOperation["kind"];

const operators: Readonly<Record<string, Operation>> = { "&&": "intersection", "--": "difference", "~~": "symmetric_difference" };

/** Reads the bracketed class that begins at the cursor. */
export function parseClass(cursor: Cursor, depth: number = 0): BracketedClass {
  const start = cursor.position;
  if (depth >= nestLimit) throw cursor.fault("nest_limit_exceeded", cursor.here);
  const negated = parseOpening(cursor, start);
  const open: OpenClass = { span: cursor.spanFrom(start), depth };
  const set = parseSet(cursor, open, leadingLiterals(cursor, start));
  return { kind: "class", span: cursor.spanFrom(start), negated, set };
}

interface OpenClass {
  /** The opening bracket and what belongs to it. */
  readonly span: Span;
  readonly depth: number;
}

/** Takes `[` or `[^`. */
function parseOpening(cursor: Cursor, start: number): boolean {
  cursor.takeSpaced();
  requireMore(cursor, [start, cursor.position]);
  if (!cursor.looksAt("^")) return false;
  cursor.takeSpaced();
  requireMore(cursor, [start, cursor.position]);
  return true;
}

/** Any number of `-`, or else one `]`, stand for themselves at the beginning. */
function leadingLiterals(cursor: Cursor, start: number): ClassItem[] {
  const items: ClassItem[] = [];
  while (cursor.looksAt("-")) items.push(leadingLiteral(cursor, start));
  if (items.length === 0 && cursor.looksAt("]")) items.push(leadingLiteral(cursor, start));
  return items;
}

function leadingLiteral(cursor: Cursor, start: number): ClassRange {
  const literal = plainLiteral(cursor);
  cursor.skipInsignificant();
  requireMore(cursor, [start, start + 1]);
  return rangeOfOne(literal);
}

/** Up to the closing bracket. Operators are equally strong, and the left one is applied first. */
function parseSet(cursor: Cursor, open: OpenClass, leading: ClassItem[]): ClassSet {
  const start = cursor.position;
  let items = leading;
  let left: ClassSet | undefined;
  let operation: Operation = "intersection";
  for (;;) {
    cursor.skipInsignificant();
    requireMore(cursor, open.span);
    const next = operators[cursor.pattern.slice(cursor.position, cursor.position + 2)];
    const ends = cursor.looksAt("]");
    if (!ends && next === undefined) {
      items.push(parseItem(cursor, open));
      continue;
    }
    const right: ClassSet = { kind: "union", span: cursor.spanFrom(start), items };
    left = left === undefined ? right : { kind: operation, span: cursor.spanFrom(start), left, right };
    cursor.position += ends ? 1 : 2;
    if (next === undefined) return left;
    operation = next;
    items = [];
  }
}

function parseItem(cursor: Cursor, open: OpenClass): ClassItem {
  if (!cursor.looksAt("[")) return parseRange(cursor, open);
  return parseAsciiClass(cursor) ?? parseClass(cursor, open.depth + 1);
}

/** `[:alpha:]`; undefined when it is not one, and so the beginning of a nested class. */
function parseAsciiClass(cursor: Cursor): AsciiClass | undefined {
  const start = cursor.position;
  const written = /\[:(\^?)([^:]*):\]/y;
  written.lastIndex = start;
  const [text = "", negation = "", name = ""] = written.exec(cursor.pattern) ?? [];
  if (!isAsciiClassName(name)) return undefined;
  cursor.position += text.length;
  return { kind: "ascii_class", span: cursor.spanFrom(start), name, negated: negation !== "" };
}

type Primitive = Literal | Assertion | PerlClass | UnicodeClass;

/** `a`, `a-z` or an escape. A `-` before `]` or another `-` is no range. */
function parseRange(cursor: Cursor, open: OpenClass): ClassItem {
  const start = cursor.position;
  const first = parsePrimitive(cursor);
  cursor.skipInsignificant();
  requireMore(cursor, open.span);
  if (!cursor.looksAt("-") || cursor.looksPast("]") || cursor.looksPast("-")) return itemOf(cursor, first);
  cursor.takeSpaced();
  requireMore(cursor, open.span);
  const second = parsePrimitive(cursor);
  const range: ClassRange = { kind: "range", span: cursor.spanFrom(start), low: boundary(cursor, first), high: boundary(cursor, second) };
  if (range.low.codePoint > range.high.codePoint) throw cursor.fault("class_range_invalid", range.span);
  return range;
}

function parsePrimitive(cursor: Cursor): Primitive {
  return cursor.looksAt("\\") ? parseEscape(cursor) : plainLiteral(cursor);
}

function plainLiteral(cursor: Cursor): Literal {
  const span = cursor.here;
  return { kind: "literal", span, codePoint: cursor.take().codePointAt(0) as number };
}

function itemOf(cursor: Cursor, primitive: Primitive): ClassItem {
  if (primitive.kind === "assertion") throw cursor.fault("class_escape_invalid", primitive.span);
  return primitive.kind === "literal" ? rangeOfOne(primitive) : primitive;
}

function boundary(cursor: Cursor, primitive: Primitive): Literal {
  if (primitive.kind !== "literal") throw cursor.fault("class_range_literal", primitive.span);
  return primitive;
}

function rangeOfOne(literal: Literal): ClassRange {
  return { kind: "range", span: literal.span, low: literal, high: literal };
}

function requireMore(cursor: Cursor, span: Span): void {
  if (cursor.atEnd) throw cursor.fault("class_unclosed", span);
}
