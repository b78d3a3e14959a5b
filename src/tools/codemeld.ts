import * as z from "zod/mini";
import { limits } from "../core/limits.ts";
import { boundedText } from "./bounded-text.ts";
import { createTool } from "./default/create.ts";
import { deleteTool } from "./default/delete.ts";
import { mkdirTool } from "./default/mkdir.ts";
import { moveTool } from "./default/move.ts";
import { readImageTool } from "./default/read-image.ts";
import { editData, editOutput, editText } from "./render/changes.ts";
import { countData, countOutput, countText, type GroupBy } from "./render/count.ts";
import { globData, globNext, globOutput, globText } from "./render/glob.ts";
import { grepData, grepOutput, grepText } from "./render/grep.ts";
import { listData, listOutput, listText } from "./render/list.ts";
import { callText, capOf, nameIn, raised } from "./render/marker.ts";
import { readData, readOutput, readText } from "./render/read.ts";
import { treeData, treeOutput, treeText, type TreeFormat } from "./render/tree.ts";
import { atLeast, flag, integer, optionalText, optionalTexts, pathParameter, text } from "./schema.ts";
import { editNotUnique, oneLinePatternSentence } from "./sentences/index.ts";
import type { Profile } from "./profile.ts";
import { readAfterFailure } from "./read-after-failure.ts";
import type { Tool } from "./tool.ts";

/** The structured file tools of codemeld: bytes as stored, one exact replacement a call, and a metadata line before what a reading tool answers. */

const includes = { hidden: "include_hidden", ignored: "include_ignored" };
const caps = { initial: limits.results, maximum: limits.resultsMax };

interface ReadArguments {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

const readSchema = z.strictObject({
  path: pathParameter("File to read."),
  offset: atLeast(1, "First line, from 1."),
  limit: integer(1, limits.readLinesMax, `Lines; ${limits.readLines} by default.`),
});

const read: Tool<ReadArguments, "read"> = {
  name: "read",
  description: "Read a text file as it is stored, without line numbers.",
  schema: readSchema,
  output: readOutput,
  calls: "read",
  concurrency: "parallel",
  request: (args) => args,
  data: readData,
  text(response, args, has) {
    const onward =
      response.nextOffset === undefined ? {} : { next: callText(nameIn(has, "read"), { ...args, offset: response.nextOffset }) };
    const words = { ...onward, longLine: () => "Search it for the part that matters.", ...(has("edit") && { edit: nameIn(has, "edit") }) };
    const hint = response.nextOffset === undefined ? "Search for the part that matters." : "Read on from next_offset.";
    return boundedText(readText(response, words), { ...response, hint });
  },
  next: ({ nextOffset }, args) => (nextOffset === undefined ? undefined : { ...args, offset: nextOffset }),
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  seen: ({ path, version }) => [{ path, version }],
};

interface EditArguments {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
}

const editSchema = z.strictObject({
  path: pathParameter("File to change."),
  old_string: text("Text as it stands in the file; it must occur once."),
  new_string: text("What replaces it."),
});

const edit: Tool<EditArguments, "edit"> = {
  name: "edit",
  description: "Replace one exact text in a file.",
  schema: editSchema,
  output: editOutput,
  calls: "edit",
  concurrency: "serial",
  request: ({ path, old_string, new_string }) => ({ path, edits: [{ oldString: old_string, newString: new_string }] }),
  data: editData,
  text: editText,
  afterFailure: readAfterFailure({ tool: "read", first: "offset", count: "limit" }),
  resolved: ({ path }, args) => ({ asked: args.path, path }),
  mutationPaths: ({ path }) => [path],
};

interface ListArguments {
  readonly path?: string | undefined;
  readonly limit?: number | undefined;
  readonly include_ignored?: boolean | undefined;
  readonly include_hidden?: boolean | undefined;
}

const listSchema = z.strictObject({
  path: optionalText("Directory; the root by default."),
  limit: integer(1, caps.maximum, `Entries; ${caps.initial} by default.`),
  include_ignored: flag("Also what codemeldignore excludes."),
  include_hidden: flag("Also names that begin with a dot."),
});

const list: Tool<ListArguments, "list"> = {
  name: "list",
  description: "List one directory: names and types.",
  schema: listSchema,
  output: listOutput,
  calls: "list",
  concurrency: "parallel",
  dialect: { startLink: "follow" },
  request: ({ path, limit, include_ignored, include_hidden }) => ({
    path,
    limit,
    includeIgnored: include_ignored,
    includeHidden: include_hidden,
  }),
  data: listData,
  text: (response, args, has) =>
    boundedText(listText(response, { cap: capOf(nameIn(has, "list"), args, caps), includes }), {
      ...response,
      hint: "List a directory further down.",
    }),
  next: (response, args) => raised(response, args, caps),
  resolved: ({ path }, args) => ({ asked: args.path ?? "", path }),
};

interface TreeArguments extends ListArguments {
  readonly depth?: number | undefined;
  readonly format?: TreeFormat | undefined;
}

const treeSchema = z.strictObject({
  path: optionalText("Directory; the root by default."),
  depth: atLeast(0, "Levels below it; all by default, as with 0."),
  limit: integer(1, caps.maximum, `Entries; ${caps.initial} by default.`),
  format: z.optional(z.enum(["ai", "human"]).check(z.describe("ai (default): a path a line. human: indented names."))),
  include_ignored: flag("Also what codemeldignore excludes."),
  include_hidden: flag("Also names that begin with a dot."),
});

const tree: Tool<TreeArguments, "list"> = {
  name: "tree",
  description: "List a directory with everything below it.",
  schema: treeSchema,
  output: treeOutput,
  calls: "list",
  concurrency: "parallel",
  request: ({ path, depth = 0, limit, include_ignored, include_hidden }) => ({
    path,
    depth: depth === 0 ? "none" : depth,
    limit,
    includeIgnored: include_ignored,
    includeHidden: include_hidden,
  }),
  data: treeData,
  text(response, args, has) {
    const words = { format: args.format ?? "ai", cap: capOf(nameIn(has, "tree"), args, caps), includes };
    return boundedText(treeText(response, words), { ...response, hint: "List a directory further down, or fewer levels." });
  },
  next: (response, args) => raised(response, args, caps),
  resolved: ({ path }, args) => ({ asked: args.path ?? "", path }),
};

interface FileCountArguments {
  readonly path?: string | undefined;
  readonly kinds?: readonly ("files" | "directories" | "symlinks")[] | undefined;
  readonly include_globs?: readonly string[] | undefined;
  readonly exclude_globs?: readonly string[] | undefined;
  readonly group_by?: GroupBy | undefined;
  readonly limit?: number | undefined;
  readonly include_dotfiles?: boolean | undefined;
  readonly include_ignored?: boolean | undefined;
}

const fileCountSchema = z.strictObject({
  path: optionalText("Directory to count below; the root by default."),
  kinds: z.optional(
    z.array(z.enum(["files", "directories", "symlinks"])).check(z.minLength(1), z.describe("What is counted; files by default.")),
  ),
  include_globs: optionalTexts('Count only what one of them matches, such as "*.go".'),
  exclude_globs: optionalTexts("Count nothing that one of them matches."),
  group_by: z.optional(
    z
      .enum(["extension", "top_directory", "parent", "depth", "stem"])
      .check(z.describe("Also a count for each group; one total by default.")),
  ),
  limit: integer(1, caps.maximum, `Groups; ${caps.initial} by default. Everything is counted.`),
  include_dotfiles: flag("Also names that begin with a dot."),
  include_ignored: flag("Also what codemeldignore excludes."),
});

const fileCount: Tool<FileCountArguments, "count"> = {
  name: "file_count",
  description: "Count files below a directory.",
  schema: fileCountSchema,
  output: countOutput,
  calls: "count",
  concurrency: "parallel",
  request: ({ path, kinds, include_globs, exclude_globs, group_by, limit, include_dotfiles, include_ignored }) => ({
    path,
    kinds,
    includeGlobs: include_globs,
    excludeGlobs: exclude_globs,
    groupBy: group_by,
    limit,
    includeHidden: include_dotfiles,
    includeIgnored: include_ignored,
  }),
  data: (response, args) => countData(response, args.group_by),
  text(response, args, has) {
    const shown = { hidden: "include_dotfiles", ignored: "include_ignored" };
    const words = { groupBy: args.group_by, cap: capOf(nameIn(has, "file_count"), args, caps), includes: shown };
    return boundedText(countText(response, words), { ...response, hint: "Count a directory further down." });
  },
  next: (response, args) => raised(response, args, caps),
  resolved: ({ path }, args) => ({ asked: args.path ?? "", path }),
};

interface GlobArguments extends ListArguments {
  readonly pattern: string;
}

const globSchema = z.strictObject({
  pattern: z.string().check(z.minLength(1), z.describe('Path pattern, such as "**/*.go".')),
  path: optionalText("Directory to search; the root by default."),
  limit: integer(1, caps.maximum, `Paths; ${caps.initial} by default.`),
  include_ignored: flag("Also what codemeldignore excludes."),
  include_hidden: flag("Also names that begin with a dot."),
});

const glob: Tool<GlobArguments, "glob"> = {
  name: "glob",
  description: "Find files and directories by the pattern of their path.",
  schema: globSchema,
  output: globOutput,
  calls: "glob",
  concurrency: "parallel",
  request: ({ pattern, path, limit, include_ignored, include_hidden }) => ({
    pattern,
    path,
    type: "any",
    limit,
    includeIgnored: include_ignored,
    includeHidden: include_hidden,
  }),
  data: globData,
  text(response, args, has) {
    const words = { pattern: args.pattern, path: args.path, cap: capOf(nameIn(has, "glob"), args, caps), includes };
    return boundedText(globText(response, words), { ...response, hint: "Use a narrower pattern." });
  },
  next: (response, args) => globNext(response, args, caps),
};

interface GrepArguments extends ListArguments {
  readonly pattern: string;
  readonly include?: string | undefined;
  readonly ignore_case?: boolean | undefined;
  readonly context?: number | undefined;
  readonly files_only?: boolean | undefined;
}

const grepSchema = z.strictObject({
  pattern: z.string().check(z.minLength(1), z.describe("Regular expression.")),
  path: optionalText("File or directory to search; the root by default."),
  include: optionalText('Only files whose name it matches, such as "*.go".'),
  ignore_case: flag("Match without regard to case."),
  context: integer(0, limits.contextLinesMax, "Lines shown on both sides of a match."),
  files_only: flag("Only the paths of files with a match."),
  limit: integer(1, caps.maximum, `Matches; ${caps.initial} by default.`),
  include_ignored: flag("Also what codemeldignore excludes."),
  include_hidden: flag("Also names that begin with a dot."),
});

const grep: Tool<GrepArguments, "grep"> = {
  name: "grep",
  description: "Search the contents of files.",
  schema: grepSchema,
  output: grepOutput,
  calls: "grep",
  concurrency: "parallel",
  request: ({ pattern, path, include, ignore_case, context, files_only, limit, include_ignored, include_hidden }) => ({
    pattern,
    path,
    glob: include,
    case: ignore_case === true ? "insensitive" : "sensitive",
    context,
    output: files_only === true ? "files" : "content",
    limit,
    includeIgnored: include_ignored,
    includeHidden: include_hidden,
  }),
  data: grepData,
  text(response, args, has) {
    const words = { pattern: args.pattern, path: args.path, cap: capOf(nameIn(has, "grep"), args, caps), includes };
    return boundedText(grepText(response, words), { ...response, hint: "Search a narrower path or pattern." });
  },
  next: (response, args) => raised(response, args, caps),
};

export const codemeldProfile: Profile = {
  name: "codemeld",
  tools: [read, readImageTool, createTool, edit, deleteTool, moveTool, mkdirTool, list, tree, glob, grep, fileCount],
  dialect: { text: "verbatim", match: "exact", startLink: "refuse", unreadable: "abort", ignore: ["codemeld"] },
  sentences: {
    edit_not_unique: editNotUnique("Add the lines around the one you mean until it is unique."),
    invalid_pattern: oneLinePatternSentence,
  },
};
