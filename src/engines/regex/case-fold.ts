/** Upper case of ASCII letters lies this far below lower case. */
const distance = 0x20;

/** The two characters beyond ASCII that Unicode's simple folding puts beside an ASCII letter: KELVIN SIGN and LATIN SMALL LETTER LONG S. */
const outside: Readonly<Record<number, number>> = { 0x6b: 0x212a, 0x73: 0x017f };

/**
 * The characters that equal those of `low` to `high` when case does not matter, the range itself included; undefined when the range holds a
 * character beyond ASCII that has a case.
 */
export function foldRange(low: number, high: number): [number, number][] | undefined {
  if (high >= 0x80 && !isCaseless(Math.max(low, 0x80), high)) return undefined;
  const pairs: [number, number][] = [[low, high]];
  for (let lower = 0x61; lower <= 0x7a; lower++) {
    const upper = lower - distance;
    if (!within(lower, low, high) && !within(upper, low, high)) continue;
    const other = outside[lower];
    pairs.push([lower, lower], [upper, upper], ...(other === undefined ? [] : [[other, other] as [number, number]]));
  }
  return pairs;
}

/** Does the character have another case, beyond ASCII too? */
export function isCased(codePoint: number): boolean {
  return /^\p{Changes_When_Casemapped}$/u.test(String.fromCodePoint(codePoint));
}

/** Only single characters beyond ASCII are looked at: a whole range of them is taken to hold letters. */
function isCaseless(low: number, high: number): boolean {
  return low === high && !isCased(low);
}

function within(point: number, low: number, high: number): boolean {
  return point >= low && point <= high;
}
