import { isPortsideError, type PatchFault } from "../../core/errors.ts";
import { comparePaths } from "../../core/path.ts";
import { encode } from "../../core/text.ts";
import { type InvalidReason, invalid, refusal, refuseFaults } from "./faults.ts";
import { type Hunk, readHunks } from "./hunks.ts";
import { allCarriageReturns, splitLines } from "./lines.ts";
import { isEpoch, readName, readNamePair, readTimedName, stripPrefix, toPath } from "./names.ts";
import { atEnd, lineNumber, peek, type Scanner, startsGitSection, startsNames } from "./scanner.ts";

export type { Hunk, HunkLine } from "./hunks.ts";

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
}

export interface ParseOptions {
  /** "scope" allows no copy and no section that changes only a mode; absent: "git". */
  readonly sections?: "git" | "scope";
}

/**
 * The sections of a unified diff, Git's or a traditional one, with whatever stands around them. Pure. Throws patch_invalid for the first
 * fault (`InvalidReason`), with all of them in `details.faults`.
 */
export function parsePatch(patch: string | Uint8Array, options: ParseOptions = {}): Section[] {
  const bytes = typeof patch === "string" ? encode(patch) : patch;
  const lines = splitLines(bytes);
  const scanner: Scanner = { lines, carriageReturns: allCarriageReturns(lines), at: 0 };
  const sections: Section[] = [];
  const faults: PatchFault[] = [];
  while (skipToSection(scanner, faults)) {
    const first = scanner.at;
    try {
      sections.push(accepted(readSection(scanner), options));
    } catch (error) {
      faults.push(...faultsOf(error));
      if (scanner.at === first) scanner.at++;
    }
  }
  refuseFaults(faults);
  if (sections.length === 0) refuse(isBlank(bytes) ? "blank" : "not_a_patch", 1);
  return sections;
}

/** Every path a patch creates, changes or removes, both sides of a rename, each once, in component order. */
export function mutationPaths(sections: readonly Section[]): string[] {
  const paths = new Set<string>();
  for (const { kind, oldPath, newPath } of sections) {
    if (oldPath !== undefined && kind !== "copy") paths.add(oldPath);
    if (newPath !== undefined) paths.add(newPath);
  }
  return [...paths].sort(comparePaths);
}

/** Passes over mails, prose and fences. What looks like a part of a patch there is a fault: it would be lost without a word. */
function skipToSection(scanner: Scanner, faults: PatchFault[]): boolean {
  for (; !atEnd(scanner); scanner.at++) {
    if (startsGitSection(scanner) || startsNames(scanner)) return true;
    const reason = lostPart(peek(scanner));
    // After a fault the rest of its section is passed over too: one fault for each section is enough.
    if (reason !== undefined && faults.length === 0) faults.push(invalid(reason, lineNumber(scanner)));
  }
  return false;
}

function lostPart(line: string): InvalidReason | undefined {
  if (line.startsWith("@@")) return "stray_hunk";
  if (isBinaryNotice(line)) return "binary_patch";
  return line.startsWith("*** Begin Patch") ? "begin_patch_envelope" : undefined;
}

function isBinaryNotice(line: string): boolean {
  return line === "GIT binary patch" || /^Binary files .* differ$/.test(line);
}

function readSection(scanner: Scanner): Section {
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
}

function readGitSection(scanner: Scanner): Section {
  const patchLine = lineNumber(scanner);
  const pair = readNamePair(peek(scanner).slice("diff --git ".length));
  scanner.at++;
  const headers = readGitHeaders(scanner);
  if (isBinaryNotice(peek(scanner))) refuse("binary_patch", patchLine);
  const names = startsNames(scanner) ? readGitNames(scanner) : undefined;
  if (names === undefined && /^(---|\+\+\+) /.test(peek(scanner))) refuse("malformed_header", lineNumber(scanner));
  const hunks = readHunks(scanner, patchLine);
  if (names !== undefined && hunks.length === 0) refuse("missing_hunks", patchLine);
  if (names === undefined && hunks.length > 0) refuse("malformed_header", patchLine);
  const { oldMode, newMode } = headers;
  return { ...gitPaths(headers, names, pair, patchLine), hunks, patchLine, ...(oldMode && { oldMode }), ...(newMode && { newMode }) };
}

function readGitHeaders(scanner: Scanner): GitHeaders {
  let headers: GitHeaders = {};
  for (; !atEnd(scanner); scanner.at++) {
    const more = readGitHeader(peek(scanner), lineNumber(scanner));
    if (more === undefined) break;
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
  if (word === "rename from") return { renameFrom: headerPath(value, patchLine) };
  if (word === "rename to") return { renameTo: headerPath(value, patchLine) };
  if (word === "copy from") return { copyFrom: headerPath(value, patchLine) };
  if (word === "copy to") return { copyTo: headerPath(value, patchLine) };
  const indexMode = word === "index" ? / (\d+)$/.exec(value)?.[1] : undefined;
  return indexMode === undefined ? {} : { oldMode: readMode(indexMode, patchLine) };
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

/** The two sides of a section; undefined: `/dev/null`. */
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
  return name === "/dev/null" ? undefined : prefixedPath(name, patchLine);
}

type Endpoints = Pick<Section, "kind" | "oldPath" | "newPath">;

function gitPaths(
  headers: GitHeaders,
  names: Sides | undefined,
  pair: readonly [string, string] | undefined,
  patchLine: number,
): Endpoints {
  const moved = movedPaths(headers, patchLine);
  if (moved !== undefined) return agreeing(moved, names, patchLine);
  const [first, second] = pair ?? refuse("name_mismatch", patchLine);
  const path = prefixedPath(first, patchLine);
  if (path !== prefixedPath(second, patchLine)) refuse("name_mismatch", patchLine);
  const created = headers.created === true || (names !== undefined && names.old === undefined);
  const deleted = headers.deleted === true || (names !== undefined && names.new === undefined);
  if (created && deleted) refuse("malformed_header", patchLine);
  if (created) return agreeing({ kind: "create", newPath: path }, names, patchLine);
  if (deleted) return agreeing({ kind: "delete", oldPath: path }, names, patchLine);
  return agreeing({ kind: "modify", oldPath: path, newPath: path }, names, patchLine);
}

function movedPaths({ renameFrom, renameTo, copyFrom, copyTo, created, deleted }: GitHeaders, patchLine: number): Endpoints | undefined {
  const words = [renameFrom ?? renameTo, copyFrom ?? copyTo].filter((word) => word !== undefined).length;
  if (words === 0) return undefined;
  if (words > 1 || created === true || deleted === true) refuse("malformed_header", patchLine);
  const oldPath = renameFrom ?? copyFrom ?? refuse("malformed_header", patchLine);
  const newPath = renameTo ?? copyTo ?? refuse("malformed_header", patchLine);
  return { kind: renameFrom === undefined ? "copy" : "rename", oldPath, newPath };
}

function agreeing(endpoints: Endpoints, names: Sides | undefined, patchLine: number): Endpoints {
  if (names !== undefined && (names.old !== endpoints.oldPath || names.new !== endpoints.newPath)) refuse("name_mismatch", patchLine);
  return endpoints;
}

function readTraditionalSection(scanner: Scanner): Section {
  const patchLine = lineNumber(scanner);
  const sides = { old: traditionalSide(peek(scanner), patchLine), new: traditionalSide(peek(scanner, 1), patchLine + 1) };
  scanner.at += 2;
  if (isBinaryNotice(peek(scanner))) refuse("binary_patch", patchLine);
  const hunks = readHunks(scanner, patchLine);
  if (hunks.length === 0) refuse("missing_hunks", patchLine);
  return { ...traditionalPaths(sides, hunks, patchLine), hunks, patchLine };
}

function traditionalSide(line: string, patchLine: number): string | undefined {
  const { name, rest } = readTimedName(line.slice(4)) ?? refuse("malformed_name", patchLine);
  if (name === "/dev/null" || isEpoch(rest.trim())) return undefined;
  return pathOf(stripPrefix(name) ?? name, patchLine);
}

function traditionalPaths(sides: Sides, hunks: readonly Hunk[], patchLine: number): Endpoints & Pick<Section, "createsMissing"> {
  if (sides.old === undefined && sides.new === undefined) refuse("malformed_header", patchLine);
  if (sides.old === undefined) return { kind: "create", newPath: sides.new as string };
  if (sides.new === undefined) return { kind: "delete", oldPath: sides.old };
  // `--- file.orig` and `+++ file~` name a spare copy of the file that is meant.
  const path = sides.new.startsWith(sides.old) ? sides.old : sides.new;
  const createsMissing = hunks.length === 1 && hunks.every((hunk) => hunk.oldStart === 0 && hunk.oldLines === 0);
  return { kind: "modify", oldPath: path, newPath: path, ...(createsMissing && { createsMissing }) };
}

/** The path of a name that must carry `a/` or `b/`. */
function prefixedPath(name: string, patchLine: number): string {
  return pathOf(stripPrefix(name) ?? refuse("missing_prefix", patchLine), patchLine);
}

/** The path of `rename from` and its like, which carry no prefix. */
function headerPath(text: string, patchLine: number): string {
  const { name } = readName(text) ?? refuse("malformed_name", patchLine);
  return pathOf(name, patchLine);
}

function pathOf(name: string, patchLine: number): string {
  return toPath(name) ?? refuse("bad_path", patchLine);
}

function accepted(section: Section, options: ParseOptions): Section {
  const { kind, hunks, patchLine, oldMode, newMode } = section;
  const path = section.newPath ?? section.oldPath;
  if (kind === "create" && hunks.some((hunk) => hunk.oldLines > 0)) refuse("create_from_content", patchLine, path);
  if (kind === "modify" && hunks.length === 0 && (newMode === undefined || newMode === oldMode)) refuse("no_effect", patchLine, path);
  if (options.sections !== "scope") return section;
  if (kind === "copy") refuse("copy_refused", patchLine, path);
  if (kind === "modify" && hunks.length === 0) refuse("mode_only_refused", patchLine, path);
  return section;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function faultsOf(error: unknown): readonly PatchFault[] {
  if (!isPortsideError(error, "patch_invalid")) throw error;
  return error.details.faults ?? [];
}

function refuse(reason: InvalidReason, patchLine: number, path?: string): never {
  throw refusal([invalid(reason, patchLine, path)]);
}
