import { bordersOf, extend } from "./occurrences.ts";

/** The offset of the first occurrence at `from` or behind it, or -1. Asked with offsets that ascend. */
export type Finder = (from: number) => number;

/** Up to this length indexOf is taken at its word: at worst it looks at each character of the text this often. */
const probeLength = 128;

/**
 * Finds a needle in time linear in text and needle. indexOf alone is as fast as memory on ordinary text, and takes the product of both lengths
 * where a long needle repeats itself; so it looks for a piece of the needle, and after too many false starts another way is taken.
 */
export function createFinder(text: string, needle: string): Finder {
  if (needle.length <= probeLength) return (from) => text.indexOf(needle, from);
  const probeAt = (needle.length - probeLength) >>> 1;
  const probe = needle.slice(probeAt, probeAt + probeLength);
  const automaton = createAutomaton(text, needle);
  let allowance = text.length;
  return (from) => {
    for (let at = text.indexOf(probe, from + probeAt); at >= 0; at = text.indexOf(probe, at + 1)) {
      if (allowance < 0) return automaton(at - probeAt);
      if (text.startsWith(needle, at - probeAt)) return at - probeAt;
      allowance -= needle.length;
    }
    return -1;
  };
}

/** By Knuth, Morris and Pratt. */
function createAutomaton(text: string, needle: string): Finder {
  let borders: Int32Array | undefined;
  return (from) => {
    borders ??= bordersOf(needle);
    let matched = 0;
    for (let i = from; i < text.length; i++) {
      matched = extend(needle, borders, matched, text.charCodeAt(i));
      if (matched === needle.length) return i + 1 - needle.length;
    }
    return -1;
  };
}
