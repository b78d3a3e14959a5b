import type { Repetition, Syntax } from "./syntax.ts";
import { isDigit } from "./characters.ts";
import type { Cursor } from "./cursor.ts";

const uncounted: Readonly<Record<string, readonly [number, number]>> = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] };
const largestCount = 0xffff_ffff;

/** Reads the operator at the cursor, `*` `+` `?` or `{`, as a repetition of `body`. */
export function parseRepetition(cursor: Cursor, body: Syntax | undefined): Repetition {
  const start = cursor.position;
  if (body === undefined || body.kind === "flags") throw cursor.fault("repetition_missing", cursor.here);
  const [min, max] = uncounted[cursor.take()] ?? parseCounts(cursor, start);
  const greedy = !cursor.skip("?");
  if (min > max) throw cursor.fault("repetition_count_invalid", cursor.spanFrom(start));
  return { kind: "repetition", span: cursor.spanFrom(body.span[0]), body, min, max, greedy };
}

/** `3}`, `3,}` or `3,5}`; spaces may stand around the numbers. */
function parseCounts(cursor: Cursor, start: number): readonly [number, number] {
  requireMore(cursor, start);
  const min = parseCount(cursor);
  requireMore(cursor, start);
  if (closes(cursor)) return [min, min];
  if (!cursor.skip(",")) throw cursor.fault("repetition_count_unclosed", cursor.spanFrom(start));
  requireMore(cursor, start);
  if (closes(cursor)) return [min, Infinity];
  const max = parseCount(cursor);
  if (!closes(cursor)) throw cursor.fault("repetition_count_unclosed", cursor.spanFrom(start));
  return [min, max];
}

/** Takes the closing brace, and what means nothing before the `?` that may follow. */
function closes(cursor: Cursor): boolean {
  if (!cursor.skip("}")) return false;
  cursor.skipInsignificant();
  return true;
}

function requireMore(cursor: Cursor, start: number): void {
  cursor.skipInsignificant();
  if (cursor.atEnd) throw cursor.fault("repetition_count_unclosed", cursor.spanFrom(start));
}

function parseCount(cursor: Cursor): number {
  cursor.skipWhitespace();
  const start = cursor.position;
  let digits = "";
  while (isDigit(cursor.character)) digits += cursor.takeSpaced();
  const span = cursor.spanFrom(start);
  cursor.skipWhitespace();
  if (digits === "") throw cursor.fault("repetition_count_decimal_empty", span);
  const count = Number(digits);
  if (count > largestCount) throw cursor.fault("decimal_invalid", span);
  return count;
}
