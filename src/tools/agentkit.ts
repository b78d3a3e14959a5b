import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import { limits } from "../core/limits.ts";
import type { GrepLine, GrepResponse } from "../ports/grepper.ts";
import type { Profile } from "./profile.ts";
import { readAfterFailure } from "./read-after-failure.ts";
import { editText, writeText } from "./render/changes.ts";
import { globText, pathsData, pathsOutput } from "./render/glob.ts";
import { grepText } from "./render/grep.ts";
import { listData, listOutput, listText } from "./render/list.ts";
import { callText, capOf, nameIn, raised } from "./render/marker.ts";
import { readData, readOutput, readText } from "./render/read.ts";
import { searchData, searchOutput } from "./render/search.ts";
import { repairEdits } from "./repair-edits.ts";
import { anyInteger, flag, integer, optionalText, pathParameter, text } from "./schema.ts";
import { editNotUnique, oneLinePatternSentence } from "./sentences/index.ts";
import type { Tool } from "./tool.ts";

/** AgentKit's file tools: limits are clamped where other profiles refuse, text is written as given, and deleting is left to a shell. */

interface ClampedCaps {
  readonly initial: number;
  readonly maximum: number;
}

/** Below 1 means the default, over the maximum means the maximum. */
function clamp(asked: number | undefined, { initial, maximum }: ClampedCaps): number {
  return asked === undefined || asked < 1 ? initial : Math.min(asked, maximum);
}

const readCaps = { initial: limits.readLines, maximum: limits.readLines };

interface ReadArguments {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

const readSchema = z.strictObject({
  path: pathParameter("File to read."),
  offset: anyInteger("First line, from 1."),
  limit: anyInteger(`Lines; at most ${readCaps.maximum}.`),
});

const readFile: Tool<ReadArguments, "read"> = {
  name: "read_file",
  description: "Read a text file. A long file comes in pages; the answer ends with the call for the next.",
  schema: readSchema,
  output: readOutput,
  calls: "read",
  concurrency: "parallel",
  request: ({ path, offset, limit }) => ({ path, offset: Math.max(1, offset ?? 1), limit: clamp(limit, readCaps) }),
  data: readData,
  text(response, args, has) {
    const onward =
      response.nextOffset === undefined ? {} : { next: callText(nameIn(has, "read_file"), { ...args, offset: response.nextOffset }) };
    const finder = has("search_files") ? `${nameIn(has, "search_files")} shows the part around a match.` : "It cannot be shown.";
    return readText(response, { ...onward, longLine: () => finder, ...(has("edit_file") && { edit: nameIn(has, "edit_file") }) });
  },
  next: ({ nextOffset }, args) => (nextOffset === undefined ? undefined : { ...args, offset: nextOffset }),
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  seen: ({ path, version }) => [{ path, version }],
};

interface WriteArguments {
  readonly path: string;
  readonly content: string;
}

const writeSchema = z.strictObject({
  path: pathParameter("File to create or replace."),
  content: text("The whole new content, stored as it is given."),
});

const writeFile: Tool<WriteArguments, "write"> = {
  name: "write_file",
  description: "Create a file or replace all of it. Missing directories are made.",
  schema: writeSchema,
  output: z.strictObject({ written: z.literal(true), bytes: z.int() }),
  calls: "write",
  concurrency: "serial",
  request: ({ path, content }) => ({ path, content }),
  data: ({ bytesWritten }) => ({ written: true, bytes: bytesWritten }),
  text: writeText,
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};

interface EditArguments {
  readonly path: string;
  readonly edits: readonly { readonly old_string: string; readonly new_string: string }[];
}

const editSchema = z.strictObject({
  path: pathParameter("File to change."),
  edits: z
    .array(
      z.strictObject({
        old_string: text("Text as it stands in the file, indentation included; it must occur once."),
        new_string: text("What replaces it."),
      }),
    )
    .check(z.describe("All are matched against the file as it is, and all are applied or none.")),
});

const editFile: Tool<EditArguments, "edit"> = {
  name: "edit_file",
  description: "Replace exact text in one file.",
  repair: repairEdits,
  schema: editSchema,
  output: z.strictObject({ edits_applied: z.int(), matched: z.enum(["exact", "folded"]), line_ending: z.string() }),
  calls: "edit",
  concurrency: "serial",
  request: ({ path, edits }) => ({
    path,
    edits: edits.map(({ old_string, new_string }) => ({ oldString: old_string, newString: new_string })),
  }),
  data: ({ edits, matched, lineEnding }) => ({ edits_applied: edits, matched, line_ending: lineEnding }),
  text: editText,
  afterFailure: readAfterFailure({ tool: "read_file", first: "offset", count: "limit" }),
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};

const listCaps = { initial: 200, maximum: 500 };

interface ListArguments {
  readonly path?: string | undefined;
  readonly limit?: number | undefined;
}

const listSchema = z.strictObject({
  path: optionalText("Directory; the root by default."),
  limit: anyInteger(`Entries; ${listCaps.initial} by default, at most ${listCaps.maximum}.`),
});

const listFiles: Tool<ListArguments, "list"> = {
  name: "list_files",
  description: "List one directory, hidden and ignored entries included.",
  schema: listSchema,
  output: listOutput,
  calls: "list",
  concurrency: "parallel",
  request: ({ path, limit }) => ({ path, limit: clamp(limit, listCaps), includeHidden: true, includeIgnored: true }),
  data: listData,
  text: (response, args, has) =>
    listText(response, { cap: capOf(nameIn(has, "list_files"), clamped(args, listCaps), listCaps), linksAsDirectories: true }),
  next: (response, args) => raised(response, clamped(args, listCaps), listCaps),
  resolved: ({ path }, args) => ({ asked: args.path ?? "", path }),
};

/** The arguments with the limit that really held. */
function clamped<Args extends { readonly limit?: number | undefined }>(args: Args, caps: ClampedCaps): Args {
  return args.limit === undefined ? args : { ...args, limit: clamp(args.limit, caps) };
}

const findCaps = { initial: 200, maximum: 1_000 };

interface FindArguments {
  readonly pattern: string;
  readonly path?: string | undefined;
  readonly file_type?: "file" | "dir" | "directory" | "any" | undefined;
  readonly limit?: number | undefined;
}

const findSchema = z.strictObject({
  pattern: z.string().check(z.minLength(1), z.describe('Path pattern; "*.go" matches at any depth.')),
  path: optionalText("Directory to search; the root by default."),
  file_type: z.optional(z.enum(["file", "dir", "directory", "any"]).check(z.describe("file by default."))),
  limit: anyInteger(`Paths; ${findCaps.initial} by default, at most ${findCaps.maximum}.`),
});

const findFiles: Tool<FindArguments, "glob"> = {
  name: "find_files",
  description: "Find files by the pattern of their path. What .gitignore excludes is left out, hidden files are not.",
  schema: findSchema,
  output: pathsOutput("files"),
  calls: "glob",
  concurrency: "parallel",
  request: ({ pattern, path, file_type, limit }) => ({
    pattern,
    path,
    type: file_type === "directory" ? "dir" : file_type,
    includeHidden: true,
    limit: clamp(limit, findCaps),
  }),
  data: (response) => pathsData(response, "files"),
  text: (response, args, has) =>
    globText(response, {
      pattern: args.pattern,
      path: args.path,
      cap: capOf(nameIn(has, "find_files"), clamped(args, findCaps), findCaps),
    }),
  next: (response, args) => raised(response, clamped(args, findCaps), findCaps),
};

const searchCaps = { initial: 100, maximum: 100, parameter: "max_matches" };

interface SearchArguments {
  readonly pattern: string;
  readonly path?: string | undefined;
  readonly context_lines?: number | undefined;
  readonly file_glob?: string | undefined;
  readonly case_sensitive?: boolean | undefined;
  readonly max_matches?: number | undefined;
}

const searchSchema = z.strictObject({
  pattern: z.string().check(z.regex(/\S/), z.describe("Regular expression.")),
  path: optionalText("File or directory to search; the root by default."),
  context_lines: integer(0, limits.contextLinesMax, "Lines shown on both sides of a match."),
  file_glob: optionalText('Only files it matches, such as "*.go".'),
  case_sensitive: flag("Without it, a pattern in lower case matches any case."),
  max_matches: anyInteger(`Matches; at most ${searchCaps.maximum}.`),
});

const matchOutput: $ZodType = z.strictObject({
  file: z.string(),
  line: z.int(),
  text: z.string(),
  before: z.array(z.string()),
  after: z.array(z.string()),
});

const searchFiles: Tool<SearchArguments, "grep"> = {
  name: "search_files",
  description: "Search the contents of files. Hidden files and what .gitignore excludes are left out.",
  schema: searchSchema,
  output: searchOutput({ matches: z.array(matchOutput), files_searched: z.int() }),
  calls: "grep",
  concurrency: "parallel",
  request: ({ pattern, path, context_lines, file_glob, case_sensitive, max_matches }) => ({
    pattern,
    path,
    glob: file_glob,
    case: case_sensitive === undefined ? "smart" : case_sensitive ? "sensitive" : "insensitive",
    context: context_lines,
    limit: clamp(max_matches, searchCaps),
  }),
  data: (response, args) =>
    searchData(response, { matches: matchesOf(response, args.context_lines ?? 0), files_searched: response.filesSearched }),
  text: (response, { max_matches, ...args }, has) =>
    grepText(response, {
      pattern: args.pattern,
      path: args.path,
      cap: capOf(nameIn(has, "search_files"), { ...args, max_matches: clamp(max_matches, searchCaps) }, searchCaps),
    }),
  next: (response, { max_matches, ...args }) => raised(response, { ...args, max_matches: clamp(max_matches, searchCaps) }, searchCaps),
};

/** Every match with the lines around it, also those that are matches themselves. */
function matchesOf(response: GrepResponse, context: number): readonly object[] {
  if (response.output !== "content") return [];
  const { lines } = response;
  return lines.flatMap(({ path: file, line, text: shown, kind }, index) => {
    if (kind !== "match") return [];
    const before = neighbours(lines.slice(Math.max(0, index - context), index), file, [line - context, line - 1]);
    const after = neighbours(lines.slice(index + 1, index + 1 + context), file, [line + 1, line + context]);
    return [{ file, line, text: shown, before, after }];
  });
}

function neighbours(lines: readonly GrepLine[], file: string, [first, last]: readonly [number, number]): readonly string[] {
  return lines.filter(({ path, line }) => path === file && line >= first && line <= last).map((line) => line.text);
}

export const agentkitProfile: Profile = {
  name: "agentkit",
  tools: [readFile, writeFile, editFile, listFiles, findFiles, searchFiles],
  dialect: {
    text: "verbatim",
    keepFormat: false,
    mixedEndings: "crlf",
    slashless: "any-depth",
    malformed: "no-match",
    globCase: "smart",
    order: "path",
    ignore: ["git"],
  },
  sentences: {
    edit_not_unique: editNotUnique("Add the lines around the one you mean until it is unique."),
    invalid_pattern: oneLinePatternSentence,
  },
};
