import * as z from "zod/mini";
import { limits } from "../../core/limits.ts";
import { countData, countOutput, countText } from "../render/count.ts";
import { capOf, nameIn, raised } from "../render/marker.ts";
import { flag, integer, optionalTexts, optionalText } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface FileCountArguments {
  readonly path?: string | undefined;
  readonly kinds?: readonly ("files" | "directories" | "symlinks")[] | undefined;
  readonly include_globs?: readonly string[] | undefined;
  readonly exclude_globs?: readonly string[] | undefined;
  readonly group_by?: "extension" | "top_directory" | "parent" | "depth" | "stem" | undefined;
  readonly limit?: number | undefined;
  readonly include_hidden?: boolean | undefined;
  readonly include_ignored?: boolean | undefined;
}

const schema = z.strictObject({
  path: optionalText("Directory to count below; the root by default."),
  kinds: z.optional(
    z.array(z.enum(["files", "directories", "symlinks"])).check(z.minLength(1), z.describe("What is counted; files by default.")),
  ),
  include_globs: optionalTexts('Count only what one of them matches: "*.ts" by name, "src/**" by path.'),
  exclude_globs: optionalTexts("Count nothing that one of them matches."),
  group_by: z.optional(
    z
      .enum(["extension", "top_directory", "parent", "depth", "stem"])
      .check(z.describe("Also a count for each group; one total by default.")),
  ),
  limit: integer(1, limits.resultsMax, `Groups; ${limits.results} by default. Everything is counted.`),
  include_hidden: flag("Also names that begin with a dot."),
  include_ignored: flag("Also what ignore files exclude."),
});

const caps = { initial: limits.results, maximum: limits.resultsMax };

export const fileCountTool: Tool<FileCountArguments, "count"> = {
  name: "file_count",
  description: "Count files below a directory.",
  schema,
  output: countOutput,
  calls: "count",
  concurrency: "parallel",
  request: ({ path, kinds, include_globs, exclude_globs, group_by, limit, include_hidden, include_ignored }) => ({
    path,
    kinds,
    includeGlobs: include_globs,
    excludeGlobs: exclude_globs,
    groupBy: group_by,
    limit,
    includeHidden: include_hidden,
    includeIgnored: include_ignored,
  }),
  data: (response, args) => countData(response, args.group_by),
  text: (response, args, has) =>
    countText(response, {
      groupBy: args.group_by,
      cap: capOf(nameIn(has, "file_count"), args, caps),
      includes: { hidden: "include_hidden", ignored: "include_ignored" },
    }),
  next: (response, args) => raised(response, args, caps),
  resolved: ({ path }, args) => ({ asked: args.path ?? "", path }),
};
