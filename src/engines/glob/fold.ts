/**
 * The text in lower case, code point by code point (Unicode's simple mapping): the length in code points stays, no context counts,
 * and "ß" is not "ss".
 */
export function fold(text: string): string {
  // Lower-casing a whole string differs in two characters only: final sigma depends on its neighbours, U+0130 becomes two code points.
  if (!text.includes("\u03A3") && !text.includes("\u0130")) return text.toLowerCase();
  let folded = "";
  for (const character of text) folded += String.fromCodePoint(foldPoint(character.codePointAt(0) as number));
  return folded;
}

/** The simple lower case of one code point. */
export function foldPoint(point: number): number {
  if (point < 0x80) return point >= 0x41 && point <= 0x5a ? point + 0x20 : point;
  return String.fromCodePoint(point).toLowerCase().codePointAt(0) as number;
}

/** The simple upper case of one code point; the code point itself where Unicode has only a longer one, or none. */
export function unfoldPoint(point: number): number {
  if (point < 0x80) return point >= 0x61 && point <= 0x7a ? point - 0x20 : point;
  const upper = String.fromCodePoint(point).toUpperCase();
  const first = upper.codePointAt(0) as number;
  return upper.length === String.fromCodePoint(first).length ? first : point;
}

/** Runs [first, last] of the capitals that `unfoldPoint(foldPoint(x))` does not bring back, such as the Kelvin sign; sorted. */
export const oneWayCapitals: readonly (readonly [number, number])[] = [
  [0x130, 0x130],
  [0x1c5, 0x1c5],
  [0x1c8, 0x1c8],
  [0x1cb, 0x1cb],
  [0x1f2, 0x1f2],
  [0x3f4, 0x3f4],
  [0x1e9e, 0x1e9e],
  [0x1f88, 0x1f8f],
  [0x1f98, 0x1f9f],
  [0x1fa8, 0x1faf],
  [0x1fbc, 0x1fbc],
  [0x1fcc, 0x1fcc],
  [0x1ffc, 0x1ffc],
  [0x2126, 0x2126],
  [0x212a, 0x212b],
];
