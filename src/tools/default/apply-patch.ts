import * as z from "zod/mini";
import { mutationPaths, parsePatch } from "../../engines/patch/parse.ts";
import { patchData, patchOutput, patchText } from "../render/changes.ts";
import { flag, pathParameter, text } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface ApplyPatchArguments {
  readonly patch: string;
  readonly expected_versions?: readonly { readonly path: string; readonly version: string }[] | undefined;
  readonly dry_run?: boolean | undefined;
}

const expected = z.strictObject({ path: pathParameter("File."), version: text('Its version, or "absent".') });

const schema = z.strictObject({
  patch: text("Unified diff of any number of files."),
  expected_versions: z.optional(z.array(expected).check(z.describe("Refuse if one of these files has another version."))),
  dry_run: flag("Only show the diff."),
});

export const applyPatchTool: Tool<ApplyPatchArguments, "apply"> = {
  name: "apply_patch",
  description: "Apply a unified diff (git's format: modify, create, delete, rename) to many files, all or none.",
  schema,
  output: patchOutput,
  calls: "apply",
  concurrency: "serial",
  request: ({ patch, expected_versions }) => ({ patch, ...(expected_versions !== undefined && { expected: expected_versions }) }),
  dryRun: ({ dry_run }) => dry_run === true,
  data: patchData,
  text: patchText,
  mutationPaths: ({ patch }) => mutationPaths(parsePatch(patch, { rescue: true })),
};
