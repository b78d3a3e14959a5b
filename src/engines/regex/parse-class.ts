import type { Class, ClassRange } from "./syntax.ts";
import type { Cursor } from "./cursor.ts";
import { parseEscape } from "./parse-escape.ts";
import type { Span } from "./faults.ts";

/** Reads the bracketed class that begins at the cursor. */
export function parseClass(cursor: Cursor): Class {
  const start = cursor.position;
  cursor.take();
  const negated = cursor.skip("^");
  const items = leadingLiterals(cursor);
  while (!cursor.skip("]")) {
    if (cursor.atEnd) throw cursor.fault("class_unclosed", [start, start + 1]);
    refuseSetSyntax(cursor);
    items.push(parseRange(cursor, start));
  }
  return { kind: "class", span: cursor.spanFrom(start), negated, items };
}

/** Any number of `-`, or else one `]`, stand for themselves at the beginning. */
function leadingLiterals(cursor: Cursor): ClassRange[] {
  const items: ClassRange[] = [];
  while (cursor.looksAt("-")) items.push(parseCharacter(cursor));
  if (items.length === 0 && cursor.looksAt("]")) items.push(parseCharacter(cursor));
  return items;
}

function refuseSetSyntax(cursor: Cursor): void {
  const start = cursor.position;
  if (cursor.skip("[:") || cursor.skip("[") || cursor.skip("&&") || cursor.skip("--") || cursor.skip("~~")) throw cursor.unsupported(start);
}

/** `a` or `a-z`. A `-` before `]` or another `-` is no range. */
function parseRange(cursor: Cursor, classStart: number): ClassRange {
  const start = cursor.position;
  const low = parseCharacter(cursor);
  if (!cursor.looksAt("-") || cursor.looksAt("-]") || cursor.looksAt("--")) return low;
  cursor.take();
  if (cursor.atEnd) throw cursor.fault("class_unclosed", [classStart, classStart + 1]);
  const { high } = parseCharacter(cursor);
  const span = cursor.spanFrom(start);
  if (low.low > high) throw cursor.fault("class_range_invalid", span);
  return { span, low: low.low, high };
}

function parseCharacter(cursor: Cursor): ClassRange {
  if (cursor.looksAt("\\")) return escapedCharacter(cursor);
  const span = cursor.here;
  return oneCharacter(span, cursor.take().codePointAt(0) as number);
}

function escapedCharacter(cursor: Cursor): ClassRange {
  const start = cursor.position;
  if (["\\b", "\\B", "\\<", "\\>"].some((escape) => cursor.looksAt(escape))) {
    throw cursor.fault("class_escape_invalid", [start, start + 2]);
  }
  const escape = parseEscape(cursor);
  if (escape.kind === "assertion") throw cursor.fault("class_escape_invalid", escape.span);
  return oneCharacter(escape.span, escape.codePoint);
}

function oneCharacter(span: Span, codePoint: number): ClassRange {
  return { span, low: codePoint, high: codePoint };
}
