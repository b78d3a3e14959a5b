import * as z from "zod/mini";
import { limits } from "../core/limits.ts";
import { mutationPaths, parsePatch } from "../engines/patch/parse.ts";
import { patchData, patchOutput, patchText, editData, editOutput, editText, writeData, writeOutput, writeText } from "./render/changes.ts";
import { globData, globNext, globOutput, globText } from "./render/glob.ts";
import { grepData, grepOutput, grepText } from "./render/grep.ts";
import { callText, capOf, nameIn, raised } from "./render/marker.ts";
import { readData, readOutput, readText } from "./render/read.ts";
import { atLeast, flag, integer, optionalText, pathParameter, text } from "./schema.ts";
import type { Profile } from "./profile.ts";
import { readAfterFailure } from "./read-after-failure.ts";
import type { Tool } from "./tool.ts";

/** The six tools of scope's package tools/fs: exact text only, patches at their stated place only, a fault in one file is a fault of the call. */

const outputBytes = 1_048_576;

interface ReadArguments {
  readonly path: string;
  readonly start_line?: number | undefined;
  readonly max_lines?: number | undefined;
}

const readSchema = z.strictObject({
  path: pathParameter("File, absolute or relative to the root."),
  start_line: atLeast(1, "First line, from 1."),
  max_lines: atLeast(1, "Lines; to the end of the file by default."),
});

const read: Tool<ReadArguments, "read"> = {
  name: "read",
  description: "Read a text file, or some of its lines.",
  schema: readSchema,
  output: readOutput,
  calls: "read",
  concurrency: "parallel",
  request: ({ path, start_line, max_lines }) => ({ path, offset: start_line, limit: max_lines ?? "none", maxBytes: outputBytes }),
  data: readData,
  text(response, args, has) {
    const onward =
      response.nextOffset === undefined ? {} : { next: callText(nameIn(has, "read"), { ...args, start_line: response.nextOffset }) };
    const words = { longLine: () => "Search it for the part that matters.", answerBytes: outputBytes };
    return readText(response, { ...onward, ...words, ...(has("edit") && { edit: nameIn(has, "edit") }) });
  },
  next: ({ nextOffset }, args) => (nextOffset === undefined ? undefined : { ...args, start_line: nextOffset }),
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  seen: ({ path, version }) => [{ path, version }],
};

interface WriteArguments {
  readonly path: string;
  readonly content: string;
}

const writeSchema = z.strictObject({
  path: pathParameter("File to create or replace."),
  content: text("The whole new content."),
});

const write: Tool<WriteArguments, "write"> = {
  name: "write",
  description: "Create a text file or replace all of it. Missing directories are made; line endings and byte order mark are kept.",
  schema: writeSchema,
  output: writeOutput,
  calls: "write",
  concurrency: "serial",
  request: ({ path, content }) => ({ path, content }),
  data: writeData,
  text: writeText,
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};

interface EditArguments {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

const editSchema = z.strictObject({
  path: pathParameter("File to change."),
  old_string: text("Text as it stands in the file, every blank included; it must occur once."),
  new_string: text("What replaces it; must differ."),
  replace_all: flag("Replace every occurrence."),
});

const edit: Tool<EditArguments, "edit"> = {
  name: "edit",
  description: "Replace exact text in one file.",
  schema: editSchema,
  output: editOutput,
  calls: "edit",
  concurrency: "serial",
  request: ({ path, old_string, new_string, replace_all }) => ({
    path,
    edits: [{ oldString: old_string, newString: new_string, ...(replace_all !== undefined && { replaceAll: replace_all }) }],
  }),
  data: editData,
  text: editText,
  afterFailure: readAfterFailure({ tool: "read", first: "start_line", count: "max_lines" }),
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};

interface ApplyPatchArguments {
  readonly patch: string;
}

const patchSchema = z.strictObject({ patch: text("Git-style unified diff: create, modify, delete and rename.") });

const applyPatch: Tool<ApplyPatchArguments, "apply"> = {
  name: "apply_patch",
  description: "Apply a unified diff to many files, all or none. Hunks must fit exactly where they say.",
  schema: patchSchema,
  output: patchOutput,
  calls: "apply",
  concurrency: "serial",
  request: ({ patch }) => ({ patch }),
  data: patchData,
  text: patchText,
  mutationPaths: ({ patch }) => mutationPaths(parsePatch(patch, { sections: "scope" })),
};

const globCaps = { initial: 100, maximum: 1_000, parameter: "max_results" };

interface GlobArguments {
  readonly pattern: string;
  readonly path?: string | undefined;
  readonly ignore_case?: boolean | undefined;
  readonly max_results?: number | undefined;
}

const globSchema = z.strictObject({
  pattern: z.string().check(z.minLength(1), z.describe('Path pattern, such as "**/*.go".')),
  path: optionalText("Directory to search; the root by default."),
  ignore_case: flag("Match without regard to case."),
  max_results: integer(1, globCaps.maximum, `Paths; ${globCaps.initial} by default.`),
});

const glob: Tool<GlobArguments, "glob"> = {
  name: "glob",
  description: "Find files by the pattern of their path, hidden and ignored ones included.",
  schema: globSchema,
  output: globOutput,
  calls: "glob",
  concurrency: "parallel",
  request: ({ pattern, path, ignore_case, max_results }) => ({
    pattern,
    path,
    ignoreCase: ignore_case,
    includeHidden: true,
    includeIgnored: true,
    limit: max_results ?? globCaps.initial,
  }),
  data: globData,
  text: (response, args, has) =>
    globText(response, { pattern: args.pattern, path: args.path, cap: capOf(nameIn(has, "glob"), args, globCaps) }),
  next: (response, args) => globNext(response, args, globCaps),
};

const grepCaps = { initial: 250, maximum: 1_000, parameter: "max_results" };

interface GrepArguments {
  readonly pattern: string;
  readonly path?: string | undefined;
  readonly file_glob?: string | undefined;
  readonly file_type?: string | undefined;
  readonly ignore_case?: boolean | undefined;
  readonly multiline?: boolean | undefined;
  readonly before_context_lines?: number | undefined;
  readonly after_context_lines?: number | undefined;
  readonly output_mode?: "content" | "files_with_matches" | "count" | undefined;
  readonly max_results?: number | undefined;
}

const grepSchema = z.strictObject({
  pattern: z.string().check(z.minLength(1), z.describe("Regular expression in ripgrep's syntax.")),
  path: optionalText("File or directory to search; the root by default."),
  file_glob: optionalText('Only files it matches, such as "**/*.go".'),
  file_type: optionalText("Only files of a ripgrep type, such as go."),
  ignore_case: flag("Match without regard to case."),
  multiline: flag("A match may cross lines."),
  before_context_lines: integer(0, limits.contextLinesMax, "Lines shown before a match."),
  after_context_lines: integer(0, limits.contextLinesMax, "Lines shown after a match."),
  output_mode: z.optional(z.enum(["content", "files_with_matches", "count"]).check(z.describe("content by default."))),
  max_results: integer(1, grepCaps.maximum, `Lines, context included, or files; ${grepCaps.initial} by default.`),
});

const grep: Tool<GrepArguments, "grep"> = {
  name: "grep",
  description: "Search the contents of files.",
  schema: grepSchema,
  output: grepOutput,
  calls: "grep",
  concurrency: "parallel",
  request: ({
    pattern,
    path,
    file_glob,
    file_type,
    ignore_case,
    multiline,
    before_context_lines,
    after_context_lines,
    output_mode,
    max_results,
  }) => ({
    pattern,
    path,
    glob: file_glob,
    fileType: file_type,
    case: ignore_case === true ? "insensitive" : "sensitive",
    before: before_context_lines,
    after: after_context_lines,
    output: output_mode === "files_with_matches" ? "files" : output_mode,
    limit: max_results ?? grepCaps.initial,
    maxBytes: "none",
    maxLine: "none",
    ...(multiline === true && { multiline: true, dotAll: true, blocks: true }),
  }),
  data: grepData,
  text: (response, args, has) =>
    grepText(response, { pattern: args.pattern, path: args.path, cap: capOf(nameIn(has, "grep"), args, grepCaps) }),
  next: (response, args) => raised(response, args, grepCaps),
};

export const scopeProfile: Profile = {
  name: "scope",
  tools: [read, write, edit, applyPatch, glob, grep],
  nulls: "refuse",
  dialect: {
    finalNewline: "starts-line",
    longLine: "drop",
    invalidUtf8: "refuse",
    leafLink: "refuse",
    match: "exact",
    mixedEndings: "crlf",
    order: "path",
    limitCounts: "all-lines",
    unreadable: "abort",
    ignore: [],
    placement: "exact",
    rescue: false,
    sections: "scope",
    maxFileBytes: 8_388_608,
    maxLineBytes: 1_048_576,
  },
};
