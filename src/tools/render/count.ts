import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import type { CountRequest, CountResponse } from "../../ports/file-counter.ts";
import { lineName } from "./fence.ts";
import { answer, capMarker, skippedMarker } from "./marker.ts";
import type { CapMarker, Includes } from "./marker.ts";
import { searchData, searchOutput } from "./search.ts";
import { count, inQuotes } from "./words.ts";

export type GroupBy = NonNullable<CountRequest["groupBy"]>;

export const countOutput: $ZodType = searchOutput({
  total: z.int(),
  groups: z.optional(z.array(z.strictObject({ key: z.string(), count: z.int() }))),
  other: z.optional(z.strictObject({ groups: z.int(), count: z.int() })),
});

export function countData(response: CountResponse, groupBy: GroupBy | undefined): object {
  const groups = response.groups.map(({ key, count: size }) => ({ key: keyOf(key, groupBy), count: size }));
  return searchData(response, { total: response.total, groups: groupBy === undefined ? undefined : groups, other: response.other });
}

/** The root is "." where a key is a directory. */
function keyOf(key: string, groupBy: GroupBy | undefined): string {
  return key === "" && (groupBy === "parent" || groupBy === "top_directory") ? "." : key;
}

export interface CountWords {
  readonly groupBy: GroupBy | undefined;
  readonly cap: Omit<CapMarker, "noun" | "otherwise">;
  readonly includes?: Includes;
}

/** The total, then a line for each group, the largest first, and one for the groups that are not shown: they add up to the total. */
export function countText(response: CountResponse, { groupBy, cap, includes }: CountWords): string {
  const lines = response.groups.map(({ key, count: size }) => `${label(key, groupBy)}: ${size}`);
  const { other } = response;
  const rest = other ? [`other: ${other.count} (${count(other.groups, "group")})`] : [];
  const truncated = response.truncated ? [capMarker({ ...cap, noun: ["group", "groups"], otherwise: "a directory further down" })] : [];
  return answer([`total: ${response.total}`, ...lines, ...rest], [...truncated, ...skippedMarker(response.skipped, includes)]);
}

/** A group of such a name is quoted: the line is ours. */
const likeOurLine = /^(?:total|other|\(no extension\))/;

function label(key: string, groupBy: GroupBy | undefined): string {
  if (key === "" && groupBy === "extension") return "(no extension)";
  const name = lineName(keyOf(key, groupBy));
  return likeOurLine.test(name) ? inQuotes(name) : name;
}
