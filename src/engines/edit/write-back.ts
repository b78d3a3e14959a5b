import { alignLines } from "./align-lines.ts";
import { foldCharacter } from "./fold-line.ts";

/** Texts of a folded edit. `stored` is what stands in the file where `old` was found: as many lines, each of the same look. */
export interface FoldedTexts {
  readonly stored: string;
  readonly old: string;
  readonly new: string;
}

/**
 * What is to stand where `stored` stands. A line that is the same in old and new keeps the bytes of the file. Other new lines are written as
 * given, but for characters that the file spells otherwise wherever the old text has them. Undefined where old and new are too large to
 * align.
 */
export function writeBack(texts: FoldedTexts): string | undefined {
  const stored = texts.stored.split("\n");
  const before = texts.old.split("\n");
  const after = texts.new.split("\n");
  const origins = alignLines(before, after);
  if (!origins) return undefined;
  const spelling = learnSpelling(before, stored);
  return after.map((line, i) => stored[origins[i] as number] ?? respell(line, spelling)).join("\n");
}

/** A character of the old text, and how the file spells it. */
type Spelling = ReadonlyMap<string, string>;

/** Only of characters that the file spells in one way throughout: a quote that opens in one place and closes in another is left out. */
function learnSpelling(before: readonly string[], stored: readonly string[]): Spelling {
  const spellings = new Map<string, Set<string>>();
  for (const [i, line] of before.entries()) {
    const ours = spelledOut(stored[i] as string);
    for (const [at, character] of spelledOut(line).entries()) note(spellings, character, ours[at] ?? "");
  }
  const once = [...spellings].filter(([, seen]) => seen.size === 1);
  return new Map(once.map(([character, seen]) => [character, [...seen].join("")]));
}

function note(spellings: Map<string, Set<string>>, character: string, ours: string): void {
  if (character === "" || ours === "") return;
  const seen = spellings.get(character);
  if (seen) seen.add(ours);
  else spellings.set(character, new Set([ours]));
}

/** For each character of the folded line the one it comes from; "" where one becomes several. Lines of one look are equally long. */
function spelledOut(line: string): string[] {
  return Array.from(line).flatMap((character) => {
    const folded = foldCharacter(character);
    return folded === character || folded.length === 1 ? [character] : Array.from(folded, () => "");
  });
}

function respell(line: string, spelling: Spelling): string {
  return Array.from(line, (character) => spelling.get(character) ?? character).join("");
}
