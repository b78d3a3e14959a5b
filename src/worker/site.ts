import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { History } from "../ports/history.ts";
import type { Profile } from "../tools/profile.ts";
import type { LogVolume } from "../volumes/opfs/log-volume.ts";
import type { Volume } from "../volumes/volume.ts";
import { createWorkspace } from "../workspace/index.ts";
import type { ForkedWorkspace, Workspace } from "../workspace/workspace.ts";
import type { Opened, OpenRequest, Persistence, VolumeRequest } from "./protocol.ts";

/** A page's `volume` option as it came over the wire, unchecked, with the root of its workspace and what may be kept in RAM. */
export interface VolumeOrder extends VolumeRequest {
  readonly root: VolumePath;
  /** For a volume that keeps contents in RAM: the workspace keeps what it keeps out of the same budget. */
  readonly cacheBytes?: number;
  readonly [option: string]: unknown;
}

export type VolumeFactory = (order: VolumeOrder) => MaybePromise<Volume>;

/** What a worker was given. */
export interface Provisions {
  readonly volumes: Readonly<Record<string, VolumeFactory>>;
  readonly profiles: readonly Profile[];
  readonly clock: () => number;
}

/** The workspace of a worker, the same for all pages that it serves. */
export interface Site {
  readonly provisions: Provisions;
  readonly volume: SiteVolume;
  readonly workspace: Workspace;
  readonly opened: Opened;
}

/** Any volume; one on a disk has more to say. */
type GivenVolume = Volume & Partial<Pick<LogVolume, "notes" | "usage">>;

/** What is asked of it by itself, and not through the workspace. */
export type SiteVolume = Pick<GivenVolume, "committed" | "refresh" | "entry" | "children" | "usage" | "notes">;

export async function openSite(provisions: Provisions, request: OpenRequest): Promise<Site> {
  const { root, home, ignore, history, cacheBytes } = request;
  const reason = request.fallback === undefined ? undefined : await whyNothingLasts(request);
  const order = reason === undefined ? request.volume : { kind: "memory" };
  const volume: GivenVolume = await factoryOf(provisions, order.kind)({ ...order, root, cacheBytes });
  const workspace = await createWorkspace(volume, { root, home, ignore, history, cacheBytes, external: true });
  const opened = { ...factsOf(workspace), persistence: await persistenceOf(volume, reason) };
  return { provisions, volume, workspace, opened };
}

/** A fork's own site, beside that of what it is a fork of. */
export function siteOfFork({ provisions }: Site, workspace: ForkedWorkspace): Site {
  const opened: Opened = { ...factsOf(workspace), persistence: { kind: "memory" } };
  return { provisions, volume: workspace.volume, workspace, opened };
}

function factsOf({ root, capabilities, fs, history }: Workspace): Omit<Opened, "persistence"> {
  return {
    root,
    capabilities,
    fs: Object.keys(fs) as (keyof FileSystem)[],
    history: Object.keys(history) as (keyof History)[],
  };
}

function factoryOf({ volumes }: Provisions, kind: string): VolumeFactory {
  const factory = Object.hasOwn(volumes, kind) ? volumes[kind] : undefined;
  if (!factory) throw notGiven("volume", kind, `serve({ volumes: { ${kind}: … } })`);
  return factory;
}

/** Undefined where there is a private file system. What it holds may be busy, damaged or too new: that is nothing to fall back from. */
async function whyNothingLasts({ volume }: OpenRequest): Promise<string | undefined> {
  if (volume.kind !== "opfs") throw fail("invalid_arguments", { issues: [{ at: "fallback", problem: "conflict", expected: "opfs" }] });
  const { whyUnreachable } = await import("../volumes/opfs/home.ts");
  return (await whyUnreachable())?.reason;
}

async function persistenceOf({ capabilities }: Volume, reason: string | undefined): Promise<Persistence> {
  if (!capabilities.durable) return { kind: "memory", ...(reason === undefined ? {} : { reason }) };
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined;
  const granted = await storage?.persisted?.();
  return { kind: "durable", ...(granted === undefined ? {} : { granted }) };
}

export function notGiven(what: string, name: string, remedy: string): Error {
  return fail("unavailable", { what: `${what} "${name}"`, reason: "the worker was not given it", remedy });
}
