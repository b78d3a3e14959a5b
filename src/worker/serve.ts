import { expose } from "comlink";
import type { Endpoint } from "comlink";
import type { Profile } from "../tools/profile.ts";
import { presets } from "../tools/presets.ts";
import { profiles } from "../tools/profiles.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import { formatVersion } from "../volumes/opfs/format.ts";
import type { Volume } from "../volumes/volume.ts";
import { admitGuests } from "./guests.ts";
import { createHost } from "./host.ts";
import { mutatingPorts } from "./mutating-ports.ts";
import { mutatingTransfers } from "./mutating-transfers.ts";
import { protocol } from "./protocol.ts";
import type { OpenRequest, Ready } from "./protocol.ts";
import type { Questions } from "./questions.ts";
import { refuseOther } from "./refuse-other.ts";
import { createSession } from "./session.ts";
import type { Session } from "./session.ts";
import { openSite } from "./site.ts";
import type { Provisions, Site, VolumeFactory, VolumeOrder } from "./site.ts";

export { declaredPaths } from "../policy/declared-paths.ts";
export type { DeclaredPaths } from "../policy/declared-paths.ts";
export type { Guard, Intent, Sight } from "../policy/guard.ts";
export { createPathRules } from "../policy/path-rules.ts";
export type { PathRule, PathRuleOptions } from "../policy/path-rules.ts";
export { createPermissions } from "../policy/permissions.ts";
export type { PermissionOptions, Permissions } from "../policy/permissions.ts";
export { createStaleness } from "../policy/staleness.ts";
export type { Staleness, StalenessOptions } from "../policy/staleness.ts";
export { createJournalGuard, createWriteJournal } from "../policy/write-journal.ts";
export type { JournalGuardOptions, JournalState, WriteJournal, WriteJournalOptions } from "../policy/write-journal.ts";
export { createTools } from "../tools/catalog.ts";
export type { Catalog, CallOptions } from "../tools/catalog.ts";
export { createWorkspace } from "../workspace/index.ts";
export type { Caller, Workspace, WorkspaceOptions } from "../workspace/workspace.ts";
export type { VolumeFactory, VolumeOrder } from "./site.ts";

export interface ServeOptions {
  /** By the `kind` that a page asks for; "memory", "opfs", "directory" and "webcontainer" are there in any case. */
  readonly volumes?: Readonly<Record<string, VolumeFactory>>;
  /** Besides the built-in ones. */
  readonly profiles?: readonly Profile[];
  /** Milliseconds; for the durations in results. */
  readonly clock?: () => number;
}

/**
 * Serves one workspace to the page at the other end of `endpoint`. It is all that a worker of one's own does:
 *
 *     import { serve } from "portside/worker";
 *     serve({ volumes: { mine: ({ name }) => createMyVolume(name) } });
 */
export function serve(options: ServeOptions = {}, endpoint: Endpoint = globalThis as unknown as Endpoint): void {
  const provisions: Provisions = {
    volumes: { memory: createMemoryVolume, opfs, directory, webcontainer, ...options.volumes },
    profiles: [...Object.values(profiles), ...Object.values(presets), ...(options.profiles ?? [])],
    // oxlint-disable-next-line no-restricted-properties -- here is where the worker's clock comes from
    clock: options.clock ?? (() => performance.now()),
  };
  const { port1, port2 } = new MessageChannel();
  const ready = holdLock().then((lock) => readyOf(provisions, lock));
  const open = async (request: OpenRequest, questions: Questions): Promise<Session> =>
    openForAll({ provisions, request, questions, ready: await ready });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port
  const { host } = createHost({ open, post: (event) => port1.postMessage(event) });
  expose(host, endpoint);
  void ready.then((said) => endpoint.postMessage({ ...said, events: port2 } satisfies Ready, [port2]));
}

/** Loaded when a page asks for them. */
async function directory(order: VolumeOrder): Promise<Volume> {
  const { openDirectoryVolume } = await import("../volumes/directory/directory.ts");
  return openDirectoryVolume({ ...order, handle: order.handle as FileSystemDirectoryHandle });
}

async function webcontainer(order: VolumeOrder): Promise<Volume> {
  const { openSharedContainer } = await import("../volumes/webcontainer/share.ts");
  return openSharedContainer(order as VolumeOrder & { readonly channel: string });
}

async function opfs(order: VolumeOrder): Promise<Volume> {
  const { openOpfsVolume } = await import("../volumes/opfs/opfs.ts");
  return openOpfsVolume({ ...order, name: order.name ?? "" });
}

type ReadyForAll = Omit<Ready, "events">;

function readyOf({ volumes, profiles: known }: Provisions, lock: string | undefined): ReadyForAll {
  const capabilities = { volumes: Object.keys(volumes), profiles: known.map(({ name }) => name), format: formatVersion, lock };
  return { type: "ready", protocol, ports: { ...mutatingPorts, ...mutatingTransfers, usage: false, notes: false }, capabilities };
}

/** Whoever asks for this lock gets it when the worker ends, however it ends. Undefined where there are no locks. */
function holdLock(): Promise<string | undefined> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (locks === undefined) return Promise.resolve(undefined);
  const name = `portside:${crypto.randomUUID()}`;
  return new Promise((resolve) => {
    const held = locks.request(name, () => {
      resolve(name);
      return new Promise<never>(() => {});
    });
    held.catch(() => resolve(undefined)); // an opaque origin has locks and refuses them
  });
}

interface ForAll {
  readonly provisions: Provisions;
  readonly request: OpenRequest;
  readonly questions: Questions;
  readonly ready: ReadyForAll;
}

/** Opens the workspace for the worker's own page, and from then on for guests, where there may be any. */
async function openForAll({ provisions, request, questions, ready }: ForAll): Promise<Session> {
  const site = await openSite(provisions, request);
  const { tabs } = request;
  const lets = tabs !== undefined && site.opened.capabilities.durable;
  const guests = lets ? admitGuests({ tabs, ready, open: (asked, theirs) => openForGuest(site, request, asked, theirs) }) : undefined;
  return createSession(site, questions, async () => {
    await guests?.retire();
    await site.workspace.dispose();
  });
}

async function openForGuest(site: Site, used: OpenRequest, asked: OpenRequest, questions: Questions): Promise<Session> {
  refuseOther(used, asked);
  return createSession(site, questions, () => {});
}
