import * as z from "zod/mini";
import { limits } from "../../core/limits.ts";
import { grepData, grepOutput, grepText } from "../render/grep.ts";
import { capOf, nameIn, raised } from "../render/marker.ts";
import { flag, integer, optionalText } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface GrepArguments {
  readonly pattern: string;
  readonly path?: string | undefined;
  readonly glob?: string | undefined;
  readonly file_type?: string | undefined;
  readonly case?: "sensitive" | "insensitive" | "smart" | undefined;
  readonly fixed?: boolean | undefined;
  readonly word?: boolean | undefined;
  readonly multiline?: boolean | undefined;
  readonly output?: "content" | "files" | "count" | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly context?: number | undefined;
  readonly include_hidden?: boolean | undefined;
  readonly include_ignored?: boolean | undefined;
  readonly limit?: number | undefined;
}

const schema = z.strictObject({
  pattern: z.string().check(z.minLength(1), z.describe("Regular expression in ripgrep's syntax.")),
  path: optionalText("File or directory to search; the root by default."),
  glob: optionalText('Only files it matches: "*.ts" by name, "src/**/*.ts" by path.'),
  file_type: optionalText("Only files of a ripgrep type, such as ts or py."),
  case: z.optional(z.enum(["sensitive", "insensitive", "smart"]).check(z.describe("sensitive by default."))),
  fixed: flag("The pattern is literal text."),
  word: flag("Only whole words."),
  multiline: flag("A match may cross lines, and . matches a newline."),
  output: z.optional(z.enum(["content", "files", "count"]).check(z.describe("Matching lines (default), files, or lines per file."))),
  before: integer(0, limits.contextLinesMax, "Lines shown before a match."),
  after: integer(0, limits.contextLinesMax, "Lines shown after a match."),
  context: integer(0, limits.contextLinesMax, "Lines shown on both sides."),
  include_hidden: flag("Also names that begin with a dot."),
  include_ignored: flag("Also what ignore files exclude."),
  limit: integer(1, limits.resultsMax, `Matching lines, or files; ${limits.results} by default.`),
});

const caps = { initial: limits.results, maximum: limits.resultsMax };

export const grepTool: Tool<GrepArguments, "grep"> = {
  name: "grep",
  description: "Search the contents of files.",
  schema,
  output: grepOutput,
  calls: "grep",
  concurrency: "parallel",
  request: ({ file_type, include_hidden, include_ignored, multiline, ...same }) => ({
    ...same,
    fileType: file_type,
    includeHidden: include_hidden,
    includeIgnored: include_ignored,
    ...(multiline === true && { multiline: true, dotAll: true, blocks: true }),
  }),
  data: grepData,
  text: (response, args, has) =>
    grepText(response, {
      pattern: args.pattern,
      path: args.path,
      cap: capOf(nameIn(has, "grep"), args, caps),
      includes: { hidden: "include_hidden", ignored: "include_ignored" },
    }),
  next: (response, args) => raised(response, args, caps),
};
