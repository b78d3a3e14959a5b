import * as z from "zod/mini";
import { readAfterFailure } from "../read-after-failure.ts";
import { editData, editOutput, editText } from "../render/changes.ts";
import { flag, optionalText, pathParameter, text } from "../schema.ts";
import type { Tool } from "../tool.ts";
import { expectedVersion } from "./expected.ts";

export interface EditArguments {
  readonly path: string;
  readonly edits: readonly {
    readonly old_string: string;
    readonly new_string: string;
    readonly replace_all?: boolean | undefined;
  }[];
  readonly expected_version?: string | undefined;
  readonly dry_run?: boolean | undefined;
}

const edit = z.strictObject({
  old_string: text("Text as it stands in the file, indentation included; it must occur once."),
  new_string: text("What replaces it."),
  replace_all: flag("Replace every occurrence."),
});

const schema = z.strictObject({
  path: pathParameter("File to change."),
  edits: z.array(edit).check(z.describe("All are matched against the file as it is, and all are applied or none.")),
  expected_version: optionalText("Refuse if the file has another version."),
  dry_run: flag("Only show the diff."),
});

export const editTool: Tool<EditArguments, "edit"> = {
  name: "edit",
  description: "Replace exact text in one file.",
  schema,
  output: editOutput,
  calls: "edit",
  concurrency: "serial",
  request: ({ path, edits, expected_version }) => ({
    path,
    edits: edits.map(({ old_string, new_string, replace_all }) => ({
      oldString: old_string,
      newString: new_string,
      ...(replace_all !== undefined && { replaceAll: replace_all }),
    })),
    ...expectedVersion(path, expected_version),
  }),
  dryRun: ({ dry_run }) => dry_run === true,
  data: editData,
  text: editText,
  afterFailure: readAfterFailure({ tool: "read", first: "offset", count: "limit" }),
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};
