import * as z from "zod/mini";
import { mkdirData, mkdirOutput, mkdirText } from "../render/changes.ts";
import { pathParameter } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface MkdirArguments {
  readonly path: string;
}

const schema = z.strictObject({ path: pathParameter("Directory.") });

export const mkdirTool: Tool<MkdirArguments, "makeDirectory"> = {
  name: "mkdir",
  description: "Create a directory and its missing parents.",
  schema,
  output: mkdirOutput,
  calls: "makeDirectory",
  concurrency: "serial",
  request: ({ path }) => ({ path }),
  data: mkdirData,
  text: mkdirText,
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};
