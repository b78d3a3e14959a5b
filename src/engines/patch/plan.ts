import type { PatchFault } from "../../core/errors.ts";
import { limits } from "../../core/limits.ts";
import { comparePaths } from "../../core/path.ts";
import { decodeStrict, hasByteOrderMark } from "../../core/text.ts";
import { applyHunks, type Applied } from "./apply.ts";
import { hasBlobName } from "./blob-name.ts";
import { composeChanges, type Content, type PatchChange, type Rename } from "./changes.ts";
import { type ConflictReason, fault, type InvalidReason, invalid, refuseFaults } from "./faults.ts";
import { hasEnding } from "./hunk-lines.ts";
import { withoutCarriageReturns } from "./hunks.ts";
import { lineFeed } from "./lines.ts";
import type { FileMode, Section } from "./parse.ts";
import type { Placement } from "./place.ts";
import type { Rescue } from "./rescue.ts";

export type { PatchChange } from "./changes.ts";

/** What stands at a path before the patch. Of a link the bytes are its target, of a directory there are none. */
export interface SourceFile {
  readonly kind: "file" | "directory" | "symlink" | "other";
  readonly bytes: Uint8Array;
  readonly executable: boolean;
  /** Of a directory whose name the patch gives to a file: everything below it, directories before what they hold. */
  readonly below?: readonly { readonly path: string; readonly kind: SourceFile["kind"] }[];
}

export interface PlanOptions {
  /** Absent: "unique". */
  readonly placement?: Placement;
  /** "scope" allows no path twice; absent: "git". */
  readonly sections?: "git" | "scope";
  /** Bytes of the largest file that hunks are applied to, and may result. */
  readonly maxFileBytes?: number;
}

/** What one section does, for a report. A copy is a create. */
export interface PlannedFile {
  readonly path: string;
  readonly change: "create" | "modify" | "delete" | "rename";
  /** The old path of a rename. */
  readonly from?: string;
  readonly hunks: number;
}

export interface PatchPlan {
  /** One for each section, in the order of the patch. */
  readonly files: readonly PlannedFile[];
  /** The sum over the files. */
  readonly hunks: number;
  /** What to commit, in this order. The order of `files` is another: two files that trade names have none in which they could be done. */
  readonly changes: readonly PatchChange[];
  /** Where a hunk does not stand as the patch has it. */
  readonly rescues: readonly Rescue[];
}

/** The paths whose present state `planPatch` has to be told, each once, in component order. */
export function readPaths(sections: readonly Section[]): string[] {
  const paths = new Set<string>();
  for (const section of sections) for (const path of endpoints(section)) paths.add(path);
  return [...paths].sort(comparePaths);
}

/**
 * What the sections do to the files, all checked, nothing done. As with git, a rename or copy takes the file as it was before the patch,
 * and a modification sees what earlier sections made of its path. Throws the first fault's code with all of them in `details.faults`:
 * patch_invalid, patch_conflict, patch_ambiguous, not_found, already_exists, not_a_file, binary_file, file_too_large.
 */
export function planPatch(
  sections: readonly Section[],
  sources: ReadonlyMap<string, SourceFile | undefined>,
  options: PlanOptions = {},
): PatchPlan {
  if (options.sections === "scope") refuseFaults([...twicePaths(sections), ...nestedPaths(sections, () => true)]);
  const planning = planSections(sections, sources, options);
  if (planning.foreign.size === 0) return planOf(planning);
  return planOf(
    planSections(
      sections.map((section) => withPlainAdditions(section, planning)),
      sources,
      options,
    ),
  );
}

function planSections(sections: readonly Section[], sources: Planning["sources"], options: PlanOptions): Planning {
  const planning = begin(sections, sources, options);
  refuseFaults(sections.flatMap((section) => planSection(section, planning)));
  refuseFaults(nestedPaths(sections, (path) => remains(path, planning)));
  return planning;
}

function planOf(planning: Planning): PatchPlan {
  const { files, rescues } = planning;
  return {
    files,
    hunks: files.reduce((sum, file) => sum + file.hunks, 0),
    changes: composeChanges({ ...planning, deleted: [...planning.deleted], directories: emptied(planning) }),
    rescues,
  };
}

/** CRLF that came with the patch is not meant for its new files either, unless what they are called says so. */
function withPlainAdditions(section: Section, { written }: Planning): Section {
  const bytes = written.get(section.newPath ?? "")?.bytes;
  return section.kind !== "create" || bytes === undefined || isProved(section, bytes) ? section : withPlainLines(section);
}

function withPlainLines(section: Section): Section {
  return { ...section, hunks: section.hunks.map((hunk) => ({ ...hunk, lines: withoutCarriageReturns(hunk.lines) })) };
}

/** Whether something stands at the path after the patch. */
function remains(path: string, { written, sources, taken }: Planning): boolean {
  return written.has(path) || (sources.get(path) !== undefined && sources.get(path)?.kind !== "directory" && !taken.has(path));
}

/** The directories, deepest first, that must go so that a file can have the name of the one above them. */
function emptied({ made, sources }: Planning): string[] {
  const directories = [...made].flatMap((path) => {
    const source = sources.get(path);
    if (source?.kind !== "directory") return [];
    return [path, ...(source.below ?? []).filter(({ kind }) => kind === "directory").map((one) => one.path)];
  });
  return directories.toReversed();
}

/** What a new file starts from. */
const nothing: Content = { bytes: new Uint8Array(), mode: "file" };

interface Planning {
  readonly options: PlanOptions;
  readonly sources: ReadonlyMap<string, SourceFile | undefined>;
  /** The files and links among the sources. */
  readonly contents: ReadonlyMap<string, Content>;
  /** Sources that some section of the patch renames, and those which it renames or deletes. */
  readonly renamed: ReadonlySet<string>;
  readonly leaving: ReadonlySet<string>;
  /** What the sections planned so far came to. */
  readonly written: Map<string, Content>;
  readonly made: Set<string>;
  readonly taken: Set<string>;
  readonly deleted: Set<string>;
  readonly renames: Rename[];
  readonly files: PlannedFile[];
  readonly rescues: Rescue[];
  /** Paths where the patch has CRLF and the file LF. */
  readonly foreign: Set<string>;
}

function begin(sections: readonly Section[], sources: Planning["sources"], options: PlanOptions): Planning {
  const renames = sections.filter((section) => section.kind === "rename" && section.oldPath !== section.newPath);
  const renamed = new Set(renames.map((section) => section.oldPath as string));
  const deletes = sections.filter((section) => section.kind === "delete").map((section) => section.oldPath as string);
  return {
    options,
    sources,
    contents: contentsOf(sources),
    renamed,
    leaving: new Set([...renamed, ...deletes]),
    written: new Map(),
    made: new Set(),
    taken: new Set(),
    deleted: new Set(),
    renames: [],
    files: [],
    rescues: [],
    foreign: new Set(),
  };
}

function contentsOf(sources: Planning["sources"]): Map<string, Content> {
  const contents = new Map<string, Content>();
  for (const [path, source] of sources) {
    if (source?.kind === "file") contents.set(path, { bytes: source.bytes, mode: source.executable ? "executable" : "file" });
    if (source?.kind === "symlink") contents.set(path, { bytes: source.bytes, mode: "symlink" });
  }
  return contents;
}

/** Adds what the section does to the planning, or returns what is wrong with it. */
function planSection(section: Section, planning: Planning): readonly PatchFault[] {
  switch (section.kind) {
    case "create":
      return planCreate(section, planning);
    case "delete":
      return planDelete(section, planning);
    case "modify":
      return planModify(section, planning);
    case "rename":
      return section.oldPath === section.newPath ? planModify(section, planning) : planRename(section, planning);
    case "copy":
      return planCopy(section, planning);
    default:
      return section.kind satisfies never;
  }
}

function planCreate(section: Section, planning: Planning): readonly PatchFault[] {
  const path = section.newPath as string;
  const refused = refuseDestination(section, planning);
  if (refused !== undefined) return [refused];
  const result = patchedInLines(section, nothing, planning);
  if (isFaults(result)) return result;
  planning.made.add(path);
  planning.written.set(path, result);
  planning.files.push({ path, change: "create", hunks: section.hunks.length });
  return [];
}

/** Where a patch that came with CRLF says what git calls the file without, that is the file, if it had no line ends to say otherwise. */
function patchedInLines(section: Section, content: Content, planning: Planning): Content | readonly PatchFault[] {
  const asWritten = patched(section, content, planning);
  if (isFaults(asWritten) || content.bytes.includes(lineFeed) || planning.options.placement === "git") return asWritten;
  if (!section.hunks.some((hunk) => hasEnding(hunk.lines, "\r\n"))) return asWritten;
  const plain = patched(withPlainLines(section), content, planning);
  return !isFaults(plain) && isProved(section, plain.bytes) ? plain : asWritten;
}

function planDelete(section: Section, planning: Planning): readonly PatchFault[] {
  const path = section.oldPath as string;
  if (planning.written.has(path)) return [structural("result_lost", section, path)];
  if (planning.taken.has(path) || planning.renamed.has(path)) return [structural("source_twice", section, path)];
  const content = sourceOf(section, planning);
  if (isFaults(content)) return content;
  const result = section.wholeFile ? nothing : patched(section, content, planning);
  if (isFaults(result)) return result;
  if (!isEmpty(result)) return [conflict("content_left", section, path)];
  planning.taken.add(path);
  planning.deleted.add(path);
  planning.files.push({ path, change: "delete", hunks: section.hunks.length });
  return [];
}

function planModify(section: Section, planning: Planning): readonly PatchFault[] {
  const path = section.newPath as string;
  const earlier = planning.written.get(path);
  if (earlier === undefined && (planning.taken.has(path) || planning.renamed.has(path))) return [structural("source_twice", section, path)];
  const creates = section.createsMissing === true && earlier === undefined && planning.sources.get(path) === undefined;
  if (creates) return planCreate(section, planning);
  const content = earlier ?? sourceOf(section, planning);
  if (isFaults(content)) return content;
  const result = patchedInLines(section, content, planning);
  if (isFaults(result)) return result;
  planning.written.set(path, result);
  planning.files.push({ path, change: "modify", hunks: section.hunks.length });
  return [];
}

function planRename(section: Section, planning: Planning): readonly PatchFault[] {
  const from = section.oldPath as string;
  const path = section.newPath as string;
  if (planning.taken.has(from)) return [structural("source_twice", section, from)];
  const result = moved(section, planning);
  if (isFaults(result)) return result;
  planning.taken.add(from);
  planning.made.add(path);
  planning.written.set(path, result);
  planning.renames.push({ from, to: path });
  planning.files.push({ path, change: "rename", from, hunks: section.hunks.length });
  return [];
}

function planCopy(section: Section, planning: Planning): readonly PatchFault[] {
  const path = section.newPath as string;
  const result = moved(section, planning);
  if (isFaults(result)) return result;
  planning.made.add(path);
  planning.written.set(path, result);
  planning.files.push({ path, change: "create", hunks: section.hunks.length });
  return [];
}

/** What a rename or copy puts at its new path. */
function moved(section: Section, planning: Planning): Content | readonly PatchFault[] {
  const refused = refuseDestination(section, planning);
  const content = sourceOf(section, planning);
  if (isFaults(content)) return refused === undefined ? content : [refused, ...content];
  return refused === undefined ? patchedInLines(section, content, planning) : [refused];
}

/** A new path must be free, or freed by this patch, and no other section may make it. */
function refuseDestination(section: Section, planning: Planning): PatchFault | undefined {
  const path = section.newPath as string;
  if (planning.made.has(path)) return structural("destination_twice", section, path);
  const source = planning.sources.get(path);
  if (source === undefined || planning.leaving.has(path) || isEmptied(source, planning)) return undefined;
  return fault("already_exists", section.patchLine, { path, kind: source.kind });
}

/** A directory of which the patch takes every file away. */
function isEmptied({ below }: SourceFile, { leaving }: Planning): boolean {
  return below !== undefined && below.every(({ path, kind }) => kind === "directory" || leaving.has(path));
}

/** The file that the section starts from, as it was before the patch. */
function sourceOf(section: Section, planning: Planning): Content | readonly PatchFault[] {
  const path = section.oldPath as string;
  const kind = planning.sources.get(path)?.kind;
  if (kind === undefined) return [fault("not_found", section.patchLine, { path })];
  const content = planning.contents.get(path);
  if (content === undefined) return [fault("not_a_file", section.patchLine, { path, kind: kind as "directory" | "other" })];
  return content;
}

/** The content with the section's hunks and mode. Unchanged content stays the same object. */
function patched(section: Section, content: Content, planning: Planning): Content | readonly PatchFault[] {
  const { options } = planning;
  const unfit = content === nothing ? undefined : refuseSource(section, content, options);
  if (unfit !== undefined) return [unfit];
  const path = (section.newPath ?? section.oldPath) as string;
  const applied = section.hunks.length === 0 ? untouched(content) : applyHunks(section, content.bytes, options.placement ?? "unique");
  if (isFaults(applied)) return applied;
  const { bytes } = applied;
  const doubts = applied.doubts.length > 0 && isProved(section, bytes) ? applied.lasting : applied.doubts;
  if (doubts.length > 0) return doubts;
  if (options.placement !== "git" && isDisproved(section, content, bytes)) return [structural("unfinished_line", section, path)];
  planning.rescues.push(...applied.rescues);
  if (applied.foreign) planning.foreign.add(path);
  const mode = section.newMode ?? content.mode;
  if (bytes === content.bytes && mode === content.mode) return content;
  const refused = refuseResult(section, path, { bytes, mode }, options);
  return refused === undefined ? { bytes, mode } : [refused];
}

function untouched({ bytes }: Content): Applied {
  return { bytes, rescues: [], foreign: false, doubts: [], lasting: [] };
}

/** Whether the section names the contents that it is meant to make, and these are they. */
function isProved({ blobs }: Section, bytes: Uint8Array): boolean {
  return blobs !== undefined && hasBlobName(bytes, blobs.new);
}

/**
 * Whether the text ends with the section, which was made of these contents and not to become these bytes: a marker is lost. Of a new file nothing
 * shows that the name is git's but that it is the name of the same without its last newline.
 */
function isDisproved(section: Section, content: Content, bytes: Uint8Array): boolean {
  const { blobs, hunks } = section;
  if (blobs === undefined || hunks.at(-1)?.endsText !== true) return false;
  if (content === nothing) return isProved(section, bytes.subarray(0, -1));
  return hasBlobName(content.bytes, blobs.old) && !isProved(section, bytes);
}

function refuseSource(section: Section, { bytes, mode }: Content, options: PlanOptions): PatchFault | undefined {
  const path = section.oldPath as string;
  const isLink = mode === "symlink";
  if (isLink && section.oldMode === undefined && section.hunks.length > 0)
    return fault("not_a_file", section.patchLine, { path, kind: "symlink" });
  if (saysOtherwise(section.oldMode, isLink) || saysOtherwise(section.newMode, isLink)) return conflict("type_mismatch", section, path);
  return section.hunks.length === 0 ? undefined : refuseSize(section, path, bytes, options);
}

function saysOtherwise(mode: FileMode | undefined, isLink: boolean): boolean {
  return mode !== undefined && (mode === "symlink") !== isLink;
}

function refuseResult(section: Section, path: string, { bytes, mode }: Content, options: PlanOptions): PatchFault | undefined {
  const target = mode === "symlink" ? decodeStrict(bytes) : undefined;
  if (mode === "symlink" && section.kind !== "delete" && !target) return structural("bad_path", section, path);
  return refuseSize(section, path, bytes, options);
}

function refuseSize(section: Section, path: string, bytes: Uint8Array, options: PlanOptions): PatchFault | undefined {
  const limit = options.maxFileBytes ?? limits.fileBytes;
  return bytes.length > limit ? fault("file_too_large", section.patchLine, { path, size: bytes.length, limit }) : undefined;
}

function isEmpty({ bytes }: Content): boolean {
  return bytes.length === 0 || (bytes.length === 3 && hasByteOrderMark(bytes));
}

/** Every path that a second section names. */
function twicePaths(sections: readonly Section[]): PatchFault[] {
  const seen = new Set<string>();
  return sections.flatMap((section) => {
    const paths = endpoints(section);
    const twice = paths.filter((path) => seen.has(path));
    for (const path of paths) seen.add(path);
    return twice.map((path) => structural("path_twice", section, path));
  });
}

/** Every path below another one of the patch, of those that count. */
function nestedPaths(sections: readonly Section[], counts: (path: string) => boolean): PatchFault[] {
  const paths = new Set<string>();
  for (const section of sections) for (const path of endpoints(section)) if (counts(path)) paths.add(path);
  const nested = new Set<string>();
  for (const path of paths) if (isBelowAny(path, paths)) nested.add(path);
  if (nested.size === 0) return [];
  return sections.flatMap((section) =>
    endpoints(section).flatMap((path) => (nested.delete(path) ? [structural("nested_paths", section, path)] : [])),
  );
}

function isBelowAny(path: string, paths: ReadonlySet<string>): boolean {
  for (let slash = path.indexOf("/", 1); slash >= 0; slash = path.indexOf("/", slash + 1)) if (paths.has(path.slice(0, slash))) return true;
  return false;
}

function endpoints({ oldPath, newPath }: Section): string[] {
  if (oldPath === undefined || oldPath === newPath) return newPath === undefined ? [] : [newPath];
  return newPath === undefined ? [oldPath] : [oldPath, newPath];
}

function structural(reason: InvalidReason, section: Section, path: string): PatchFault {
  return invalid(reason, section.patchLine, path);
}

function conflict(reason: ConflictReason, section: Section, path: string): PatchFault {
  return fault("patch_conflict", section.patchLine, { reason, path, patchLine: section.patchLine });
}

function isFaults(result: object): result is readonly PatchFault[] {
  return Array.isArray(result);
}
