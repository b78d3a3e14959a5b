import { countOccurrences } from "./occurrences.ts";

/** What two lines must have in common to count as the same. */
export type LineKey = (line: string) => string;

/** Where a block of whole lines stands: how often, and the 0-based lines at which the first of them begin. */
export interface BlockPlaces {
  readonly count: number;
  readonly first: readonly number[];
}

/**
 * Finds blocks of whole lines whose keys are those of the text, in time linear in the text: lines are exchanged for characters, equal keys
 * for equal ones, and blocks are then texts. `keep` is how many places of each are given. Undefined where the blocks have more different
 * lines than there are characters, some 65,000.
 */
export function findBlocks(
  text: string,
  blocks: readonly (readonly string[])[],
  { key, keep }: { readonly key: LineKey; readonly keep: number },
): readonly BlockPlaces[] | undefined {
  const alphabet = alphabetOf(blocks, key);
  if (alphabet.size >= unitValues) return undefined;
  const sketch = sketchOf(linesOf(text), alphabet, key);
  return blocks.map((block) => countOccurrences(sketch, sketchOf(block, alphabet, key), keep));
}

/** The lines of a text without their newlines. A final newline ends the last line and begins no other. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(start, end);
    start = end + 1;
  }
}

const unitValues = 0x10000;
const unknown = 0;
const unitsAtOnce = 4_096;

function alphabetOf(blocks: readonly (readonly string[])[], key: LineKey): ReadonlyMap<string, number> {
  const alphabet = new Map<string, number>();
  for (const line of blocks.flat()) {
    const known = key(line);
    if (!alphabet.has(known)) alphabet.set(known, alphabet.size + 1);
  }
  return alphabet;
}

function sketchOf(lines: Iterable<string>, alphabet: ReadonlyMap<string, number>, key: LineKey): string {
  const parts: string[] = [];
  let units: number[] = [];
  for (const line of lines) {
    units.push(alphabet.get(key(line)) ?? unknown);
    if (units.length < unitsAtOnce) continue;
    parts.push(String.fromCharCode(...units));
    units = [];
  }
  return [...parts, String.fromCharCode(...units)].join("");
}
