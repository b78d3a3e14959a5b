import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import { basename, segments } from "../../core/path.ts";
import type { ListedEntry, ListResponse } from "../../ports/lister.ts";
import { compact } from "./compact.ts";
import { emptyDirectory, entryLabel } from "./list.ts";
import { answer, cutMarker, skippedMarker } from "./marker.ts";
import type { CapMarker, Includes } from "./marker.ts";
import { entryType, entryTypeSchema, searchData, searchOutput } from "./search.ts";

export const treeOutput: $ZodType = searchOutput({
  entries: z.array(z.strictObject({ path: z.string(), type: entryTypeSchema, target: z.optional(z.string()) })),
});

export function treeData(response: ListResponse): object {
  return searchData(response, {
    entries: response.entries.map(({ path, kind, target }) => compact({ path, type: entryType(kind), target })),
  });
}

/** ai: a path on each line. human: a name on each line, two blanks further in for each level. */
export type TreeFormat = "ai" | "human";

export interface TreeWords {
  readonly format: TreeFormat;
  readonly cap: Omit<CapMarker, "noun" | "otherwise">;
  readonly includes?: Includes;
}

/** A directory before what is below it, directories with a final "/", links with their target. The same entries in both formats. */
export function treeText(response: ListResponse, { format, cap, includes }: TreeWords): string {
  const top = segments(response.path).length + 1;
  const lines = response.entries.map((entry) => (format === "human" ? indented(entry, top) : entryLabel(entry, entry.path)));
  const otherwise = "a directory further down or a smaller depth";
  const truncated = cutMarker(response, lines.length, { ...cap, noun: ["entry", "entries"], otherwise });
  return answer(lines.length === 0 ? [emptyDirectory(response)] : lines, [...truncated, ...skippedMarker(response.skipped, includes)]);
}

function indented(entry: ListedEntry, top: number): string {
  return "  ".repeat(segments(entry.path).length - top) + entryLabel(entry, basename(entry.path));
}
