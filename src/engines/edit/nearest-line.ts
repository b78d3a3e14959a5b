import { foldLine } from "./fold-line.ts";

/**
 * The 0-based line of the file at which a text should begin by what it has in common with the file; may be negative. Lines that are the same
 * but for blanks and look-alikes vote for it, each with the more weight the fewer places it has; if there are none, the line of the text that
 * says most is looked for by its words. Undefined where nothing is close.
 */
export function nearestLine(file: readonly string[], old: readonly string[]): number | undefined {
  return byEqualLines(file, old) ?? byWords(file, old);
}

/** A line in more places than this says nothing about where a text belongs. */
const mostPlaces = 8;

function byEqualLines(file: readonly string[], old: readonly string[]): number | undefined {
  const places = placesOf(file, old);
  const votes = new Map<number, number>();
  for (const [index, line] of old.entries()) {
    const found = places.get(keyOf(line)) ?? [];
    if (found.length > mostPlaces) continue;
    for (const place of found) votes.set(place - index, (votes.get(place - index) ?? 0) + 1 / found.length);
  }
  return best(votes);
}

function placesOf(file: readonly string[], old: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const line of old) if (hasWords(line)) places.set(keyOf(line), []);
  for (const [index, line] of file.entries()) {
    const found = places.get(keyOf(line));
    if (found && found.length <= mostPlaces) found.push(index);
  }
  return places;
}

function keyOf(line: string): string {
  return foldLine(line).trimStart();
}

/** Brackets alone are everywhere. */
function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** The lowest of those with the most votes. */
function best(votes: ReadonlyMap<number, number>): number | undefined {
  let winner: number | undefined;
  let most = 0;
  for (const [line, count] of votes) {
    if (count < most || (count === most && line > (winner ?? line))) continue;
    winner = line;
    most = count;
  }
  return winner;
}

/** Two lines are close if at least half of their words are common. */
const closeEnough = 0.5;

function byWords(file: readonly string[], old: readonly string[]): number | undefined {
  const words = old.map(wordsOf);
  const index = words.reduce((most, each, i) => (each.size > (words[most] as Set<string>).size ? i : most), 0);
  const wanted = words[index] as Set<string>;
  let nearest: { readonly line: number; readonly likeness: number } | undefined;
  for (const [line, text] of file.entries()) {
    const likeness = likenessOf(wanted, text);
    if (likeness >= closeEnough && likeness > (nearest?.likeness ?? 0)) nearest = { line, likeness };
  }
  return nearest && nearest.line - index;
}

/** From 0, nothing in common, to 1, the same words. */
function likenessOf(wanted: ReadonlySet<string>, line: string): number {
  const words = wordsOf(line);
  let common = 0;
  for (const word of words) if (wanted.has(word)) common++;
  return common === 0 ? 0 : (2 * common) / (wanted.size + words.size);
}

function wordsOf(line: string): Set<string> {
  return new Set(line.match(/[\p{L}\p{N}_$]+/gu));
}
