import { describe, expect, test } from "vitest";
import type { EditHint } from "../../core/errors.ts";
import type { SentenceContext } from "../profile.ts";
import { editSentences } from "./edit.ts";

const all: SentenceContext = { tool: "edit", root: "/workspace", has: () => true };
const none: SentenceContext = { ...all, has: () => false };
const nearest = { first: 3, last: 3, equal: 0, of: 1, differs: { old: 1, line: 3 }, diff: ["-a b", "+a c"] };

function say(hint: EditHint, context = none): string {
  const sentence = editSentences.edit_not_found({ path: "f", index: 0, edits: 1, hint }, context);
  return sentence.slice('old_string was not found in "f". '.length);
}

describe("a text that was not found", () => {
  test.each<{ readonly hint: EditHint; readonly text: string }>([
    {
      hint: { reason: "applied", lines: [4] },
      text: "Its new_string stands there already, at line 4: the edit may have been made before. If so, leave it out.",
    },
    {
      hint: { reason: "line_numbers", lines: [4], oldString: "\tx" },
      text: 'Without the line numbers before its lines it stands at line 4. They are not part of the file.\nIn the file it is "\\tx".',
    },
    { hint: { reason: "escapes", lines: [4, 7] }, text: "With its escapes as the file has them it stands at lines 4 and 7." },
    {
      hint: { reason: "indentation", lines: [4, 7, 9], more: true },
      text: "Its text stands at lines 4, 7, 9, … with other indentation, which must match exactly.",
    },
    {
      hint: { reason: "look_alike", lines: [1, 2, 3] },
      text: "Its text stands at lines 1, 2 and 3 but for look-alike characters or blanks at the end of lines.",
    },
    {
      hint: { reason: "near", lines: [], nearest },
      text:
        "The text must match exactly, indentation included.\n" +
        'Closest is line 3, with 0 of 1 lines equal; the first difference is line 1 of the text, line 3 of the file ("-" is the text, "+" the file):\n' +
        "  -a b\n  +a c",
    },
    { hint: { reason: "none", lines: [] }, text: "No line of the file is close to it." },
    { hint: { reason: "too_large", lines: [] }, text: "The file is too large to look for something close to it." },
  ])("because of $hint.reason", ({ hint, text }) => {
    expect(say(hint)).toBe(text);
  });

  test("sends the model to a tool where there is one", () => {
    expect(say({ reason: "none", lines: [] }, all)).toContain("Use read to see");
    expect(say({ reason: "too_large", lines: [] }, all)).toContain("Use grep for one line");
  });
});

test("a line that holds a place and stands beside another is shown once, as the place", () => {
  const details = { path: "f", index: 0, edits: 1, occurrences: 2, lines: [1, 2] };
  const candidates = [
    { line: 1, text: "x", below: "x y" },
    { line: 2, text: "x y", above: "x" },
  ];
  expect(
    editSentences
      .edit_not_unique({ ...details, candidates }, none)
      .split("\n")
      .slice(1),
  ).toEqual(["  1: x", "  2: x y"]);
});
