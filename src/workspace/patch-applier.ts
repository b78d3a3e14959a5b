import { fail, isPortsideError, type PatchFault, PortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { join, parent, relativeTo, segments, type VolumePath } from "../core/path.ts";
import { encode } from "../core/text.ts";
import {
  firstOfEach,
  type ParseOptions,
  type PatchChange,
  planPatch,
  type PlannedFile,
  readKindly,
  readPatch,
  type ReadPatch,
  readPaths,
  refuseFaults,
  type Section,
  type SourceFile,
} from "../engines/patch/index.ts";
import type { CallContext } from "../ports/call.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { PatchApplier, PatchResponse } from "../ports/patch-applier.ts";
import type { Change, Entry } from "../volumes/volume.ts";
import type { Access, Capability, Place, Plan, Target } from "./access.ts";
import { acknowledged, type PlannedPatch, wholeResponse } from "./patch-response.ts";

export function createPatchApplier(access: Access): PatchApplier {
  return {
    async apply({ patch, dialect = {}, expected }, context = {}) {
      const options = parseOptions(dialect);
      const read = readPatch(patch, options);
      let planned: LocatedPatch | undefined;
      const plan = async (of: ReadPatch): Promise<Plan<PatchResponse>> => {
        planned = await planAll(access, { patch: of, dialect }, context);
        return planOf(access, planned);
      };
      const planKindly = (): Promise<Plan<PatchResponse>> => orKindly(plan(read), () => plan(readKindly(patch, options)));
      const mutation = { ...(expected && { expected }), plan: () => (options.rescue === true ? planKindly() : plan(read)) };
      return access.change<PatchResponse>(mutation, context).catch((error: unknown) => {
        throw planned === undefined ? error : withResponse(error, planned);
      });
    },
  };
}

/** The scope dialect and git's own reading take a patch by its letter. */
function parseOptions({ placement, rescue = placement !== "git", sections = "git" }: Dialect = {}): ParseOptions {
  return { sections, asGit: placement === "git", rescue };
}

/** Codes of a patch that does not fit as it was read: read otherwise it may. */
const misfits = ["patch_invalid", "patch_conflict", "patch_ambiguous", "not_found"] as const;

/** A patch that does not fit is read kindly. What was wrong with the letter says more than what kindness came to. */
async function orKindly<T>(plainly: Promise<T>, kindly: () => Promise<T>): Promise<T> {
  try {
    return await plainly;
  } catch (error) {
    if (!misfits.some((code) => isPortsideError(error, code))) throw error;
    return kindly().catch((other: unknown) => {
      throw isPortsideError(other) && other.code !== "aborted" ? error : other;
    });
  }
}

interface PlanInput {
  readonly patch: ReadPatch;
  readonly dialect: Dialect;
}

/** A planned patch with the places of all its paths, as results show them. */
interface LocatedPatch extends PlannedPatch {
  readonly places: ReadonlyMap<string, Place>;
}

async function planAll(access: Access, { patch, dialect }: PlanInput, context: CallContext): Promise<LocatedPatch> {
  const { placement = "unique", sections = "git", maxFileBytes } = dialect;
  const places = await locateAll(access, { sections: patch.sections, links: sections === "scope" }, context);
  const resolved = patch.sections.map((section) => inResultPaths(access, section, places));
  const byShown = new Map([...places.values()].map((place) => [access.shown(place.path), place]));
  const options = { placement, sections, ...(maxFileBytes === undefined ? {} : { maxFileBytes }) };
  const plan = planPatch(resolved, await readSources(access, resolved, byShown), options);
  return { plan, rescues: firstOfEach([...patch.rescues, ...plan.rescues]), places: byShown };
}

interface Locating {
  readonly sections: readonly Section[];
  /** Whether a path may lead through a link. */
  readonly links: boolean;
}

/** Every path of the patch, resolved; all that are refused are told at once. */
async function locateAll(access: Access, { sections, links }: Locating, context: CallContext): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const faults: PatchFault[] = [];
  const leaving = leavingPaths(sections);
  const lines = linesOf(sections);
  for (const path of readPaths(sections)) {
    try {
      const above = leavingAbove(path, leaving, places);
      places.set(path, above === undefined ? await locate(access, path, context) : below(above, path));
      if (!links) refuseLinks(access, path);
    } catch (error) {
      if (!isPortsideError(error) || error.code === "aborted") throw error;
      faults.push({ code: error.code, path, patchLine: lines.get(path) ?? 1, details: { ...error.details } });
    }
  }
  refuseFaults(faults.toSorted((a, b) => a.patchLine - b.patchLine));
  return places;
}

function locate(access: Access, path: string, context: CallContext): MaybePromise<Place> {
  return access.locate(path, { for: "write", leaf: "keep", absent: true, inside: true }, context);
}

/** What this patch takes away from where it is. */
function leavingPaths(sections: readonly Section[]): ReadonlySet<string> {
  const leaving = sections.filter(({ kind }) => kind === "delete" || kind === "rename");
  return new Set(leaving.flatMap(({ oldPath }) => oldPath ?? []));
}

/** The file above the path that this patch takes away, so that a directory can have its name. */
function leavingAbove(
  path: string,
  leaving: ReadonlySet<string>,
  places: ReadonlyMap<string, Place>,
): readonly [string, Place] | undefined {
  for (let slash = path.indexOf("/", 1); slash > 0; slash = path.indexOf("/", slash + 1)) {
    const above = path.slice(0, slash);
    const place = leaving.has(above) ? places.get(above) : undefined;
    if (place?.entry !== undefined && place.entry.kind !== "directory") return [above, place];
  }
  return undefined;
}

function below([above, place]: readonly [string, Place], path: string): Place {
  return { ...place, path: segments(relativeTo(path, above)).reduce(join, place.path), entry: undefined };
}

/** As git, a patch names files by where they are: a path through a link is another name for what lies elsewhere. */
function refuseLinks(access: Access, path: string): void {
  const inside = path.startsWith("/") ? relativeTo(path, access.root) : path;
  let at = access.root;
  for (const name of segments(inside).slice(0, -1)) {
    at = join(at, name);
    if (access.volume.entry(at)?.kind === "symlink") throw fail("path_not_allowed", { path, root: access.root, reason: "link" });
  }
}

/** The line of the first section that names each path. */
function linesOf(sections: readonly Section[]): ReadonlyMap<string, number> {
  const lines = sections
    .toReversed()
    .flatMap(({ oldPath, newPath, patchLine }) => [oldPath, newPath].map((path) => [path, patchLine] as const));
  return new Map(lines.filter((line): line is readonly [string, number] => line[0] !== undefined));
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
  const paths = readPaths(sections);
  for (const [i, path] of paths.entries()) {
    const source = await sourceOf(access, places.get(path)?.entry);
    // In component order what lies below a directory comes right after it.
    const holds = source?.kind === "directory" && paths[i + 1]?.startsWith(`${path}/`) === true;
    sources.set(path, holds ? { ...source, below: everythingBelow(access, path, places.get(path)?.entry) } : source);
  }
  return sources;
}

async function sourceOf(access: Access, entry: Entry | undefined): Promise<SourceFile | undefined> {
  if (entry === undefined) return undefined;
  if (entry.kind === "file") return { kind: "file", bytes: await access.read(entry), executable: entry.executable };
  return { kind: entry.kind, bytes: entry.kind === "symlink" ? encode(entry.target) : new Uint8Array(), executable: false };
}

function everythingBelow(
  access: Access,
  path: string,
  entry: Entry | undefined,
): { readonly path: string; readonly kind: Entry["kind"] }[] {
  if (entry?.kind !== "directory") return [];
  return access.volume.children(entry).flatMap(({ name, entry: child }) => {
    const at = `${path}/${name}`;
    return [{ path: at, kind: child.kind }, ...everythingBelow(access, at, child)];
  });
}

function planOf(access: Access, located: LocatedPatch): Plan<PatchResponse> {
  const { plan, places } = located;
  const volumePath = (path: string): VolumePath => (path === "" ? access.root : segments(path).reduce(join, access.root));
  const steps = plan.changes.map((change) => volumeChange(change, { places, volumePath }));
  const changes = withDirectories(access, steps);
  const targets = plan.files.flatMap((file) => targetsOf(file, places));
  return { targets, changes, respond: (receipt) => wholeResponse(located, { changes, receipt, volumePath }) };
}

/** A commit that broke off says which files of the patch are done: `details.response`, in the shape of a whole answer. */
function withResponse(error: unknown, planned: PlannedPatch): unknown {
  if (!isPortsideError(error) || error.status === "rejected") return error;
  const { code, status, effects } = error;
  const details = { ...error.details, response: acknowledged(planned, effects) };
  return new PortsideError({ code, status, effects, details, cause: error });
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
  const gone = new Set<VolumePath>();
  const isThere = (path: VolumePath): boolean => made.has(path) || (access.volume.entry(path) !== undefined && !gone.has(path));
  return changes.flatMap((change) => {
    const missing = change.op === "remove" ? [] : directoriesAbove(access, destinationOf(change)).filter((path) => !isThere(path));
    for (const path of missing) made.add(path);
    if (change.op === "remove") gone.add(change.path);
    if (change.op === "rename") gone.add(change.from);
    return [...missing.map((path) => ({ op: "mkdir", path }) as const), change];
  });
}

function destinationOf(change: Change): VolumePath {
  return change.op === "rename" ? change.to : change.path;
}

/** From the root downwards. */
function directoriesAbove(access: Access, path: VolumePath): VolumePath[] {
  let at = access.root;
  return segments(relativeTo(parent(path), access.root)).map((name) => (at = join(at, name)));
}

/** What each section asks leave for: both ends of a rename, and "delete" for what is deleted. */
function targetsOf({ path, change, from }: PlannedFile, places: ReadonlyMap<string, Place>): Target[] {
  const target = (at: string, capability: Capability): Target => ({ place: places.get(at) as Place, capability });
  if (change === "rename" && from !== undefined) return [target(from, "move"), target(path, "move")];
  return [target(path, change === "delete" ? "delete" : "write")];
}
