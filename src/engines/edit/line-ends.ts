import type { Replacement } from "./splice.ts";

/** A lone CR is content. */
export function withLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Ends every line of a text with LF in CRLF. */
export function withCrlf(text: string): string {
  return text.replaceAll("\n", "\r\n");
}

/**
 * Takes replacements in a text with LF to the stored text, which has CRLF in some lines or in all. An inserted line gets the ending of the
 * line it replaces; when it has more lines than it replaces, the others get that of the last one. A last line without an ending counts as ending
 * like the line before it.
 */
export function* inStoredText(raw: string, replacements: Iterable<Replacement>): Generator<Replacement> {
  const lineEnds = findLineEnds(raw);
  for (const replacement of replacements) {
    yield {
      start: storedOffset(lineEnds, replacement.start),
      end: storedOffset(lineEnds, replacement.end),
      text: withEndingsOf(lineEnds, replacement),
    };
  }
}

/** Ascending offsets of the newlines, in the text with LF, by how they are stored. */
interface LineEnds {
  readonly crlf: readonly number[];
  readonly lf: readonly number[];
}

function findLineEnds(raw: string): LineEnds {
  const crlf: number[] = [];
  const lf: number[] = [];
  for (let at = raw.indexOf("\n"); at >= 0; at = raw.indexOf("\n", at + 1)) {
    if (raw.charCodeAt(at - 1) === 0x0d) crlf.push(at - 1 - crlf.length);
    else lf.push(at - crlf.length);
  }
  return { crlf, lf };
}

function storedOffset({ crlf }: LineEnds, offset: number): number {
  return offset + countBelow(crlf, offset);
}

function withEndingsOf(lineEnds: LineEnds, { start, end, text }: Replacement): string {
  const lines = text.split("\n");
  const parts = [lines[0] ?? ""];
  let replaced = start;
  for (let i = 1; i < lines.length; i++) {
    const { ending, newline } = lineEndAfter(lineEnds, replaced);
    parts.push(ending, lines[i] ?? "");
    replaced = Math.min(newline + 1, end - 1);
  }
  return parts.join("");
}

/** The end of the line that holds the offset. */
function lineEndAfter({ crlf, lf }: LineEnds, offset: number): { readonly ending: string; readonly newline: number } {
  const nextCrlf = crlf[countBelow(crlf, offset)] ?? Infinity;
  const nextLf = lf[countBelow(lf, offset)] ?? Infinity;
  const newline = Math.min(nextCrlf, nextLf);
  const isCrlf = newline < Infinity ? nextCrlf === newline : (crlf.at(-1) ?? -1) > (lf.at(-1) ?? -1);
  return { ending: isCrlf ? "\r\n" : "\n", newline };
}

/** How many of the ascending numbers are below the bound. */
function countBelow(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
