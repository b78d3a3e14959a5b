import { fail, isPortsideError, type PatchFault } from "../core/errors.ts";
import { join, parent, relativeTo, segments, type VolumePath } from "../core/path.ts";
import { encode } from "../core/text.ts";
import {
  parsePatch,
  type PatchChange,
  type PatchPlan,
  planPatch,
  type Placement,
  type PlannedFile,
  readPaths,
  refuseFaults,
  type Section,
  type SourceFile,
} from "../engines/patch/index.ts";
import type { CallContext } from "../ports/call.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { PatchApplier, PatchedFile, PatchRequest, PatchResponse } from "../ports/patch-applier.ts";
import type { Change, Entry, Receipt } from "../volumes/volume.ts";
import type { Access, Capability, Place, Plan, Target } from "./access.ts";

export function createPatchApplier(access: Access): PatchApplier {
  return {
    async apply(request, context = {}) {
      const placement = placementOf(request.dialect);
      const sections = parsePatch(request.patch, sectionRules(request));
      return access.change<PatchResponse>(
        {
          ...(request.expected ? { expected: request.expected } : {}),
          plan: () => planAll(access, { sections, request, placement }, context),
        },
        context,
      );
    },
  };
}

function placementOf({ placement }: Dialect = {}): Placement {
  if (placement === "git") throw fail("unavailable", { what: "placement git", reason: "not_supported_yet" });
  return placement ?? "unique";
}

function sectionRules({ dialect }: PatchRequest): { readonly sections?: "git" | "scope" } {
  return dialect?.sections ? { sections: dialect.sections } : {};
}

interface PlanInput {
  readonly sections: readonly Section[];
  readonly request: PatchRequest;
  readonly placement: Placement;
}

async function planAll(access: Access, { sections, request, placement }: PlanInput, context: CallContext): Promise<Plan<PatchResponse>> {
  const places = await locateAll(access, sections, context);
  const resolved = sections.map((section) => inResultPaths(access, section, places));
  const byShown = new Map([...places.values()].map((place) => [access.shown(place.path), place]));
  const { maxFileBytes } = request.dialect ?? {};
  const options = { placement, ...sectionRules(request), ...(maxFileBytes === undefined ? {} : { maxFileBytes }) };
  const patch = planPatch(resolved, await readSources(access, resolved, byShown), options);
  return planOf(access, patch, byShown);
}

/** Every path of the patch, resolved; all that are refused are told at once. */
async function locateAll(access: Access, sections: readonly Section[], context: CallContext): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const faults: PatchFault[] = [];
  for (const path of readPaths(sections)) {
    try {
      places.set(path, await access.locate(path, { for: "write", leaf: "keep", absent: true }, context));
    } catch (error) {
      if (!isPortsideError(error) || error.code === "aborted") throw error;
      faults.push({ code: error.code, path, patchLine: lineOf(sections, path), details: { ...error.details } });
    }
  }
  refuseFaults(faults.toSorted((a, b) => a.patchLine - b.patchLine));
  return places;
}

function lineOf(sections: readonly Section[], path: string): number {
  return sections.find(({ oldPath, newPath }) => oldPath === path || newPath === path)?.patchLine ?? 1;
}

/** Two spellings of one file become one path, so that the planner sees them as the same. */
function inResultPaths(access: Access, section: Section, places: ReadonlyMap<string, Place>): Section {
  const shown = (path: string): string => access.shown((places.get(path) as Place).path);
  return {
    ...section,
    ...(section.oldPath === undefined ? {} : { oldPath: shown(section.oldPath) }),
    ...(section.newPath === undefined ? {} : { newPath: shown(section.newPath) }),
  };
}

async function readSources(
  access: Access,
  sections: readonly Section[],
  places: ReadonlyMap<string, Place>,
): Promise<Map<string, SourceFile | undefined>> {
  const sources = new Map<string, SourceFile | undefined>();
  for (const path of readPaths(sections)) sources.set(path, await sourceOf(access, places.get(path)?.entry));
  return sources;
}

async function sourceOf(access: Access, entry: Entry | undefined): Promise<SourceFile | undefined> {
  if (entry === undefined) return undefined;
  if (entry.kind === "file") return { kind: "file", bytes: await access.read(entry), executable: entry.executable };
  return { kind: entry.kind, bytes: entry.kind === "symlink" ? encode(entry.target) : new Uint8Array(), executable: false };
}

function planOf(access: Access, patch: PatchPlan, places: ReadonlyMap<string, Place>): Plan<PatchResponse> {
  const volumePath = (path: string): VolumePath => (path === "" ? access.root : segments(path).reduce(join, access.root));
  const changes = withDirectories(
    access,
    patch.changes.map((change) => volumeChange(change, { places, volumePath })),
  );
  const targets = patch.files.flatMap((file) => targetsOf(file, places));
  return {
    targets,
    changes,
    respond: (receipt) => ({
      files: patch.files.map((file) => patched(file, volumePath, { changes, receipt })),
      hunks: patch.hunks,
      notes: [],
    }),
  };
}

/** The engine's step as the volume's; a file that is rewritten or removed must be the one that was read. */
function volumeChange(
  change: PatchChange,
  { places, volumePath }: { readonly places: ReadonlyMap<string, Place>; readonly volumePath: (path: string) => VolumePath },
): Change {
  if (change.op === "rename") return { op: "rename", from: volumePath(change.from), to: volumePath(change.to) };
  const path = volumePath(change.path);
  const entry = places.get(change.path)?.entry;
  if (change.op !== "remove" || entry === undefined) return { ...change, path };
  return { op: "remove", path, expect: entry.kind === "file" ? entry.version : entry.id };
}

/** The missing directories of whatever a change brings into being, just before it. */
function withDirectories(access: Access, changes: readonly Change[]): Change[] {
  const made = new Set<VolumePath>();
  return changes.flatMap((change) => {
    const destination = change.op === "rename" ? change.to : change.path;
    return [...missingAbove(access, destination, made), change];
  });
}

function missingAbove(access: Access, path: VolumePath, made: Set<VolumePath>): Change[] {
  let at = access.root;
  const directories = segments(relativeTo(parent(path), access.root)).map((name) => (at = join(at, name)));
  const missing = directories.filter((directory) => !made.has(directory) && access.volume.entry(directory) === undefined);
  for (const directory of missing) made.add(directory);
  return missing.map((directory) => ({ op: "mkdir", path: directory }));
}

/** What each section asks leave for: both ends of a rename, and "delete" for what is deleted. */
function targetsOf({ path, change, from }: PlannedFile, places: ReadonlyMap<string, Place>): Target[] {
  const target = (at: string, capability: Capability): Target => ({ place: places.get(at) as Place, capability });
  if (change === "rename" && from !== undefined) return [target(from, "move"), target(path, "move")];
  return [target(path, change === "delete" ? "delete" : "write")];
}

function patched(
  { path, change, from, hunks }: PlannedFile,
  volumePath: (path: string) => VolumePath,
  { changes, receipt }: { readonly changes: readonly Change[]; readonly receipt: Receipt | undefined },
): PatchedFile {
  const version = change === "delete" ? undefined : versionAt(volumePath(path), changes, receipt);
  return {
    path,
    hunks,
    ...(change === "create" ? { created: true } : {}),
    ...(change === "delete" ? { deleted: true } : {}),
    ...(from === undefined ? {} : { movedFrom: from }),
    ...(version === undefined ? {} : { version }),
  };
}

/** The version that the last change at a path left. */
function versionAt(path: VolumePath, changes: readonly Change[], receipt: Receipt | undefined): string | undefined {
  const index = changes.findLastIndex((change) => (change.op === "rename" ? change.to : change.path) === path);
  const entry = receipt?.entries[index];
  return entry?.kind === "file" ? entry.version : undefined;
}
