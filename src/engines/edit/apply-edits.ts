import { fail } from "../../core/errors.ts";
import { limits } from "../../core/limits.ts";
import { byteLength, byteOrderMark, encode, lineEndingOf, loneSurrogate } from "../../core/text.ts";
import type { LineEnding } from "../../core/text.ts";
import { openFile, refuseSize, viewedAsStored, viewedWithLf } from "./file-text.ts";
import type { FileText, ViewedText } from "./file-text.ts";
import { inStoredText, unifyingEnds, withCrlf, withLf } from "./line-ends.ts";
import { locate, locateIfExact } from "./locate.ts";
import type { Located } from "./locate.ts";
import type { Match, Needle, Search } from "./matches.ts";
import { notFound } from "./refusals.ts";
import { changesNothing, spliceInto } from "./splice.ts";
import type { Replacement } from "./splice.ts";

export interface TextEdit {
  readonly oldString: string;
  readonly newString: string;
  /** Every occurrence, left to right, without overlap; otherwise `oldString` must occur once. */
  readonly replaceAll?: boolean;
}

export interface EditInput {
  /** Stands in the details of errors, nothing else. */
  readonly path: string;
  /** The file as stored. Not written to. */
  readonly bytes: Uint8Array;
  /** All are matched against the file as it is, in any order. */
  readonly edits: readonly TextEdit[];
  /** "folded": where nothing matches exactly, whole lines that look the same may, if they stand in one place only. "exact": never. */
  readonly match?: "folded" | "exact";
  /** "preserve": each line keeps its own ending. "crlf": one CRLF in the file makes every line CRLF. */
  readonly mixedEndings?: "preserve" | "crlf";
  /** The largest file taken and made; 16 MiB. */
  readonly maxBytes?: number;
}

export interface EditOutcome {
  /** The file to store. */
  readonly bytes: Uint8Array;
  /** Places changed. */
  readonly replacements: number;
  /** "folded" where any old string was found by the look of its lines. */
  readonly matched: "exact" | "folded";
  /** What was replaced then, of the file as it was: one range for each such edit, in the order of the edits. */
  readonly foldedLines?: readonly LineRange[];
  /** Of the file to store. */
  readonly lineEnding: LineEnding;
  readonly bom: boolean;
}

/** 1-based, inclusive. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Applies all edits or none. Matching sees neither a byte order mark nor the difference between LF and CRLF, in the file and in the
 * strings; the file keeps both. A line that stands in the old string and in the new keeps its ending; another takes that of the line it
 * replaces, a further one that of the line before it.
 *
 * Throws, in this order: file_too_large, binary_file (a NUL in the first 8 KiB, or in a new string), not_utf8, invalid_arguments (a lone
 * surrogate); then phase by phase over all edits edit_empty, edit_empty_old_string, edit_not_found, edit_not_unique, edit_overlap; then
 * file_too_large for the result and edit_noop. A phase reports its lowest edit.
 */
export function applyEdits(input: EditInput): EditOutcome {
  const { path, bytes, edits } = input;
  const limit = input.maxBytes ?? limits.fileBytes;
  const file = openFile(path, bytes, limit);
  refuseStrings(path, edits);
  const needles = edits.map(needleOf);
  const { text, located } = locateAsStored(file, needles, path) ?? locateWithLf(file, needles, input);
  refuseSize(path, grownSize(text, located.matches), limit);
  if (changesNothing(text.view, located.places)) {
    throw located.folded.length > 0 ? notFound({ view: text.view, needles, path }, located.folded) : fail("edit_noop", { path });
  }
  const rewritten = rewrite(text, located, input);
  return { bytes: rewritten.edited, ...howMatched(located), lineEnding: endingAfter(file, located, rewritten), bom: file.bom };
}

/** Where the edits apply, in a text viewed in one way. */
interface LocatedIn {
  readonly text: ViewedText;
  readonly located: Located;
}

/**
 * Where every line of the file ends in CRLF, those of the strings may too, and a large file is not copied to look at it with LF. A CR in a
 * string could then be taken for half of a line's end, so that it speaks of content only with LF. What is not settled so is refused with LF,
 * in which lines are compared and shown.
 */
function locateAsStored(file: FileText, needles: readonly Needle[], path: string): LocatedIn | undefined {
  if (file.lineEnding !== "crlf" || needles.some((needle) => needle.old.includes("\r") || needle.new.includes("\r"))) return undefined;
  const text = viewedAsStored(file);
  const stored = needles.map((needle) => ({ ...needle, old: withCrlf(needle.old), new: withCrlf(needle.new) }));
  const located = locateIfExact({ view: text.view, needles: stored, path });
  return located && { text, located };
}

function locateWithLf(file: FileText, needles: readonly Needle[], { path, match = "folded" }: EditInput): LocatedIn {
  const text = viewedWithLf(file);
  const search: Search = { view: text.view, needles, path };
  return { text, located: locate(search, match) };
}

function howMatched({ places, matches, folded }: Located): Pick<EditOutcome, "replacements" | "matched" | "foldedLines"> {
  const replacements = places.count;
  if (folded.length === 0) return { replacements, matched: "exact" };
  return { replacements, matched: "folded", foldedLines: matches.flatMap(({ foldedLines }) => foldedLines ?? []) };
}

function refuseStrings(path: string, edits: readonly TextEdit[]): void {
  if (edits.some(({ newString }) => newString.includes("\0"))) throw fail("binary_file", { path, in: "content" });
  const issues = edits.flatMap(({ oldString, newString }, index) => [
    ...malformed(oldString, `edits[${index}].old_string`),
    ...malformed(newString, `edits[${index}].new_string`),
  ]);
  if (issues.length > 0) throw fail("invalid_arguments", { issues });
}

function malformed(text: string, at: string): { readonly at: string; readonly problem: "not_well_formed" }[] {
  return loneSurrogate(text) < 0 ? [] : [{ at, problem: "not_well_formed" }];
}

function needleOf({ oldString, newString, replaceAll }: TextEdit): Needle {
  return { old: withLf(withoutMark(oldString)), new: withLf(withoutMark(newString)), all: replaceAll ?? false };
}

/** A mark at the start of a string comes from copying the start of a file, which has its own. */
function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

/**
 * UTF-8 bytes of the result with the line ends of the view. Known before the result is built, which may be of any size: a blank replaced
 * everywhere by a page.
 */
function grownSize(file: ViewedText, matches: readonly Match[]): number {
  return matches.reduce((size, { growth, starts }) => size + growth * starts.length, file.size - (file.raw.length - file.view.length));
}

interface Rewritten {
  readonly edited: Uint8Array;
  /** Every line ends in CRLF now. */
  readonly unified: boolean;
}

/** Throws file_too_large. */
function rewrite(file: ViewedText, { places, matches }: Located, { path, mixedEndings, maxBytes }: EditInput): Rewritten {
  if (file.raw === file.view) return { edited: written(file, places, grownSize(file, matches)), unified: false };
  const unified = file.lineEnding === "mixed" && mixedEndings === "crlf";
  const replacements = unified ? unifyingEnds(file, places) : inStoredText(file, places);
  const size = sizeWith(file, replacements);
  refuseSize(path, size, maxBytes ?? limits.fileBytes);
  return { edited: written(file, replacements, size), unified };
}

function sizeWith({ raw, size }: FileText, replacements: Iterable<Replacement>): number {
  let grown = size;
  for (const { start, end, text } of replacements) grown += byteLength(text) - byteLength(raw.slice(start, end));
  return grown;
}

/** `size` is that of the result, in bytes. */
function written({ bom, raw }: FileText, replacements: Iterable<Replacement>, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const mark = encode(bom ? byteOrderMark : "");
  bytes.set(mark);
  spliceInto(bytes.subarray(mark.length), raw, replacements);
  return bytes;
}

/** Known of most files without looking through them: no CRLF can come about where there is no CR, nor a lone LF where lines end in CRLF. */
function endingAfter({ raw, lineEnding }: FileText, { matches }: Located, { edited, unified }: Rewritten): LineEnding {
  if (lineEnding === "crlf" || unified) return edited.includes(0x0a) ? "crlf" : "none";
  if (raw.includes("\r") || matches.some(({ text }) => text.includes("\r"))) return lineEndingOf(edited);
  return edited.includes(0x0a) ? "lf" : "none";
}
