import { confusables, fullWidth } from "./confusables.ts";

/** The text with every character that is easily taken for ASCII as that ASCII; other characters stay. */
export function foldConfusables(text: string): string {
  return isAscii(text) ? text : Array.from(text, foldCharacter).join("");
}

/** One code point as the ASCII it is taken for: none, one or several characters. */
export function foldCharacter(character: string): string {
  return ascii.get(character) ?? character;
}

/** What two lines have in common that look the same: look-alikes folded, blanks at the end cut. Blanks at the start are part of it. */
export function foldLine(line: string): string {
  return withoutTrailingBlanks(foldConfusables(line));
}

/** Not by a pattern: `[ \t\r]+$` is quadratic in a line of blanks. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end--;
  return line.slice(0, end);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0d;
}

// eslint-disable-next-line no-control-regex -- ASCII has control characters
const beyondAscii = /[^\u0000-\u007f]/;

function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

const ascii: ReadonlyMap<string, string> = new Map([...foldedOneByOne(), ...foldedFullWidth()]);

function foldedOneByOne(): (readonly [string, string])[] {
  return confusables.flatMap(({ first, last = first, ascii: folded }) =>
    Array.from({ length: last - first + 1 }, (_, i) => [String.fromCodePoint(first + i), folded] as const),
  );
}

function foldedFullWidth(): (readonly [string, string])[] {
  const { first, last, offset } = fullWidth;
  return Array.from(
    { length: last - first + 1 },
    (_, i) => [String.fromCodePoint(first + i), String.fromCodePoint(first + i - offset)] as const,
  );
}
