import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import type { GlobResponse } from "../../ports/globber.ts";
import { lineName } from "./fence.ts";
import { answer, cutMarker, marker, raised, skippedMarker } from "./marker.ts";
import type { CapMarker, Caps, Includes } from "./marker.ts";
import { searchData, searchOutput } from "./search.ts";
import { quoted, quotedPath } from "./words.ts";

/** What every glob tool says beside its paths. */
const hints = {
  notes: z.optional(z.array(z.strictObject({ note: z.literal("literal_match"), path: z.string() }))),
  deeper: z.optional(z.literal(true)),
};

/** The schema of `pathsData` under the key that the tool gives its paths. */
export function pathsOutput(key: "paths" | "files"): $ZodType {
  return searchOutput({ [key]: z.array(z.string()), ...hints });
}

export function pathsData(response: GlobResponse, key: "paths" | "files"): object {
  return searchData(response, { [key]: response.entries.map(({ path }) => path), notes: response.notes, deeper: response.deeper });
}

export const globOutput: $ZodType = pathsOutput("paths");

export function globData(response: GlobResponse): object {
  return pathsData(response, "paths");
}

/** The same call where the pattern matches further down, or for twice as many paths. */
export function globNext(
  response: GlobResponse,
  args: { readonly pattern: string },
  caps: Caps,
): Readonly<Record<string, unknown>> | undefined {
  return response.deeper ? { ...args, pattern: `**/${args.pattern}` } : raised(response, args, caps);
}

export interface GlobWords {
  readonly pattern: string;
  readonly path?: string;
  readonly cap: Omit<CapMarker, "noun" | "otherwise">;
  readonly includes?: Includes;
}

/** One path a line, directories with a final "/". */
export function globText(response: GlobResponse, words: GlobWords): string {
  const lines = response.entries.map(({ path, kind }) => (kind === "directory" ? `${lineName(path)}/` : lineName(path)));
  const cap = cutMarker(response, lines.length, { ...words.cap, noun: ["path", "paths"], otherwise: "a narrower pattern" });
  const notes = (response.notes ?? []).map(({ path }) => marker(`${quotedPath(path)} has this very name; as a pattern it means others.`));
  return answer(lines.length === 0 ? [nothing(response, words)] : lines, [
    ...notes,
    ...cap,
    ...skippedMarker(response.skipped, words.includes),
  ]);
}

function nothing({ deeper }: GlobResponse, { pattern, path }: GlobWords): string {
  const place = path === undefined || path === "" ? "" : ` in ${quotedPath(path)}`;
  const sentence = `Nothing matches ${quoted(pattern)}${place}.`;
  if (!deeper) return sentence;
  return `${sentence} A pattern without "/" means direct children; further down ${quoted(`**/${pattern}`)} finds something.`;
}
