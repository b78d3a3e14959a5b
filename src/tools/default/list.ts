import * as z from "zod/mini";
import { limits } from "../../core/limits.ts";
import { listData, listOutput, listText } from "../render/list.ts";
import { capOf, nameIn, raised } from "../render/marker.ts";
import { flag, integer, optionalText } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface ListArguments {
  readonly path?: string | undefined;
  readonly limit?: number | undefined;
  readonly include_hidden?: boolean | undefined;
  readonly include_ignored?: boolean | undefined;
}

const schema = z.strictObject({
  path: optionalText("Directory; the root by default."),
  limit: integer(1, limits.resultsMax, `Entries; ${limits.results} by default.`),
  include_hidden: flag("Also names that begin with a dot."),
  include_ignored: flag("Also what ignore files exclude."),
});

const caps = { initial: limits.results, maximum: limits.resultsMax };

export const listTool: Tool<ListArguments, "list"> = {
  name: "list",
  description: "List one directory.",
  schema,
  output: listOutput,
  calls: "list",
  concurrency: "parallel",
  request: ({ path, limit, include_hidden, include_ignored }) => ({
    path,
    limit,
    includeHidden: include_hidden,
    includeIgnored: include_ignored,
  }),
  data: listData,
  text: (response, args, has) =>
    listText(response, {
      cap: capOf(nameIn(has, "list"), args, caps),
      includes: { hidden: "include_hidden", ignored: "include_ignored" },
    }),
  next: (response, args) => raised(response, args, caps),
  resolved: ({ path }, args) => ({ asked: args.path ?? "", path }),
};
