import type { Assertion, Literal, PerlClass, Place, UnicodeClass } from "./syntax.ts";
import { isDigit, isEscapable, isHexDigit, isScalarValue } from "./characters.ts";
import type { Cursor } from "./cursor.ts";
import { parseUnicodeClass } from "./parse-unicode-class.ts";

const controls: Readonly<Record<string, number>> = { a: 0x07, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b };
const hexLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const perlClasses: Readonly<Record<string, PerlClass["name"]>> = { d: "digit", s: "space", w: "word" };
const places: Readonly<Record<string, Place>> = {
  A: "text_start",
  z: "text_end",
  b: "word_boundary",
  B: "no_word_boundary",
  "<": "word_start",
  ">": "word_end",
};
const wordPlaces: Readonly<Record<string, Place>> = {
  start: "word_start",
  end: "word_end",
  "start-half": "word_start_half",
  "end-half": "word_end_half",
};

/** Reads what begins with the backslash at the cursor. */
export function parseEscape(cursor: Cursor): Literal | Assertion | PerlClass | UnicodeClass {
  const start = cursor.position;
  cursor.take();
  if (cursor.atEnd) throw cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
  const character = cursor.take();
  if (isDigit(character)) throw cursor.fault("unsupported_backreference", cursor.spanFrom(start));
  const perlClass = perlClasses[character.toLowerCase()];
  if (perlClass) return { kind: "perl_class", span: cursor.spanFrom(start), name: perlClass, negated: character < "a" };
  if (character in hexLengths) return parseHex(cursor, start, hexLengths[character] as number);
  if (character in controls) return literal(cursor, start, controls[character] as number);
  if (character in places) return parsePlace(cursor, start, places[character] as Place);
  if ("pP".includes(character)) return parseUnicodeClass(cursor, start);
  if (isEscapable(character)) return literal(cursor, start, character.codePointAt(0) as number);
  throw cursor.fault("escape_unrecognized", cursor.spanFrom(start));
}

function literal(cursor: Cursor, start: number, codePoint: number): Literal {
  return { kind: "literal", span: cursor.spanFrom(start), codePoint };
}

/** `\b` may be followed by the name of a boundary in braces. */
function parsePlace(cursor: Cursor, start: number, place: Place): Assertion {
  const named = place === "word_boundary" && cursor.looksAt("{") ? parseWordPlace(cursor, start) : undefined;
  return { kind: "assertion", span: cursor.spanFrom(start), at: named ?? place };
}

/** `{start-half}`; undefined, and nothing taken, when what is in the braces can only be a repetition. */
function parseWordPlace(cursor: Cursor, start: number): Place | undefined {
  const brace = cursor.position;
  cursor.takeSpaced();
  if (cursor.atEnd) throw cursor.fault("special_word_or_repetition_unexpected_eof", cursor.spanFrom(start));
  const contents = cursor.position;
  let name = "";
  while (/^[-A-Za-z]$/.test(cursor.character)) name += cursor.takeSpaced();
  if (name === "") {
    cursor.position = brace;
    return undefined;
  }
  if (!cursor.looksAt("}")) throw cursor.fault("special_word_boundary_unclosed", cursor.spanFrom(brace));
  if (!Object.hasOwn(wordPlaces, name)) throw cursor.fault("special_word_boundary_unrecognized", cursor.spanFrom(contents));
  cursor.take();
  return wordPlaces[name];
}

/** `\x41` `\u0041` `\U00000041`, or any of them with the digits in braces. */
function parseHex(cursor: Cursor, start: number, length: number): Literal {
  cursor.skipInsignificant();
  if (cursor.atEnd) throw cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
  const byte = length === 2 && !cursor.looksAt("{");
  const digits = cursor.looksAt("{") ? bracedDigits(cursor) : fixedDigits(cursor, length);
  const codePoint = Number.parseInt(digits, 16);
  if (!isScalarValue(codePoint)) throw cursor.fault("escape_hex_invalid", cursor.spanFrom(start));
  return { ...literal(cursor, start, codePoint), ...(byte && { byte }) };
}

function fixedDigits(cursor: Cursor, length: number): string {
  const start = cursor.position;
  let digits = "";
  for (let i = 0; i < length; i++) {
    cursor.skipInsignificant();
    digits += takeHexDigit(cursor, start);
  }
  return digits;
}

function bracedDigits(cursor: Cursor): string {
  const brace = cursor.position;
  cursor.takeSpaced();
  let digits = "";
  while (!cursor.looksAt("}")) {
    digits += takeHexDigit(cursor, brace);
    cursor.skipInsignificant();
  }
  cursor.take();
  if (digits === "") throw cursor.fault("escape_hex_empty", cursor.spanFrom(brace));
  return digits;
}

function takeHexDigit(cursor: Cursor, start: number): string {
  if (cursor.atEnd) throw cursor.fault("escape_unexpected_eof", cursor.spanFrom(start));
  if (!isHexDigit(cursor.character)) throw cursor.fault("escape_hex_invalid_digit", cursor.here);
  return cursor.take();
}
