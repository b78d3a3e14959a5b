import type { ErrorDetails } from "../../core/errors.ts";
import type { SentenceContext, Sentences } from "../profile.ts";
import { few, json, quoted } from "../render/words.ts";
import { reasonWords } from "./reasons.ts";
import { withTool } from "./tool-names.ts";

type PatchCode = "patch_invalid" | "patch_conflict" | "patch_ambiguous";

/** Why a patch was not applied, with what of the file helps to make it right. */
export const patchSentences: Pick<Sentences, PatchCode> = {
  patch_invalid: ({ reason }) => `Not a patch that can be applied: ${reasonWords(reason)}. Send a unified diff in git's format.`,
  patch_conflict: patchConflict,
  patch_ambiguous: ({ path, candidates }) =>
    `The text of this hunk stands in ${quoted(path)} at lines ${few(candidates.map(String))}, and not at the line stated. Correct the line, or add context.`,
};

type Conflict = ErrorDetails["patch_conflict"];

function patchConflict(conflict: Conflict, context: SentenceContext): string {
  const { path, reason, line, cause } = conflict;
  const place = line === undefined ? "" : ` at line ${line}`;
  if (cause === "already_applied") return `What this hunk adds stands in ${quoted(path)}${place} already. Leave it out of the patch.`;
  return (
    `The patch does not fit ${quoted(path)}${place}: ${reasonWords(reason)}.${difference(conflict)}${closest(conflict)}` +
    withTool("read", context, (name) => `Use ${name} to see the file as it is, and make the patch again.`)
  );
}

function difference({ expected, found, cause }: Conflict): string {
  if (expected === undefined) return "";
  const there = found === undefined ? "the file has ended" : `the file has ${json(found)}`;
  const blanks = cause === "whitespace" ? " Only blanks differ: take the lines from the file as they are." : "";
  return ` The patch has ${json(expected)} where ${there}.${blanks}`;
}

/** The place that comes nearest, where something speaks for one. */
function closest({ nearest }: Conflict): string {
  if (nearest === undefined || nearest.equal === 0) return "";
  return ` Closest is line ${nearest.line}, where ${nearest.equal} of ${nearest.of} lines are equal.`;
}
