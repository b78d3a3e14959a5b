import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import type { GlobResponse } from "../../ports/globber.ts";
import { answer, capMarker, skippedMarker } from "./marker.ts";
import type { CapMarker, Includes } from "./marker.ts";
import { searchData, searchOutput } from "./search.ts";
import { printable, quoted, quotedPath } from "./words.ts";

export const globOutput: $ZodType = searchOutput({ paths: z.array(z.string()) });

export function globData(response: GlobResponse): object {
  return searchData(response, { paths: pathsOf(response) });
}

export function pathsOf(response: GlobResponse): readonly string[] {
  return response.entries.map(({ path }) => path);
}

export interface GlobWords {
  readonly pattern: string;
  readonly path?: string;
  readonly cap: Omit<CapMarker, "noun" | "otherwise">;
  readonly includes?: Includes;
  /** In this profile a pattern without "/" means direct children only. */
  readonly childrenOnly: boolean;
}

/** One path a line, directories with a final "/". */
export function globText(response: GlobResponse, words: GlobWords): string {
  const lines = response.entries.map(({ path, kind }) => (kind === "directory" ? `${printable(path)}/` : printable(path)));
  const cap = response.truncated ? [capMarker({ ...words.cap, noun: ["path", "paths"], otherwise: "a narrower pattern" })] : [];
  return answer(lines.length === 0 ? [nothing(words)] : lines, [...cap, ...skippedMarker(response.skipped, words.includes)]);
}

function nothing({ pattern, path, childrenOnly }: GlobWords): string {
  const place = path === undefined || path === "" ? "" : ` in ${quotedPath(path)}`;
  const sentence = `Nothing matches ${quoted(pattern)}${place}.`;
  if (!childrenOnly || pattern.includes("/")) return sentence;
  return `${sentence} A pattern without "/" means direct children; ${quoted(`**/${pattern}`)} means every level.`;
}
