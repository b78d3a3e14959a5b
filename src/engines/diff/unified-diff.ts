import { equalBytes } from "../../core/bytes.ts";
import { limits } from "../../core/limits.ts";
import { decodeStrict } from "../../core/text.ts";
import { isBinary } from "../../core/index-of-byte.ts";
import { quoteFileName } from "./file-name.ts";
import { formatHunks } from "./hunks.ts";

/** One file before and after. A side that is absent does not exist: the file is made, or removed. */
export interface FileDiff {
  readonly path: string;
  /** Where a moved file came from. */
  readonly from?: string;
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
  readonly executableBefore?: boolean;
  readonly executableAfter?: boolean;
  /** The bytes are the target of a symbolic link. A file that becomes a link is two of these: one removed, one made. */
  readonly symlink?: boolean;
}

export interface DiffOptions {
  /** Unchanged lines around a change; 3. */
  readonly context?: number;
}

/**
 * Changes of files as git writes them, in the order given, so that `git apply` takes them; "" where nothing changes. Of a file that is
 * binary (a NUL in the first 8 KiB) or not UTF-8 on either side it says only that it differs. Directories are not shown: git has none. Two
 * texts that differ in more than 1,000 lines are one hunk, which replaces every line from the first difference to the last.
 */
export function unifiedDiff(files: readonly FileDiff[], options: DiffOptions = {}): string {
  return files.map((file) => formatFile(file, options.context ?? 3)).join("");
}

function formatFile(file: FileDiff, context: number): string {
  const header = extendedHeader(file);
  const body = sameBytes(file.before, file.after) ? "" : formatContents(file, context);
  if (header.length === 0 && body === "") return "";
  return [`diff --git ${oldName(file)} ${newName(file)}\n`, ...header, body].join("");
}

function extendedHeader(file: FileDiff): string[] {
  const { path, from, before, after } = file;
  if (!before) return after ? [`new file mode ${mode(file, file.executableAfter)}\n`] : [];
  if (!after) return [`deleted file mode ${mode(file, file.executableBefore)}\n`];
  const header: string[] = [];
  const [oldMode, newMode] = [mode(file, file.executableBefore), mode(file, file.executableAfter)];
  if (oldMode !== newMode) header.push(`old mode ${oldMode}\n`, `new mode ${newMode}\n`);
  if (from !== undefined && from !== path) header.push(`rename from ${quoteFileName(from)}\n`, `rename to ${quoteFileName(path)}\n`);
  return header;
}

function mode({ symlink }: FileDiff, executable: boolean | undefined): string {
  if (symlink) return "120000";
  return executable ? "100755" : "100644";
}

function formatContents(file: FileDiff, context: number): string {
  const before = textOf(file.before);
  const after = textOf(file.after);
  const names = { before: file.before ? oldName(file) : "/dev/null", after: file.after ? newName(file) : "/dev/null" };
  if (before === undefined || after === undefined) return `Binary files ${names.before} and ${names.after} differ\n`;
  const hunks = formatHunks(before, after, context);
  return hunks && `--- ${ended(names.before)}\n+++ ${ended(names.after)}\n${hunks}`;
}

function oldName({ from, path }: FileDiff): string {
  return quoteFileName(`a/${from ?? path}`);
}

function newName({ path }: FileDiff): string {
  return quoteFileName(`b/${path}`);
}

/** Undefined for what is not shown as text. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return "";
  return isBinary(bytes, limits.binaryWindow) ? undefined : decodeStrict(bytes);
}

/** A tab ends a name with blanks: other tools than git would take what follows a blank for a time. */
function ended(name: string): string {
  return name.includes(" ") ? `${name}\t` : name;
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a && b ? equalBytes(a, b) : a === b;
}
