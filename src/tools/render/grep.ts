import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import type { GrepLine, GrepResponse } from "../../ports/grepper.ts";
import { compact } from "./compact.ts";
import { lineName, onOneLine, unseenMarker } from "./fence.ts";
import { answer, cutMarker, marker, skippedMarker } from "./marker.ts";
import type { CapMarker, Includes } from "./marker.ts";
import { searchData, searchOutput } from "./search.ts";
import { count, quoted, quotedPath } from "./words.ts";

export const grepOutput: $ZodType = searchOutput({
  lines: z.optional(
    z.array(
      z.strictObject({
        path: z.string(),
        line: z.int(),
        text: z.string(),
        kind: z.enum(["match", "context"]),
        clipped: z.optional(z.literal(true)),
      }),
    ),
  ),
  files: z.optional(z.array(z.string())),
  counts: z.optional(z.array(z.strictObject({ path: z.string(), count: z.int() }))),
  files_searched: z.int(),
  notes: z.optional(z.array(z.literal("nul"))),
});

export function grepData(response: GrepResponse): object {
  return searchData(response, { ...rowsOf(response), files_searched: response.filesSearched, notes: response.notes });
}

function rowsOf(response: GrepResponse): Readonly<Record<string, unknown>> {
  if (response.output === "files") return { files: response.files };
  if (response.output === "count") return { counts: response.counts };
  return { lines: response.lines.map(lineData) };
}

function lineData({ path, line, text, kind, clipped }: GrepLine): object {
  return compact({ path, line, text, kind, clipped: clipped === true ? true : undefined });
}

export interface GrepWords {
  readonly pattern: string;
  readonly path?: string;
  readonly cap: Omit<CapMarker, "noun" | "otherwise">;
  readonly includes?: Includes;
}

export function grepText(response: GrepResponse, words: GrepWords): string {
  const lines = linesOf(response);
  const unseen = response.output === "content" ? unseenMarker(response.lines) : [];
  const notes = (response.notes ?? []).map(() => marker("The pattern needs a NUL, and files that hold one are binary and not searched."));
  const markers = [...notes, ...unseen, ...truncation(response, words), ...skippedMarker(response.skipped, words.includes)];
  return answer(lines.length === 0 ? [nothing(response, words)] : lines, markers);
}

function linesOf(response: GrepResponse): readonly string[] {
  if (response.output === "files") return response.files.map(lineName);
  if (response.output === "count") return response.counts.map(({ path, count: matches }) => `${lineName(path)}: ${matches}`);
  return grouped(response.lines);
}

/** The path of a file once, its lines below it, an empty line between two files. */
function grouped(lines: readonly GrepLine[]): readonly string[] {
  return lines.flatMap((line, index) => {
    const before = lines[index - 1]?.path;
    if (before === line.path) return numbered(line);
    const header = lineName(line.path);
    return before === undefined ? [header, ...numbered(line)] : ["", header, ...numbered(line)];
  });
}

/** A match over several lines is one row of the answer; each of its lines is shown with its own number. */
function numbered({ line, text, kind, clipped }: GrepLine): readonly string[] {
  const sign = kind === "match" ? ":" : "-";
  const cut = clipped === true ? " [cut]" : "";
  return text
    .split("\n")
    .map((part, index, parts) => `  ${line + index}${index === parts.length - 1 ? cut : ""}${sign} ${onOneLine(part)}`);
}

const nouns = {
  content: ["matching line", "matching lines"],
  files: ["file", "files"],
  count: ["file", "files"],
} as const;

function truncation(response: GrepResponse, words: GrepWords): readonly string[] {
  const otherwise = response.truncatedBy === "bytes" ? "a narrower path, glob or pattern, or less context" : "a narrower path or pattern";
  return cutMarker(response, shownOf(response), { ...words.cap, noun: nouns[response.output], otherwise });
}

function shownOf(response: GrepResponse): number {
  if (response.output === "files") return response.files.length;
  return response.output === "count" ? response.counts.length : response.lines.filter(({ kind }) => kind === "match").length;
}

function nothing(response: GrepResponse, { pattern, path }: GrepWords): string {
  if (path !== undefined && response.filesSearched === 1 && response.skipped.binary === 1) {
    return `${quotedPath(path)} is binary and was not searched.`;
  }
  const place = path === undefined || path === "" ? "" : ` in ${quotedPath(path)}`;
  return `No match for ${quoted(pattern)}${place}, in ${count(response.filesSearched, "file")} searched.`;
}
