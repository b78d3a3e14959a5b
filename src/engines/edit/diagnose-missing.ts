import type { EditHint } from "../../core/errors.ts";
import { blockOf, boundsOf, isInvisible } from "./block.ts";
import type { Block } from "./block.ts";
import { compareLines } from "./compare-lines.ts";
import { shortEnough } from "./excerpt.ts";
import { createFinder } from "./find-text.ts";
import { foldLine } from "./fold-line.ts";
import { findBlocks } from "./line-blocks.ts";
import type { Needle } from "./matches.ts";
import { nearestLine } from "./nearest-line.ts";
import { pastedText } from "./pasted.ts";

/** Larger files, and larger old texts, are not looked through: UTF-16 units, and lines. */
const mostText = 2_097_152;
const mostLines = 65_536;
const linesListed = 3;

/** What an edit may have meant whose old text stands nowhere. Looks at a bounded amount of text. */
export function diagnoseMissing(view: string, needle: Needle): EditHint {
  if (isTooLarge(view) || isTooLarge(needle.old)) return { reason: "too_large", lines: [] };
  const block = blockOf(needle.old);
  return applied(view, needle) ?? pasted(view, needle.old) ?? sameLook(view, block) ?? partOf(view.split("\n"), block.lines);
}

function isTooLarge(text: string): boolean {
  if (text.length > mostText) return true;
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && lines <= mostLines; at = text.indexOf("\n", at + 1)) lines++;
  return lines > mostLines;
}

/** The new text stands in one place already. */
function applied(view: string, needle: Needle): EditHint | undefined {
  if (needle.new.trim() === "") return undefined;
  const find = createFinder(view, needle.new);
  const at = find(0);
  if (at < 0 || find(at + 1) >= 0) return undefined;
  return { reason: "applied", lines: [lineOf(view, at)] };
}

function pasted(view: string, old: string): EditHint | undefined {
  const found = pastedText(view, old);
  if (!found) return undefined;
  const offsets: number[] = [];
  const find = createFinder(view, found.text);
  for (let at = find(0); at >= 0 && offsets.length <= linesListed; at = find(at + 1)) offsets.push(at);
  return { reason: found.reason, ...listed(offsets.map((at) => lineOf(view, at))), ...corrected(found.text) };
}

/** All lines stand there, but for blanks at their start, or for what an exact match does not forgive. */
function sameLook(view: string, block: Block): EditHint | undefined {
  if (isInvisible(block)) return undefined;
  const found = findBlocks(view, [block.lines], { key: withoutIndentation, keep: linesListed + 1 })?.[0];
  const [line] = found?.first ?? [];
  if (!found || line === undefined) return undefined;
  const bounds = boundsOf(view, block, line);
  const text = bounds && view.slice(bounds.start, bounds.end);
  const reason = text !== undefined && isIndentedAlike(text, block) ? "look_alike" : "indentation";
  return { reason, ...listed(found.first.map((first) => first + 1)), ...(found.count === 1 && text !== undefined && corrected(text)) };
}

function withoutIndentation(line: string): string {
  return foldLine(line).trimStart();
}

function isIndentedAlike(text: string, block: Block): boolean {
  const lines = blockOf(text).lines;
  return block.lines.every((line, i) => foldLine(line) === foldLine(lines[i] ?? ""));
}

/** The first line of the text stands there, or something near it. */
function partOf(file: readonly string[], old: readonly string[]): EditHint {
  const first = (old.find((line) => line.trim() !== "") ?? "").trimEnd();
  const nearest = nearestTo(file, old);
  if (first !== "") {
    const same = indicesOf(file, (line) => line.trimEnd() === first);
    if (same.length > 0) return { reason: "first_line", ...listed(same), ...nearest };
    const indented = indicesOf(file, (line) => line.trim() === first.trim());
    if (indented.length > 0) return { reason: "first_line_indentation", ...listed(indented), ...nearest };
  }
  return { reason: nearest ? "near" : "none", lines: [], ...nearest };
}

function nearestTo(file: readonly string[], old: readonly string[]): Pick<EditHint, "nearest"> | undefined {
  const line = nearestLine(file, old);
  const nearest = line === undefined ? undefined : compareLines(file, old, line);
  return nearest && { nearest };
}

/** 1-based, of the first few lines. */
function indicesOf(file: readonly string[], holds: (line: string) => boolean): number[] {
  const lines: number[] = [];
  for (let i = 0; i < file.length && lines.length <= linesListed; i++) if (holds(file[i] as string)) lines.push(i + 1);
  return lines;
}

function listed(lines: readonly number[]): Pick<EditHint, "lines" | "more"> {
  return { lines: lines.slice(0, linesListed), ...(lines.length > linesListed && { more: true }) };
}

function corrected(text: string): Pick<EditHint, "oldString"> {
  return shortEnough(text) ? { oldString: text } : {};
}

/** 1-based. */
function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
