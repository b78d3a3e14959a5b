import { fail } from "../../core/errors.ts";
import { byteLength } from "../../core/text.ts";
import { countOccurrences } from "./occurrences.ts";

/** One edit as it is matched: line ends are LF. */
export interface Needle {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

/** Where one edit applies: places of one length, and what will stand there. */
export interface Match {
  /** Ascending offsets into the view. */
  readonly starts: readonly number[];
  readonly length: number;
  readonly text: string;
  /** UTF-8 bytes that each place adds to the file. */
  readonly growth: number;
}

/** One match for each needle, in their order. Throws edit_empty, edit_empty_old_string, edit_not_found and edit_not_unique. */
export function matchAll(view: string, needles: readonly Needle[], path: string): Match[] {
  if (needles.length === 0) throw fail("edit_empty", { path });
  refuseEmpty(needles, path);
  const matches = needles.map((needle) => matchExactly(view, needle));
  refuseMissing(matches, path);
  refuseAmbiguous({ view, needles, matches, path });
  return matches;
}

/** Of a needle that must occur once, at most two places, and those may overlap: enough to know that it does not. */
function matchExactly(view: string, needle: Needle): Match {
  const starts: number[] = [];
  const step = needle.all ? needle.old.length : 1;
  const most = needle.all ? Infinity : 2;
  for (let at = view.indexOf(needle.old); at >= 0 && starts.length < most; at = view.indexOf(needle.old, at + step)) starts.push(at);
  return { starts, length: needle.old.length, text: needle.new, growth: byteLength(needle.new) - byteLength(needle.old) };
}

function refuseEmpty(needles: readonly Needle[], path: string): void {
  const index = needles.findIndex((needle) => needle.old === "");
  if (index >= 0) throw fail("edit_empty_old_string", { path, index, edits: needles.length });
}

function refuseMissing(matches: readonly Match[], path: string): void {
  const [index, ...others] = indicesWhere(matches, (match) => match.starts.length === 0);
  if (index === undefined) return;
  throw fail("edit_not_found", { path, index, edits: matches.length, ...listed(others) });
}

interface Search {
  readonly view: string;
  readonly needles: readonly Needle[];
  readonly matches: readonly Match[];
  readonly path: string;
}

function refuseAmbiguous({ view, needles, matches, path }: Search): void {
  const [index, ...others] = indicesWhere(matches, (match, i) => match.starts.length > 1 && needles[i]?.all === false);
  if (index === undefined) return;
  const found = countOccurrences(view, (needles[index] as Needle).old, 5);
  throw fail("edit_not_unique", {
    path,
    index,
    edits: matches.length,
    occurrences: found.count,
    lines: lineNumbers(view, found.first),
    ...listed(others),
  });
}

function indicesWhere(matches: readonly Match[], holds: (match: Match, index: number) => boolean): number[] {
  return matches.flatMap((match, index) => (holds(match, index) ? [index] : []));
}

function listed(others: readonly number[]): { readonly others?: readonly number[] } {
  return others.length > 0 ? { others } : {};
}

/** 1-based lines of ascending offsets. */
function lineNumbers(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let newline = text.indexOf("\n");
  return offsets.map((offset) => {
    for (; newline >= 0 && newline < offset; line++) newline = text.indexOf("\n", newline + 1);
    return line;
  });
}
