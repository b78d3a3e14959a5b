import { contains, isAscii, pairsOf, union } from "./code-point-set.ts";
import type { Ranges } from "./code-point-set.ts";

/** Upper case of ASCII letters lies this far below lower case. */
const distance = 0x20;

/** The two characters beyond ASCII that Unicode's simple folding puts beside an ASCII letter: KELVIN SIGN and LATIN SMALL LETTER LONG S. */
const outside: Readonly<Record<number, number>> = { 0x6b: 0x212a, 0x73: 0x017f };

/** Characters that equal each other when case does not matter, by each of them. */
export type FoldingTable = ReadonlyMap<number, readonly number[]>;

/** The set with every other case of its characters; `table` is asked for only when it decides. */
export function foldUnicode(ranges: Ranges, table: () => FoldingTable): Ranges {
  if (isAscii(ranges)) return union([...pairsOf(foldAscii(ranges)), ...lettersOutside(ranges)]);
  const pairs = pairsOf(ranges);
  for (const [point, equals] of table()) {
    if (contains(ranges, point)) pairs.push(...equals.map((other) => [other, other] as [number, number]));
  }
  return union(pairs);
}

/** The set with both cases of its ASCII letters. */
export function foldAscii(ranges: Ranges): Ranges {
  const pairs = pairsOf(ranges);
  for (const [low, high] of pairsOf(ranges)) {
    pairs.push(...shifted(low, high, { from: 0x41, by: distance }), ...shifted(low, high, { from: 0x61, by: -distance }));
  }
  return union(pairs);
}

/** The part of [low, high] among the 26 letters that begin at `from`, moved. */
function shifted(low: number, high: number, { from, by }: { readonly from: number; readonly by: number }): [number, number][] {
  const first = Math.max(low, from);
  const last = Math.min(high, from + 25);
  return first <= last ? [[first + by, last + by]] : [];
}

function lettersOutside(ranges: Ranges): [number, number][] {
  const folded = foldAscii(ranges);
  const found = Object.keys(outside)
    .map(Number)
    .filter((letter) => contains(folded, letter));
  return found.map((letter) => [outside[letter] as number, outside[letter] as number]);
}
