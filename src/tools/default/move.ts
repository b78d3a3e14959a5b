import * as z from "zod/mini";
import { compareUtf8 } from "../../core/text.ts";
import { moveData, moveOutput, moveText } from "../render/changes.ts";
import { pathParameter } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface MoveArguments {
  readonly source: string;
  readonly destination: string;
}

const schema = z.strictObject({
  source: pathParameter("File or directory to move."),
  destination: pathParameter("Its new path; its directory must exist."),
});

export const moveTool: Tool<MoveArguments, "move"> = {
  name: "move",
  description: "Move or rename a file or a directory with all below it. Nothing is overwritten.",
  schema,
  output: moveOutput,
  calls: "move",
  concurrency: "serial",
  request: ({ source, destination }) => ({ source, destination }),
  data: moveData,
  text: moveText,
  resolved: ({ destination }, args) => ({ asked: args.destination, path: destination }),
  mutationPaths: ({ source, destination }) => [...new Set([source, destination])].sort(compareUtf8),
};
