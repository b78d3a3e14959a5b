import type { ErrorDetails } from "../../core/errors.ts";
import { printable } from "../render/words.ts";

type Fault = ErrorDetails["invalid_pattern"];

/** Characters of a pattern shown on each side of its fault. */
const around = 60;

/** Names the fault, shows where it is, and says how to write it instead. */
export function patternSentence(fault: Fault): string {
  return [`The pattern is not valid: ${reasonWords(fault.reason)}.`, ...pointer(fault), hint(fault)].join("\n");
}

export function reasonWords(reason: string): string {
  return reason.replaceAll(/[_-]/g, " ");
}

/** The pattern on one line, and below it carets under the part that is wrong. */
function pointer({ pattern, span: [start, end] }: Fault): readonly string[] {
  const from = Math.max(0, start - around);
  const to = Math.min(pattern.length, end + around);
  const before = (from > 0 ? "…" : "") + printable(pattern.slice(from, start));
  const wrong = printable(pattern.slice(start, end));
  const after = printable(pattern.slice(end, to)) + (to < pattern.length ? "…" : "");
  return [`  ${before}${wrong}${after}`, `  ${" ".repeat(width(before))}${"^".repeat(Math.max(1, width(wrong)))}`];
}

function width(text: string): number {
  return Array.from(text).length;
}

function hint({ reason, construct, hint: given }: Fault): string {
  if (given !== undefined) return given;
  if (/look.?(around|ahead|behind)/.test(reason)) return "Look-around is not part of this syntax. Search for more text, and look at the matches.";
  if (/back.?reference/.test(reason)) return "Back-references are not part of this syntax. Write the text out.";
  if (/not.?supported.?yet/.test(reason)) return `${construct === undefined ? "This" : printable(construct)} is not supported yet. Use a simpler pattern.`;
  if (/newline/.test(reason)) return 'A match that crosses lines needs "multiline": true.';
  return "Put a backslash before a character that is meant literally, such as \\( or \\[.";
}
