import type { EditHint } from "../../core/errors.ts";
import { createFinder } from "./find-text.ts";

/** A text that stands in the file, and what was done to it on the way into an edit. */
export interface Pasted {
  readonly reason: Extract<EditHint["reason"], "line_numbers" | "escapes">;
  readonly text: string;
}

/** Recognises an old text that was copied with line numbers, or whose escapes were read or written once too often. */
export function pastedText(view: string, old: string): Pasted | undefined {
  const candidates: readonly Pasted[] = [
    ...numberings.map((numbering) => ({ reason: "line_numbers" as const, text: withoutNumbers(old, numbering) })),
    ...respellings.map((respell) => ({ reason: "escapes" as const, text: respell(old) })),
  ];
  return candidates.find(({ text }) => text !== "" && text !== old && createFinder(view, text)(0) >= 0);
}

/** As tools and editors number lines, the longest form first. */
const numberings: readonly RegExp[] = [
  /^[ \t]*\d+\t/,
  /^[ \t]*\d+→/,
  /^[ \t]*\d+ ?\| /,
  /^[ \t]*\d+ ?\|/,
  /^[ \t]*L?\d+: /,
  /^[ \t]*L?\d+:/,
];

/** The text itself where a line has no number; blank lines need none. */
function withoutNumbers(text: string, numbering: RegExp): string {
  const lines = text.split("\n");
  if (lines.some((line) => line !== "" && !numbering.test(line))) return text;
  return lines.map((line) => line.replace(numbering, () => "")).join("\n");
}

const respellings: readonly ((text: string) => string)[] = [readBackslashes, readEntities, writeEntities, writeBackslashes];

const escaped: ReadonlyMap<string, string> = new Map([
  ["\\n", "\n"],
  ["\\t", "\t"],
  ["\\r", ""],
  ['\\"', '"'],
  ["\\'", "'"],
  ["\\`", "`"],
  ["\\\\", "\\"],
]);

const entities: ReadonlyMap<string, string> = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&apos;", "'"],
  ["&amp;", "&"],
]);

function readBackslashes(text: string): string {
  return text.replace(/\\[ntr"'`\\]/g, (escape) => escaped.get(escape) ?? escape);
}

function readEntities(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|apos|amp);/g, (entity) => entities.get(entity) ?? entity);
}

function writeEntities(text: string): string {
  const names: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };
  return text.replace(/[<>&]/g, (character) => names[character] ?? character);
}

function writeBackslashes(text: string): string {
  return text.replace(/["\\]/g, (character) => `\\${character}`);
}
