import { refuse } from "./faults.ts";
import { type Hunk, readHunks } from "./hunks.ts";
import { endingOf } from "./lines.ts";
import { isAscii, isEpoch, readName, readNamePair, readTimedName, stripPrefix, toPath } from "./names.ts";
import { atEnd, lineNumber, note, peek, type Scanner, startsGitSection, startsNames } from "./scanner.ts";

export type FileMode = "file" | "executable" | "symlink";

/** One file of a patch. Paths are as written, without `a/` or `b/`; an absolute one stays absolute. */
export interface Section {
  readonly kind: "modify" | "create" | "delete" | "rename" | "copy";
  /** Absent for a create. */
  readonly oldPath?: string;
  /** Absent for a delete. */
  readonly newPath?: string;
  readonly hunks: readonly Hunk[];
  /** 1-based line of the section's first line. */
  readonly patchLine: number;
  /** What the patch says the file is, where it says so. */
  readonly oldMode?: FileMode;
  /** What the file becomes, where the patch says so. */
  readonly newMode?: FileMode;
  /** A traditional section has no word for a new file: its hunk, which begins at line 0, may make one. */
  readonly createsMissing?: boolean;
  /** The patch says that the contents do not stay the same. */
  readonly altered?: boolean;
  /** What git calls the contents before and after, where the patch says so. */
  readonly blobs?: Blobs;
  /** Deletes the file whatever it holds. */
  readonly wholeFile?: boolean;
  /** Its names carry no prefix, and none was taken off. */
  readonly bare?: boolean;
}

/** Names of contents, often cut short. */
export interface Blobs {
  readonly old: string;
  readonly new: string;
}

/** The section that begins at the scanner. */
export function readSection(scanner: Scanner): Section {
  return startsGitSection(scanner) ? readGitSection(scanner) : readTraditionalSection(scanner);
}

/** The lines between `diff --git` and the first hunk, as written. */
interface GitHeaders {
  readonly oldMode?: FileMode;
  readonly newMode?: FileMode;
  readonly created?: boolean;
  readonly deleted?: boolean;
  readonly renameFrom?: string;
  readonly renameTo?: string;
  readonly copyFrom?: string;
  readonly copyTo?: string;
  readonly blobs?: Blobs;
  readonly altered?: boolean;
}

function readGitSection(scanner: Scanner): Section {
  const patchLine = lineNumber(scanner);
  const pair = readNamePair(peek(scanner).slice("diff --git ".length));
  const endsInReturn = endingOf(scanner.lines, scanner.at) === "\r\n";
  scanner.at++;
  const headers = readGitHeaders(scanner);
  if (isBinaryNotice(peek(scanner))) refuse("binary_patch", patchLine);
  const names = startsNames(scanner) ? readGitNames(scanner) : undefined;
  if (names === undefined && /^(---|\+\+\+) /.test(peek(scanner))) refuse("malformed_header", lineNumber(scanner));
  const hunks = readHunks(scanner, { sectionLine: patchLine, git: true });
  if (names !== undefined && hunks.length === 0) refuse("missing_hunks", patchLine);
  if (hunks.length === 0 && scanner.reading !== "git" && isUnfinished(scanner)) refuse("unfinished_line", lineNumber(scanner));
  if (names === undefined && hunks.length > 0) refuse("malformed_header", patchLine);
  const section = gitSection(scanner, { headers, names, pair, endsInReturn, patchLine, hunks });
  return headers === noHeaders ? section : { ...section, ...saidOfContents(headers) };
}

function saidOfContents({ oldMode, newMode, blobs, altered }: GitHeaders): Pick<Section, "oldMode" | "newMode" | "blobs" | "altered"> {
  return { ...(oldMode && { oldMode }), ...(newMode && { newMode }), ...(blobs && { blobs }), ...(altered && { altered }) };
}

/** The text ends within the line that comes next, which may have been a header. */
function isUnfinished(scanner: Scanner): boolean {
  return peek(scanner) !== "" && endingOf(scanner.lines, scanner.at) === "";
}

const noHeaders: GitHeaders = {};

function readGitHeaders(scanner: Scanner): GitHeaders {
  let headers = noHeaders;
  for (; !atEnd(scanner); scanner.at++) {
    const more = readGitHeader(peek(scanner), lineNumber(scanner));
    if (more === undefined) break;
    // A name or mode with which the text ends may be half of it.
    if (endingOf(scanner.lines, scanner.at) === "") refuse("unfinished_line", lineNumber(scanner));
    headers = { ...headers, ...more };
  }
  return headers;
}

const gitHeader =
  /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to|similarity index|dissimilarity index|index) (.*)$/s;

function readGitHeader(line: string, patchLine: number): GitHeaders | undefined {
  const [, word, value = ""] = gitHeader.exec(line) ?? [];
  if (word === undefined) return undefined;
  if (word === "old mode") return { oldMode: readMode(value, patchLine) };
  if (word === "new mode") return { newMode: readMode(value, patchLine) };
  if (word === "new file mode") return { newMode: readMode(value, patchLine), created: true };
  if (word === "deleted file mode") return { oldMode: readMode(value, patchLine), deleted: true };
  if (word === "rename from") return { renameFrom: value };
  if (word === "rename to") return { renameTo: value };
  if (word === "copy from") return { copyFrom: value };
  if (word === "copy to") return { copyTo: value };
  if (word === "similarity index") return { altered: !value.startsWith("100%") };
  const [, oldBlob, newBlob, indexMode] = word === "index" ? (/^([0-9a-f]+)\.\.([0-9a-f]+)(?: (\d+))?$/.exec(value) ?? []) : [];
  return {
    ...(oldBlob !== undefined && newBlob !== undefined && { blobs: { old: oldBlob, new: newBlob } }),
    ...(indexMode !== undefined && { oldMode: readMode(indexMode, patchLine) }),
  };
}

/** Of the permissions only the owner's executable bit counts. */
function readMode(text: string, patchLine: number): FileMode {
  const mode = /^[0-7]{6}$/.test(text) ? Number.parseInt(text, 8) : 0;
  const type = mode >> 12;
  if (type === 0o16) refuse("submodule", patchLine);
  if (type === 0o12) return "symlink";
  if (type !== 0o10) refuse("malformed_mode", patchLine);
  return (mode & 0o100) === 0 ? "file" : "executable";
}

/** The names of a section's two sides, as written; undefined: `/dev/null`. */
interface Sides {
  readonly old: string | undefined;
  readonly new: string | undefined;
}

function readGitNames(scanner: Scanner): Sides {
  const sides = { old: gitSide(peek(scanner), lineNumber(scanner)), new: gitSide(peek(scanner, 1), lineNumber(scanner) + 1) };
  scanner.at += 2;
  return sides;
}

function gitSide(line: string, patchLine: number): string | undefined {
  const { name } = readName(line.slice(4)) ?? refuse("malformed_name", patchLine);
  return name === "/dev/null" ? undefined : name;
}

type Endpoints = Pick<Section, "kind" | "oldPath" | "newPath">;

interface GitHead {
  readonly headers: GitHeaders;
  readonly names: Sides | undefined;
  readonly pair: readonly [string, string] | undefined;
  readonly endsInReturn: boolean;
  readonly patchLine: number;
  readonly hunks: readonly Hunk[];
}

/** Made at once: an object that is put together of others is slow to make and to read. */
function gitSection(scanner: Scanner, head: GitHead): Section {
  const { headers, names, patchLine, hunks } = head;
  const moved = movedPaths(scanner, headers, patchLine);
  if (moved !== undefined) return agreeing(scanner, { ...moved, hunks, patchLine }, head);
  // As git reads it, a CR is a part of the name where no other line has it.
  if (scanner.reading === "git" && names === undefined && head.endsInReturn) refuse("malformed_name", patchLine);
  const path = pairedPath(scanner, head);
  const created = headers.created === true || (names !== undefined && names.old === undefined);
  const deleted = headers.deleted === true || (names !== undefined && names.new === undefined);
  if (created && deleted) refuse("malformed_header", patchLine);
  if (created) return agreeing(scanner, { kind: "create", newPath: path, hunks, patchLine }, head);
  if (deleted) return agreeing(scanner, { kind: "delete", oldPath: path, hunks, patchLine }, head);
  return agreeing(scanner, { kind: "modify", oldPath: path, newPath: path, hunks, patchLine }, head);
}

/** The path that both names after `diff --git` stand for. Git writes a/ and b/: twice the same name is one without a prefix. */
function pairedPath(scanner: Scanner, { pair, patchLine }: GitHead): string {
  const [first, second] = pair ?? refuse("name_mismatch", patchLine);
  const bare = first === second && !first.startsWith("/") && scanner.reading !== "git";
  if (bare && scanner.reading === "plain") refuse("missing_prefix", patchLine);
  if (bare) note(scanner, "no_prefix", patchLine);
  const path = bare ? pathOf(scanner, first, patchLine) : prefixedPath(scanner, first, patchLine);
  if (!bare && !agrees(scanner, second, path)) refuse("name_mismatch", patchLine);
  return path;
}

function movedPaths(scanner: Scanner, headers: GitHeaders, patchLine: number): Endpoints | undefined {
  const { renameFrom, renameTo, copyFrom, copyTo, created, deleted } = headers;
  const words = [renameFrom ?? renameTo, copyFrom ?? copyTo].filter((word) => word !== undefined).length;
  if (words === 0) return undefined;
  if (words > 1 || created === true || deleted === true) refuse("malformed_header", patchLine);
  const oldPath = renameFrom ?? copyFrom ?? refuse("malformed_header", patchLine);
  const newPath = renameTo ?? copyTo ?? refuse("malformed_header", patchLine);
  const kind = renameFrom === undefined ? "copy" : "rename";
  return { kind, oldPath: headerPath(scanner, oldPath, patchLine), newPath: headerPath(scanner, newPath, patchLine) };
}

/** The section, if the names below agree with it. */
function agreeing(scanner: Scanner, section: Section, { names, patchLine }: GitHead): Section {
  if (names === undefined) return section;
  const agree = agrees(scanner, names.old, section.oldPath) && agrees(scanner, names.new, section.newPath);
  if (!agree) refuse(hasPrefixes(names) ? "name_mismatch" : "missing_prefix", patchLine);
  return section;
}

function agrees(scanner: Scanner, name: string | undefined, path: string | undefined): boolean {
  if (name === undefined || path === undefined) return name === path;
  const stripped = stripPrefix(name, scanner.reading);
  if (stripped === path && isAscii(path)) return true;
  if (stripped !== undefined && toPath(stripped) === path) return true;
  return scanner.reading === "kind" && toPath(name) === path;
}

function hasPrefixes({ old, new: next }: Sides): boolean {
  return [old, next].every((name) => name === undefined || stripPrefix(name, "plain") !== undefined);
}

function readTraditionalSection(scanner: Scanner): Section {
  const patchLine = lineNumber(scanner);
  const names = { old: traditionalName(peek(scanner), patchLine), new: traditionalName(peek(scanner, 1), patchLine + 1) };
  const bare = [names.old, names.new].some((name) => name !== undefined && stripPrefix(name, scanner.reading) === undefined);
  if (bare && scanner.reading === "git") refuseSlashes(names, patchLine);
  if (bare) note(scanner, "no_prefix", patchLine);
  const sides = { old: traditionalPath(scanner, names.old, patchLine), new: traditionalPath(scanner, names.new, patchLine + 1) };
  scanner.at += 2;
  if (isBinaryNotice(peek(scanner))) refuse("binary_patch", patchLine);
  const hunks = readHunks(scanner, { sectionLine: patchLine, git: false });
  if (hunks.length === 0) refuse("missing_hunks", patchLine);
  return { ...traditionalPaths(sides, hunks, patchLine), hunks, patchLine, ...(bare && { bare }) };
}

/** Undefined: `/dev/null`, or a time that says the same. */
function traditionalName(line: string, patchLine: number): string | undefined {
  const { name, rest } = readTimedName(line.slice(4)) ?? refuse("malformed_name", patchLine);
  return name === "/dev/null" || isEpoch(rest.trim()) ? undefined : name;
}

/** Git takes the first directory off any other name, whatever it is called. */
function refuseSlashes({ old, new: next }: Sides, patchLine: number): void {
  if ([old, next].some((name) => name?.includes("/") === true)) refuse("missing_prefix", patchLine);
}

function traditionalPath(scanner: Scanner, name: string | undefined, patchLine: number): string | undefined {
  return name === undefined ? undefined : pathOf(scanner, stripPrefix(name, scanner.reading) ?? name, patchLine);
}

function traditionalPaths(sides: Sides, hunks: readonly Hunk[], patchLine: number): Endpoints & Pick<Section, "createsMissing"> {
  if (sides.old === undefined && sides.new === undefined) refuse("malformed_header", patchLine);
  if (sides.old === undefined) return { kind: "create", newPath: sides.new };
  if (sides.new === undefined) return { kind: "delete", oldPath: sides.old };
  // `--- file.orig` and `+++ file~` name a spare copy of the file that is meant.
  const path = sides.new.startsWith(sides.old) ? sides.old : sides.new;
  const createsMissing = hunks.length === 1 && hunks.every((hunk) => hunk.oldStart === 0 && hunk.oldLines === 0);
  return { kind: "modify", oldPath: path, newPath: path, ...(createsMissing && { createsMissing }) };
}

/** The path of a name that must carry `a/` or `b/`. */
function prefixedPath(scanner: Scanner, name: string, patchLine: number): string {
  return pathOf(scanner, stripPrefix(name, scanner.reading) ?? refuse("missing_prefix", patchLine), patchLine);
}

/** The path of `rename from` and its like, which carry no prefix. */
function headerPath(scanner: Scanner, text: string, patchLine: number): string {
  const { name } = readName(text) ?? refuse("malformed_name", patchLine);
  return pathOf(scanner, name, patchLine);
}

/** The path that a name stands for; what git's own files are called is none. */
export function pathOf({ reading }: Scanner, name: string, patchLine: number): string {
  const path = toPath(name) ?? refuse("bad_path", patchLine);
  if (reading === "git" && /(^|\/)\.\.?(\/|$)/.test(name)) refuse("bad_path", patchLine);
  if (/(^|\/)\.git(\/|$)/i.test(name)) refuse("git_directory", patchLine);
  return path;
}

export function isBinaryNotice(line: string): boolean {
  return line === "GIT binary patch" || /^Binary files .* differ$/.test(line);
}
