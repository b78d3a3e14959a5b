import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import { basename } from "../../core/path.ts";
import type { ListedEntry, ListResponse } from "../../ports/lister.ts";
import { compact } from "./compact.ts";
import { lineName } from "./fence.ts";
import { answer, cutMarker, skippedMarker } from "./marker.ts";
import type { CapMarker, Includes } from "./marker.ts";
import { entryType, entryTypeSchema, searchData, searchOutput } from "./search.ts";
import { printable, quotedPath } from "./words.ts";

export const listOutput: $ZodType = searchOutput({
  entries: z.array(z.strictObject({ name: z.string(), type: entryTypeSchema, target: z.optional(z.string()) })),
});

export function listData(response: ListResponse): object {
  return searchData(response, { entries: response.entries.map(entryData) });
}

function entryData({ path, kind, target }: ListedEntry): object {
  return compact({ name: basename(path), type: entryType(kind), target });
}

export interface ListWords {
  /** A link to a directory looks like the directory. */
  readonly linksAsDirectories?: boolean;
  readonly cap: Omit<CapMarker, "noun" | "otherwise">;
  readonly includes?: Includes;
}

/** One name a line, directories with a final "/", links with their target. */
export function listText(response: ListResponse, words: ListWords): string {
  const lines = response.entries.map((entry) =>
    words.linksAsDirectories && entry.leadsTo === "directory"
      ? `${lineName(basename(entry.path))}/`
      : entryLabel(entry, basename(entry.path)),
  );
  const cap = cutMarker(response, lines.length, { ...words.cap, noun: ["entry", "entries"], otherwise: "a directory further down" });
  return answer(lines.length === 0 ? [emptyDirectory(response)] : lines, [...cap, ...skippedMarker(response.skipped, words.includes)]);
}

/** The name or path with what it is: directories end in "/", links show their target. */
export function entryLabel({ kind, target }: ListedEntry, shown: string): string {
  const name = lineName(shown);
  if (kind === "directory") return `${name}/`;
  return kind === "symlink" && target !== undefined ? `${name} -> ${printable(target)}` : name;
}

export function emptyDirectory({ path, skipped }: ListResponse): string {
  const all = Object.values(skipped).every((left) => left === 0);
  return all ? `The directory ${quotedPath(path)} is empty.` : `The directory ${quotedPath(path)} has nothing to show.`;
}
