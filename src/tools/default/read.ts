import * as z from "zod/mini";
import { limits } from "../../core/limits.ts";
import type { ReadResponse } from "../../ports/reader.ts";
import { callText, nameIn } from "../render/marker.ts";
import { readData, readOutput, readText } from "../render/read.ts";
import { atLeast, integer, pathParameter } from "../schema.ts";
import type { Tool } from "../tool.ts";

export interface ReadArguments {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly column?: number | undefined;
}

const schema = z.strictObject({
  path: pathParameter("File, relative to the root or absolute."),
  offset: atLeast(1, "First line, from 1."),
  limit: integer(1, limits.readLinesMax, `Lines; ${limits.readLines} by default.`),
  column: atLeast(1, "Byte column of that line to begin at; for lines too long for one answer."),
});

export const readTool: Tool<ReadArguments, "read"> = {
  name: "read",
  description:
    "Read a text file, whole lines, without line numbers. A long file comes in pages; the answer ends with the call for the next.",
  schema,
  output: readOutput,
  calls: "read",
  concurrency: "parallel",
  request: (args) => args,
  data: readData,
  text(response, args, has) {
    const onward = next(response, args);
    return readText(response, {
      ...(onward !== undefined && { next: callText(nameIn(has, "read"), onward) }),
      longLine: (line) => `To see it: ${callText(nameIn(has, "read"), { path: args.path, offset: line, column: 1 })}`,
      ...(has("edit") && { edit: nameIn(has, "edit") }),
    });
  },
  next,
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  seen: ({ path, version }) => [{ path, version }],
};

function next(response: ReadResponse, args: ReadArguments): Readonly<Record<string, unknown>> | undefined {
  const { path, limit } = args;
  if (response.nextColumn !== undefined) return { path, offset: response.startLine, column: response.nextColumn };
  if (response.nextOffset === undefined) return undefined;
  return limit === undefined ? { path, offset: response.nextOffset } : { path, offset: response.nextOffset, limit };
}
