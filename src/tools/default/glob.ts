import * as z from "zod/mini";
import { limits } from "../../core/limits.ts";
import { globData, globNext, globOutput, globText } from "../render/glob.ts";
import { capOf, nameIn } from "../render/marker.ts";
import { flag, integer, optionalText } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface GlobArguments {
  readonly pattern: string;
  readonly path?: string | undefined;
  readonly type?: "file" | "dir" | "any" | undefined;
  readonly ignore_case?: boolean | undefined;
  readonly include_hidden?: boolean | undefined;
  readonly include_ignored?: boolean | undefined;
  readonly limit?: number | undefined;
}

const schema = z.strictObject({
  pattern: z.string().check(z.minLength(1), z.describe('Relative to path: "*.ts" direct children, "**/*.ts" every level, "src/{a,b}/**".')),
  path: optionalText("Directory to search; the root by default."),
  type: z.optional(z.enum(["file", "dir", "any"]).check(z.describe("What to list; file by default."))),
  ignore_case: flag("Match without regard to case."),
  include_hidden: flag("Also names that begin with a dot."),
  include_ignored: flag("Also what ignore files exclude."),
  limit: integer(1, limits.resultsMax, `Paths; ${limits.results} by default.`),
});

const caps = { initial: limits.results, maximum: limits.resultsMax };

export const globTool: Tool<GlobArguments, "glob"> = {
  name: "glob",
  description: "Find files by the pattern of their path.",
  schema,
  output: globOutput,
  calls: "glob",
  concurrency: "parallel",
  request: ({ pattern, path, type, ignore_case, include_hidden, include_ignored, limit }) => ({
    pattern,
    path,
    type,
    ignoreCase: ignore_case,
    includeHidden: include_hidden,
    includeIgnored: include_ignored,
    limit,
  }),
  data: globData,
  text: (response, args, has) =>
    globText(response, {
      pattern: args.pattern,
      path: args.path,
      cap: capOf(nameIn(has, "glob"), args, caps),
      includes: { hidden: "include_hidden", ignored: "include_ignored" },
    }),
  next: (response, args) => globNext(response, args, caps),
};
