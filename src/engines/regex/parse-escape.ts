import type { Assertion, Literal } from "./syntax.ts";
import { isDigit, isEscapable, isHexDigit, isScalarValue } from "./characters.ts";
import type { Cursor } from "./cursor.ts";

const controls: Readonly<Record<string, number>> = { a: 0x07, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b };
const hexLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Reads what begins with the backslash at the cursor. */
export function parseEscape(cursor: Cursor): Literal | Assertion {
  const start = cursor.position;
  cursor.take();
  if (cursor.atEnd) throw cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
  const character = cursor.take();
  if (isDigit(character)) throw cursor.fault("unsupported_backreference", cursor.spanFrom(start));
  if (character in hexLengths) return literal(cursor, start, parseHex(cursor, start, hexLengths[character] as number));
  if (character in controls) return literal(cursor, start, controls[character] as number);
  if (character === "A") return { kind: "assertion", span: cursor.spanFrom(start), at: "text_start" };
  if (character === "z") return { kind: "assertion", span: cursor.spanFrom(start), at: "text_end" };
  if ("pP".includes(character)) throw unicodeClass(cursor, start);
  if ("dDsSwWbB<>".includes(character)) throw cursor.unsupported(start);
  if (isEscapable(character)) return literal(cursor, start, character.codePointAt(0) as number);
  throw cursor.fault("escape_unrecognized", cursor.spanFrom(start));
}

function literal(cursor: Cursor, start: number, codePoint: number): Literal {
  return { kind: "literal", span: cursor.spanFrom(start), codePoint };
}

function unicodeClass(cursor: Cursor, start: number): Error {
  if (cursor.atEnd) return cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
  if (cursor.take() !== "{") return cursor.unsupported(start);
  while (!cursor.atEnd) {
    if (cursor.take() === "}") return cursor.unsupported(start);
  }
  return cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
}

/** `\x41` `\u0041` `\U00000041`, or any of them with the digits in braces. */
function parseHex(cursor: Cursor, start: number, length: number): number {
  if (cursor.atEnd) throw cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
  const digits = cursor.looksAt("{") ? bracedDigits(cursor) : fixedDigits(cursor, length);
  const codePoint = Number.parseInt(digits, 16);
  if (!isScalarValue(codePoint)) throw cursor.fault("escape_hex_invalid", cursor.spanFrom(start));
  return codePoint;
}

function fixedDigits(cursor: Cursor, length: number): string {
  const start = cursor.position;
  for (let i = 0; i < length; i++) takeHexDigit(cursor, start);
  return cursor.pattern.slice(start, cursor.position);
}

function bracedDigits(cursor: Cursor): string {
  const brace = cursor.position;
  cursor.take();
  while (!cursor.looksAt("}")) takeHexDigit(cursor, brace);
  const digits = cursor.pattern.slice(brace + 1, cursor.position);
  cursor.take();
  if (digits === "") throw cursor.fault("escape_hex_empty", cursor.spanFrom(brace));
  return digits;
}

function takeHexDigit(cursor: Cursor, start: number): void {
  if (cursor.atEnd) throw cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
  if (!isHexDigit(cursor.character)) throw cursor.fault("escape_hex_invalid_digit", cursor.here);
  cursor.take();
}
