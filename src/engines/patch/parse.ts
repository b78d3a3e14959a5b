import { isPortsideError, type PatchFault, type PortsideError } from "../../core/errors.ts";
import { comparePaths } from "../../core/path.ts";
import { encode } from "../../core/text.ts";
import { readEnvelope, startsEnvelope } from "./envelope.ts";
import { isNameOfNothing } from "./blob-name.ts";
import { type InvalidReason, invalid, refuse, refuseFaults } from "./faults.ts";
import { tableOf } from "./hunk-lines.ts";
import { allCarriageReturns, byteString, endingOf, lineText, splitLines } from "./lines.ts";
import type { Rescue } from "./rescue.ts";
import { atEnd, lineNumber, note, peek, type Reading, type Scanner, startsGitSection, startsNames } from "./scanner.ts";
import { isBinaryNotice, readSection, type Section } from "./section.ts";

export type { HunkLine } from "./hunk-lines.ts";
export type { Hunk } from "./hunks.ts";
export type { FileMode, Section } from "./section.ts";

export interface ParseOptions {
  /** "scope" allows no copy and no section that changes only a mode; absent: "git". */
  readonly sections?: "git" | "scope";
  /** As git apply reads a patch: a CR is always content, an absolute name is a path without its slash, and only names without any slash go bare. */
  readonly asGit?: boolean;
  /** Where the patch cannot be read as it is written, it is read kindly, and `rescues` says how. */
  readonly rescue?: boolean;
}

/** A patch as it was read. */
export interface ReadPatch {
  readonly sections: readonly Section[];
  readonly rescues: readonly Rescue[];
}

/**
 * The sections of a unified diff, Git's or a traditional one, with whatever stands around them. Pure. Throws patch_invalid for the first
 * fault (`InvalidReason`), with all of them in `details.faults`.
 */
export function parsePatch(patch: string | Uint8Array, options: ParseOptions = {}): readonly Section[] {
  return readPatch(patch, options).sections;
}

/** As `parsePatch`, and how it was read. */
export function readPatch(patch: string | Uint8Array, options: ParseOptions = {}): ReadPatch {
  try {
    return readAs(options.asGit === true ? "git" : "plain", patch, options);
  } catch (error) {
    if (options.rescue !== true || !isPortsideError(error, "patch_invalid")) throw error;
    return kindlyInstead(error, patch, options);
  }
}

/** Every rescue allowed, also where the patch could be read as it is written. */
export function readKindly(patch: string | Uint8Array, options: ParseOptions = {}): ReadPatch {
  return readAs("kind", patch, options);
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

function readAs(reading: Reading, patch: string | Uint8Array, options: ParseOptions): ReadPatch {
  const bytes = typeof patch === "string" ? encode(patch) : patch;
  const lines = splitLines(bytes);
  const ascii = bytes.length === patch.length && typeof patch === "string" ? patch : undefined;
  const carriageReturns = reading !== "git" && allCarriageReturns(lines);
  const scanner: Scanner = {
    lines,
    ascii,
    carriageReturns,
    reading,
    rescued: [],
    table: tableOf(lines, lines.count),
    at: 0,
  };
  const sections: Section[] = [];
  const rescues: Rescue[] = [];
  const faults: PatchFault[] = [];
  while (skipToSection(scanner, faults)) {
    const first = scanner.at;
    try {
      const read = startsEnvelope(scanner) ? readEnvelope(scanner) : [readSection(scanner)];
      for (const section of read) {
        refuseForbidden(section, options);
        if (reading !== "git") refuseLostHunks(section);
      }
      sections.push(...read);
      rescues.push(...rescuesOf(scanner, read));
    } catch (error) {
      faults.push(...faultsOf(error));
      if (scanner.at === first) scanner.at++;
    }
  }
  refuseFaults(faults);
  if (sections.length === 0) refuse(isBlank(bytes) ? "blank" : "not_a_patch", 1);
  if (reading === "git") refuseMixedPrefixes(sections);
  return { sections, rescues };
}

/** What was read kindly, each with the section that it stands in, or that comes next. */
function rescuesOf(scanner: Scanner, sections: readonly Section[]): Rescue[] {
  if (scanner.rescued.length === 0) return [];
  return scanner.rescued.splice(0).map(({ rescue, line }) => {
    const section = sections.findLast(({ patchLine }) => patchLine <= line) ?? sections[0];
    return { rescue, line, path: section?.newPath ?? section?.oldPath ?? "" };
  });
}

/** Passes over mails, prose and fences. What looks like a part of a patch there is a fault: it would be lost without a word. */
function skipToSection(scanner: Scanner, faults: PatchFault[]): boolean {
  const { reading } = scanner;
  for (; !atEnd(scanner); scanner.at++) {
    if (startsGitSection(scanner) || startsNames(scanner)) return true;
    if (reading === "kind" && startsEnvelope(scanner)) return true;
    const line = peek(scanner);
    const reason = lostPart(line) ?? (reading !== "git" && startsUnfinished(scanner) ? "unfinished_line" : undefined);
    // After a fault the rest of its section is passed over too: one fault for each section is enough.
    if (reason !== undefined && faults.length === 0) faults.push(invalid(reason, lineNumber(scanner)));
    if (line.startsWith("```") && !atEnd(scanner)) note(scanner, "surrounding_text");
  }
  return false;
}

/** The text ends within the words that begin another file, or a hunk. */
function startsUnfinished({ lines, at }: Scanner): boolean {
  if (endingOf(lines, at) !== "") return false;
  const line = byteString(lineText(lines, at));
  return line !== "" && ["diff --git ", "@@"].some((words) => words.startsWith(line));
}

function lostPart(line: string): InvalidReason | undefined {
  if (line.startsWith("@@")) return "stray_hunk";
  if (isBinaryNotice(line)) return "binary_patch";
  return line.startsWith("*** Begin Patch") ? "begin_patch_envelope" : undefined;
}

/** In git's reading the first bare names settle that no name of the patch has a prefix. */
function refuseMixedPrefixes(sections: readonly Section[]): void {
  const bare = sections.findIndex((section) => section.bare === true);
  const prefixed = bare < 0 ? undefined : sections.slice(bare).find((section) => section.bare !== true);
  if (prefixed !== undefined) refuse("missing_prefix", prefixed.patchLine, prefixed.newPath ?? prefixed.oldPath);
}

/** An index line says that the contents change or are not empty, a similarity that they change: then there were hunks. */
function refuseLostHunks({ kind, hunks, blobs, altered, patchLine, oldPath, newPath }: Section): void {
  if (kind === "delete" || hunks.length > 0) return;
  const changes = altered === true || (blobs !== undefined && !isNameOfNothing(blobs.new));
  if (changes) refuse("missing_hunks", patchLine, newPath ?? oldPath);
}

function refuseForbidden(section: Section, options: ParseOptions): void {
  const { kind, hunks, patchLine, oldMode, newMode } = section;
  const path = section.newPath ?? section.oldPath;
  if (kind === "create" && hunks.some((hunk) => hunk.oldLines > 0)) refuse("create_from_content", patchLine, path);
  if (kind === "modify" && hunks.length === 0 && (newMode === undefined || newMode === oldMode)) refuse("no_effect", patchLine, path);
  if (options.sections !== "scope") return;
  if (kind === "copy") refuse("copy_refused", patchLine, path);
  if (kind === "modify" && hunks.length === 0) refuse("mode_only_refused", patchLine, path);
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** What was wrong with the letter says more than what kindness came to, unless the patch is of the dialect that only kindness reads. */
function kindlyInstead(plainly: PortsideError<"patch_invalid">, patch: string | Uint8Array, options: ParseOptions): ReadPatch {
  try {
    return readKindly(patch, options);
  } catch (error) {
    if (!isPortsideError(error, "patch_invalid")) throw error;
    throw plainly.details.reason === "begin_patch_envelope" ? error : plainly;
  }
}

function faultsOf(error: unknown): readonly PatchFault[] {
  if (!isPortsideError(error, "patch_invalid")) throw error;
  return error.details.faults ?? [];
}
