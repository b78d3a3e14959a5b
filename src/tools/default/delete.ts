import * as z from "zod/mini";
import { deleteData, deleteOutput, deleteText } from "../render/changes.ts";
import { pathParameter } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface DeleteArguments {
  readonly path: string;
}

const schema = z.strictObject({ path: pathParameter("File, link or empty directory.") });

export const deleteTool: Tool<DeleteArguments, "remove"> = {
  name: "delete",
  description: "Delete a file, a link (not what it points to) or an empty directory.",
  schema,
  output: deleteOutput,
  calls: "remove",
  concurrency: "serial",
  request: ({ path }) => ({ path }),
  data: deleteData,
  text: deleteText,
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};
