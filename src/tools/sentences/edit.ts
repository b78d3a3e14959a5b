import type { EditCandidate, EditHint, ErrorDetails, NearestLines } from "../../core/errors.ts";
import type { Sentence, SentenceContext, Sentences } from "../profile.ts";
import { fenced, onOneLine } from "../render/fence.ts";
import { enumeration, few, json, quoted } from "../render/words.ts";
import { withTool } from "./tool-names.ts";

type EditCode = "edit_empty" | "edit_empty_old_string" | "edit_not_found" | "edit_not_unique" | "edit_overlap" | "edit_noop";

/** Why no edit of a call was made, with the lines of the file that help to make it right. */
export const editSentences: Pick<Sentences, EditCode> = {
  edit_empty: ({ path }) => `There are no edits for ${quoted(path)}. Give at least one.`,
  edit_empty_old_string: ({ path, index, edits }) =>
    `${editName({ index, edits }, true)} is empty, so it names no place in ${quoted(path)}. Give the text that is to be replaced.`,
  edit_not_found: editNotFound,
  edit_not_unique: editNotUnique("Add the lines around the one you mean, or set replace_all."),
  edit_overlap: ({ path, indices: [first, second] }) =>
    `edits[${first}] and edits[${second}] change the same text of ${quoted(path)}. Make one edit of them.`,
  edit_noop: ({ path }) => `The edits leave ${quoted(path)} as it is. Give a new_string that differs.`,
};

/** edit_not_unique, with what this profile's tool can do about it. */
export function editNotUnique(advice: string): Sentence<"edit_not_unique"> {
  return (details) => {
    const { path, occurrences, lines, others = [], candidates = [], unique } = details;
    const more = occurrences > lines.length ? ", …" : "";
    const places = `${lines.map((line) => `line ${line}`).join(", ")}${more}`;
    const also = others.length === 0 ? "" : ` Nor is the text of ${editNames(others)} unique.`;
    const sentence = `${editName(details)} occurs ${occurrences} times in ${quoted(path)} (${places}).${also} ${advice}`;
    const first = unique === undefined ? [] : [`Only the first place has this text: ${json(unique)}.`];
    return [sentence, ...candidateLines(candidates), ...first].join("\n");
  };
}

/** `edits[1].old_string`; the index only where there are several. */
function editName({ index, edits }: { readonly index: number; readonly edits: number }, always = false): string {
  return always || edits > 1 ? `edits[${index}].old_string` : "old_string";
}

function editNames(indices: readonly number[]): string {
  return few(indices.map((index) => `edits[${index}]`));
}

/** As a search shows them: ":" after the number of a line with a place, "-" after those around it; each line once. */
function candidateLines(candidates: readonly EditCandidate[]): readonly string[] {
  const shown = new Map<number, string>();
  for (const { line, above, below } of candidates) {
    if (above !== undefined) shown.set(line - 1, `  ${line - 1}- ${onOneLine(above)}`);
    if (below !== undefined) shown.set(line + 1, `  ${line + 1}- ${onOneLine(below)}`);
  }
  for (const { line, text } of candidates) shown.set(line, `  ${line}: ${onOneLine(text)}`);
  return [...shown].sort(([a], [b]) => a - b).map(([, line]) => line);
}

function editNotFound(details: ErrorDetails["edit_not_found"], context: SentenceContext): string {
  const { path, others = [], hint } = details;
  const also = others.length === 0 ? "" : ` Nor was the text of ${editNames(others)}.`;
  return `${editName(details)} was not found in ${quoted(path)}.${also} ${hint === undefined ? readAgain(context) : hintText(hint, context)}`;
}

function readAgain(context: SentenceContext): string {
  const tool = withTool("read", context, (name) => `Use ${name} to see the file as it is.`);
  return `The text must match exactly, indentation included.${tool}`;
}

function hintText(hint: EditHint, context: SentenceContext): string {
  return [hintSentence(hint, context), ...correctedText(hint), ...nearestText(hint.nearest)].join("\n");
}

function hintSentence(hint: EditHint, context: SentenceContext): string {
  const at = linesOf(hint);
  switch (hint.reason) {
    case "applied":
      return `Its new_string stands there already, at ${at}: the edit may have been made before. If so, leave it out.`;
    case "line_numbers":
      return `Without the line numbers before its lines it stands at ${at}. They are not part of the file.`;
    case "escapes":
      return `With its escapes as the file has them it stands at ${at}.`;
    case "indentation":
      return `Its text stands at ${at} with other indentation, which must match exactly.`;
    case "look_alike":
      return `Its text stands at ${at} but for look-alike characters or blanks at the end of lines.`;
    case "first_line":
      return `Its first line stands at ${at}, but the lines that follow there differ.`;
    case "first_line_indentation":
      return `Its first line stands at ${at} with other indentation, and the text must match exactly.`;
    case "near":
      return "The text must match exactly, indentation included.";
    case "none":
      return `No line of the file is close to it.${withTool("read", context, (name) => `Use ${name} to see the file as it is.`)}`;
    case "too_large": {
      const search = withTool("search", context, (name) => `Use ${name} for one line of the text to see where it stands.`);
      return `The file is too large to look for something close to it.${search}`;
    }
    default:
      return hint.reason satisfies never;
  }
}

/** "line 3", "lines 3 and 9", "lines 3, 9, 12, …". */
function linesOf({ lines, more }: EditHint): string {
  if (more === true) return `lines ${lines.join(", ")}, …`;
  return `${lines.length === 1 ? "line" : "lines"} ${enumeration(lines.map(String))}`;
}

/** As JSON: tabs and blanks can be told apart, and it can be sent as it is. */
function correctedText({ oldString }: EditHint): readonly string[] {
  return oldString === undefined ? [] : [`In the file it is ${json(oldString)}.`];
}

function nearestText(nearest: NearestLines | undefined): readonly string[] {
  if (nearest === undefined) return [];
  const { first, last, equal, of, differs, diff } = nearest;
  const where = first === last ? `Closest is line ${first}` : `Closest are lines ${first} to ${last}`;
  const difference = `the first difference is line ${differs.old} of the text, line ${differs.line} of the file`;
  return [
    `${where}, with ${equal} of ${of} lines equal; ${difference} ("-" is the text, "+" the file):`,
    ...fenced(diff.map((line) => `  ${onOneLine(line)}`).join("\n")),
  ];
}
