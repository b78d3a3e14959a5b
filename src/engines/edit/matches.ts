import { fail } from "../../core/errors.ts";
import { byteLength } from "../../core/text.ts";
import { createFinder } from "./find-text.ts";

/** One edit as it is matched. */
export interface Needle {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

/** What is looked for, and in what. */
export interface Search {
  /** The file's text, with the same line ends as the needles. */
  readonly view: string;
  readonly needles: readonly Needle[];
  /** Stands in the details of errors. */
  readonly path: string;
}

/** Where one edit applies: places of one length, and what will stand there. */
export interface Match {
  /** Ascending offsets into the view. */
  readonly starts: readonly number[];
  readonly length: number;
  readonly text: string;
  /** UTF-8 bytes that each place adds to the file. */
  readonly growth: number;
  /** 1-based lines of the file, where the match is one by the look of its lines. */
  readonly foldedLines?: { readonly first: number; readonly last: number };
}

/**
 * The exact match of each needle, in their order; it has no places where there are none, and two where it should have one: enough to know.
 * Throws edit_empty and edit_empty_old_string.
 */
export function matchExactly({ view, needles, path }: Search): Match[] {
  if (needles.length === 0) throw fail("edit_empty", { path });
  const index = needles.findIndex((needle) => needle.old === "");
  if (index >= 0) throw fail("edit_empty_old_string", { path, index, edits: needles.length });
  return needles.map((needle) => matchOf(view, needle));
}

/** Places may overlap unless all are wanted. */
function matchOf(view: string, needle: Needle): Match {
  const starts: number[] = [];
  const step = needle.all ? needle.old.length : 1;
  const most = needle.all ? Infinity : 2;
  const find = createFinder(view, needle.old);
  for (let at = find(0); at >= 0 && starts.length < most; at = find(at + step)) starts.push(at);
  return { starts, length: needle.old.length, text: needle.new, growth: byteLength(needle.new) - byteLength(needle.old) };
}
