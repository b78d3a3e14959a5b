import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import type { Effect } from "../../core/effects.ts";
import type { Mutated } from "../../ports/call.ts";
import type { EditResponse } from "../../ports/editor.ts";
import type { MakeDirectoryResponse } from "../../ports/directory-maker.ts";
import type { MoveResponse } from "../../ports/mover.ts";
import type { PatchedFile, PatchNote, PatchResponse } from "../../ports/patch-applier.ts";
import type { RemoveResponse } from "../../ports/remover.ts";
import type { WriteResponse } from "../../ports/writer.ts";
import { compact } from "./compact.ts";
import { fenced, lineName } from "./fence.ts";
import { answer } from "./marker.ts";
import { entryType, entryTypeSchema } from "./search.ts";
import { count, enumeration, fewLines, quoted, quotedPath } from "./words.ts";

/** What the tools that change something answer, the same in every profile. */

const lineEnding = z.enum(["lf", "crlf", "mixed", "none"]);
const version = z.optional(z.string());
const diff = z.optional(z.string());

export const writeOutput: $ZodType = z.strictObject({
  bytes_written: z.int(),
  created: z.boolean(),
  version,
  bom: z.boolean(),
  line_ending: lineEnding,
});

export function writeData(response: Mutated<WriteResponse>): object {
  return compact({
    bytes_written: response.bytesWritten,
    created: response.created,
    version: response.version,
    bom: response.bom,
    line_ending: response.lineEnding,
  });
}

export function writeText(response: Mutated<WriteResponse>): string {
  if (response.effects.length === 0)
    return `${quoted(response.path)} held this already${versionWords(response.version, "still")}; nothing was changed.`;
  const verb = response.created ? "Created" : "Replaced";
  return `${verb} ${quoted(response.path)}: ${count(response.bytesWritten, "byte")} stored${versionWords(response.version)}.`;
}

function versionWords(known: string | undefined, since: "now" | "still" = "now"): string {
  return known === undefined ? "" : `, ${since} version ${known}`;
}

export const editOutput: $ZodType = z.strictObject({
  edits_applied: z.int(),
  replacements: z.int(),
  matched: z.enum(["exact", "folded"]),
  folded_lines: z.optional(z.array(z.strictObject({ first: z.int(), last: z.int() }))),
  version,
  bom: z.boolean(),
  line_ending: lineEnding,
  diff,
});

export function editData(response: Mutated<EditResponse>): object {
  return compact({
    edits_applied: response.edits,
    replacements: response.replacements,
    matched: response.matched,
    folded_lines: response.foldedLines,
    version: response.version,
    bom: response.bom,
    line_ending: response.lineEnding,
    diff: response.diff,
  });
}

export function editText(response: Mutated<EditResponse>): string {
  const places = response.replacements === response.edits ? "" : `, ${count(response.replacements, "replacement")}`;
  const folded = response.matched === "folded" ? ` ${foldedWords(response)}` : "";
  const what = `${count(response.edits, "edit")} to ${quoted(response.path)}${places}`;
  if (response.diff !== undefined) return dryRun(`would apply ${what}.${folded}`, response.diff);
  return `Applied ${what}${versionWords(response.version)}.${folded}`;
}

/** Lines are of the file as it was. */
function foldedWords({ foldedLines = [] }: EditResponse): string {
  const ranges = foldedLines.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  const where =
    ranges.length === 0 ? "" : ` in what was ${ranges.length === 1 && !ranges[0]?.includes("-") ? "line" : "lines"} ${enumeration(ranges)}`;
  return `Nothing matched exactly: look-alike characters or trailing blanks were taken as equal${where} (matched: folded).`;
}

/** `lines`: what is said of the files; `text`: the diff. */
function dryRun(what: string, text: string, lines: readonly string[] = []): string {
  return answer([`Dry run, nothing was changed. It ${what}`, ...lines, ...fenced(text)]);
}

export const patchOutput: $ZodType = z.strictObject({
  files: z.array(
    z.strictObject({
      path: z.string(),
      hunks: z.int(),
      created: z.optional(z.boolean()),
      deleted: z.optional(z.boolean()),
      moved_from: z.optional(z.string()),
      version,
    }),
  ),
  hunks: z.int(),
  notes: z.array(z.strictObject({ rescue: z.string(), path: z.string(), line: z.int() })),
  diff,
});

export function patchData(response: Mutated<PatchResponse>): object {
  return compact({ files: response.files.map(fileData), hunks: response.hunks, notes: response.notes, diff: response.diff });
}

function fileData({ path, hunks, created, deleted, movedFrom, version: known }: PatchedFile): object {
  return compact({ path, hunks, created, deleted, moved_from: movedFrom, version: known });
}

export function patchText(response: Mutated<PatchResponse>): string {
  const lines = [...response.files.map(fileLine), ...response.notes.map(noteLine)];
  const what = `${count(response.hunks, "hunk")} to ${count(response.files.length, "file")}`;
  if (response.diff !== undefined) return dryRun(`would apply ${what}.`, response.diff, lines);
  return answer([`Applied ${what}.`, ...lines]);
}

function fileLine({ path, hunks, created, deleted, movedFrom, version: known }: PatchedFile): string {
  const place = movedFrom === undefined ? lineName(path) : `${lineName(movedFrom)} -> ${lineName(path)}`;
  const words = [created && "created", deleted && "deleted", movedFrom !== undefined && "moved", hunks > 0 && count(hunks, "hunk")];
  return `  ${place}: ${words.filter((word) => typeof word === "string").join(", ") || "changed"}${versionWords(known)}`;
}

function noteLine({ rescue, path, line }: PatchNote): string {
  return `  Note: patch line ${line}, ${quoted(path)}: ${rescue.replaceAll("_", " ")}.`;
}

export const deleteOutput: $ZodType = z.strictObject({ path: z.string(), type: entryTypeSchema });

export function deleteData({ path, kind }: Mutated<RemoveResponse>): object {
  return { path, type: entryType(kind) };
}

export function deleteText({ path, kind }: Mutated<RemoveResponse>): string {
  const words = { file: "the file", directory: "the empty directory", symlink: "the link", other: "the entry" };
  return `Deleted ${words[kind]} ${quoted(path)}.`;
}

export const moveOutput: $ZodType = z.strictObject({ source: z.string(), destination: z.string(), type: entryTypeSchema });

export function moveData({ source, destination, kind }: Mutated<MoveResponse>): object {
  return { source, destination, type: entryType(kind) };
}

export function moveText({ source, destination, kind }: Mutated<MoveResponse>): string {
  return `Moved ${kind === "directory" ? "the directory " : ""}${quoted(source)} to ${quoted(destination)}.`;
}

export const mkdirOutput: $ZodType = z.strictObject({ path: z.string(), created: z.array(z.string()) });

export function mkdirData({ path, created }: Mutated<MakeDirectoryResponse>): object {
  return { path, created };
}

export function mkdirText({ path, created }: Mutated<MakeDirectoryResponse>): string {
  if (created.length === 0) return `The directory ${quotedPath(path)} was there already; nothing was changed.`;
  return `Created ${created.length === 1 ? "the directory" : "the directories"} ${enumeration(created.map(quoted))}.`;
}

/** The first of what a call changed, one change a line, and how many more there are. */
export function effectLines(effects: readonly Effect[]): readonly string[] {
  const verbs = { create: "created", modify: "changed", delete: "deleted", move: "moved", mkdir: "created the directory" };
  const line = ({ op, path, from }: Effect): string =>
    `  ${verbs[op]} ${from === undefined ? quoted(path) : `${quoted(from)} to ${quoted(path)}`}`;
  return fewLines(effects, line, "changes");
}
