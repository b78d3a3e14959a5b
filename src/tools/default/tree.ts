import * as z from "zod/mini";
import { limits } from "../../core/limits.ts";
import { capOf, nameIn, raised } from "../render/marker.ts";
import { treeData, treeOutput, treeText } from "../render/tree.ts";
import { atLeast, flag, integer, optionalText } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface TreeArguments {
  readonly path?: string | undefined;
  readonly depth?: number | undefined;
  readonly format?: "ai" | "human" | undefined;
  readonly limit?: number | undefined;
  readonly include_hidden?: boolean | undefined;
  readonly include_ignored?: boolean | undefined;
}

const schema = z.strictObject({
  path: optionalText("Directory; the root by default."),
  depth: atLeast(0, "Levels below it; all by default, as with 0."),
  format: z.optional(z.enum(["ai", "human"]).check(z.describe("ai (default): a path a line. human: indented names."))),
  limit: integer(1, limits.resultsMax, `Entries; ${limits.results} by default.`),
  include_hidden: flag("Also names that begin with a dot."),
  include_ignored: flag("Also what ignore files exclude."),
});

const caps = { initial: limits.results, maximum: limits.resultsMax };

export const treeTool: Tool<TreeArguments, "list"> = {
  name: "tree",
  description: "List a directory with everything below it.",
  schema,
  output: treeOutput,
  calls: "list",
  concurrency: "parallel",
  request: ({ path, depth = 0, limit, include_hidden, include_ignored }) => ({
    path,
    depth: depth === 0 ? "none" : depth,
    limit,
    includeHidden: include_hidden,
    includeIgnored: include_ignored,
  }),
  data: treeData,
  text: (response, args, has) =>
    treeText(response, {
      format: args.format ?? "ai",
      cap: capOf(nameIn(has, "tree"), args, caps),
      includes: { hidden: "include_hidden", ignored: "include_ignored" },
    }),
  next: (response, args) => raised(response, args, caps),
  resolved: ({ path }, args) => ({ asked: args.path ?? "", path }),
};
