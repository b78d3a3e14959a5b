import type { Cursor } from "./cursor.ts";
import type { UnicodeClass } from "./syntax.ts";

/** Reads what follows `\p` or `\P`: one letter, or a name in braces, or a name and a value. */
export function parseUnicodeClass(cursor: Cursor, start: number): UnicodeClass {
  const opposite = cursor.pattern[cursor.position - 1] === "P";
  cursor.skipInsignificant();
  if (cursor.atEnd) throw cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
  const written = cursor.looksAt("{") ? bracedName(cursor, start) : letter(cursor);
  const { name, value, unequal } = splitQuery(written);
  const negated = opposite !== unequal;
  return { kind: "unicode_class", span: cursor.spanFrom(start), name, negated, ...(value !== undefined && { value }) };
}

function letter(cursor: Cursor): string {
  if (cursor.looksAt("\\")) throw cursor.fault("unicode_class_invalid", cursor.here);
  return cursor.take();
}

function bracedName(cursor: Cursor, start: number): string {
  let name = "";
  cursor.takeSpaced();
  while (!cursor.looksAt("}")) {
    if (cursor.atEnd) throw cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
    name += cursor.takeSpaced();
  }
  cursor.take();
  return name;
}

interface Query {
  readonly name: string;
  readonly value?: string;
  readonly unequal: boolean;
}

/** `name`, `name!=value`, `name:value` or `name=value`. */
function splitQuery(written: string): Query {
  for (const operator of ["!=", ":", "="]) {
    const at = written.indexOf(operator);
    if (at >= 0) return { name: written.slice(0, at), value: written.slice(at + operator.length), unequal: operator === "!=" };
  }
  return { name: written, unequal: false };
}
