import * as z from "zod/mini";
import { writeData, writeOutput, writeText } from "../render/changes.ts";
import { optionalText, pathParameter, text } from "../schema.ts";
import type { Tool } from "../tool.ts";
import { expectedVersion } from "./expected.ts";

export interface WriteArguments {
  readonly path: string;
  readonly content: string;
  readonly expected_version?: string | undefined;
}

const schema = z.strictObject({
  path: pathParameter("File to create or replace."),
  content: text("The whole new content."),
  expected_version: optionalText("Refuse if the file has another version."),
});

export const writeTool: Tool<WriteArguments, "write"> = {
  name: "write",
  description:
    "Create a file, or replace all of it. Missing directories are made; a replaced file keeps its line endings and byte order mark.",
  schema,
  output: writeOutput,
  calls: "write",
  concurrency: "serial",
  request: ({ path, content, expected_version }) => ({ path, content, ...expectedVersion(path, expected_version) }),
  data: writeData,
  text: writeText,
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};
