import * as z from "zod/mini";
import { writeData, writeOutput, writeText } from "../render/changes.ts";
import { pathParameter, text } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface CreateArguments {
  readonly path: string;
  readonly content: string;
}

const schema = z.strictObject({
  path: pathParameter("File that must not exist yet."),
  content: text("The content."),
});

export const createTool: Tool<CreateArguments, "write"> = {
  name: "create",
  description: "Create a new file; refused when anything exists at the path. Missing directories are made.",
  schema,
  output: writeOutput,
  calls: "write",
  concurrency: "serial",
  request: ({ path, content }) => ({ path, content, expected: [{ path, version: "absent" }] }),
  data: writeData,
  text: writeText,
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};
