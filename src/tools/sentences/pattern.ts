import type { ErrorDetails } from "../../core/errors.ts";
import { clip } from "../../core/clip.ts";
import { printable } from "../render/words.ts";
import { reasonWords } from "./reasons.ts";

type Fault = ErrorDetails["invalid_pattern"];

/** Code points of a pattern shown on each side of its fault, and of the fault. */
const around = 60;

/** Names the fault, shows where it is, and says how to write it instead. */
export function patternSentence(fault: Fault): string {
  return [`The pattern is not valid: ${reasonWords(fault.reason)}.`, ...pointer(fault), ...hint(fault)].join("\n");
}

/** For a tool whose matches never cross lines. */
export function oneLinePatternSentence(fault: Fault): string {
  return patternSentence(fault.hint === "set_multiline" ? { ...fault, hint: "search_one_line" } : fault);
}

/** The pattern on one line, and below it carets under the part that is wrong. */
function pointer({ pattern, span: [start, end] }: Fault): readonly string[] {
  const wide = pattern.slice(start, end);
  const cut = clip(wide, around);
  const before = printable(clipStart(pattern.slice(0, start), around));
  const wrong = printable(cut);
  const after = cut === wide ? printable(clip(pattern.slice(end), around)) : "";
  return [`  ${before}${wrong}${after}`, `  ${" ".repeat(width(before))}${"^".repeat(Math.max(1, width(wrong)))}`];
}

/** The last code points of the text, with "…" in place of more. */
function clipStart(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text.slice(-2 * most - 2));
  return points.length <= most ? text : `…${points.slice(-most).join("")}`;
}

function width(text: string): number {
  return Array.from(text).length;
}

const hints: Readonly<Record<string, string>> = {
  escape_it: "Put a backslash before a character that is meant literally, such as \\( or \\[.",
  match_the_surroundings: "Look-around is not part of this syntax. Match the text around it too, and look at the matches.",
  repeat_the_text: "Back-references are not part of this syntax. Write the text out.",
  set_multiline: "A match that crosses lines needs multiline: true.",
  search_one_line: "This tool finds nothing that crosses lines. Search for one of them, and show the lines around it.",
  remove_the_backslash: "That character needs no backslash.",
};

function hint({ hint: name }: Fault): readonly string[] {
  return name === undefined ? [] : [hints[name] ?? reasonWords(name)];
}
