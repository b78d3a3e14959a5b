import { expose, transfer } from "comlink";
import type { Endpoint } from "comlink";
import { fail, toErrorData } from "../core/errors.ts";
import { asPortsideError } from "../core/fate.ts";
import type { CallContext } from "../ports/call.ts";
import type { Profile } from "../tools/profile.ts";
import { presets } from "../tools/presets.ts";
import { profiles } from "../tools/profiles.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Volume } from "../volumes/volume.ts";
import { mutatingPorts } from "./mutating-ports.ts";
import { mutatingTransfers } from "./mutating-transfers.ts";
import { protocol } from "./protocol.ts";
import type { Answer, Host, Id, Opened, OpenRequest, PortName, Ready, Target, Targets, WireContext, WireEvent } from "./protocol.ts";
import { createQuestions } from "./questions.ts";
import { openSession } from "./session.ts";
import type { Provisions, Session, VolumeFactory, VolumeOrder } from "./session.ts";
import { buffersOf } from "./transfer.ts";

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
export type { VolumeFactory, VolumeOrder } from "./session.ts";

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
  expose(createHost(provisions, port1), endpoint);
  void holdLock().then((lock) => endpoint.postMessage(ready(provisions, port2, lock), [port2]));
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

function ready({ volumes, profiles: known }: Provisions, events: MessagePort, lock: string | undefined): Ready {
  const capabilities = { volumes: Object.keys(volumes), profiles: known.map(({ name }) => name), lock };
  return { type: "ready", protocol, ports: { ...mutatingPorts, ...mutatingTransfers }, capabilities, events };
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

function createHost(provisions: Provisions, events: MessagePort): Host {
  const post = (event: WireEvent): void => events.postMessage(event); // oxlint-disable-line unicorn/require-post-message-target-origin -- a port
  const aborts = new Map<Id, AbortController>();
  let opening: Promise<Session> | undefined;
  let session: Session | undefined;

  async function open(request: OpenRequest): Promise<Opened> {
    if (opening) throw fail("workspace_busy", { workspace: request.volume.name ?? request.volume.kind });
    opening = openSession(provisions, request, createQuestions(post));
    session = await opening;
    return session.opened;
  }

  function contextOf(id: Id, { progress, signal, ...context }: WireContext): CallContext {
    return {
      ...context,
      ...(progress && { onProgress: (done) => post({ type: "progress", id, progress: done }) }),
      ...(signal && { signal: signal === "aborted" ? AbortSignal.abort() : abortable(id) }),
    };
  }

  function abortable(id: Id): AbortSignal {
    const controller = new AbortController();
    aborts.set(id, controller);
    return controller.signal;
  }

  async function run(target: Target, request: Targets[Target]["request"], context: CallContext): Promise<unknown> {
    if (target === "open") return open(request as OpenRequest);
    if (!session) throw fail("unavailable", { what: target, reason: "no workspace is open" });
    return session.call(target, request, context);
  }

  return {
    async call([id, target, request, context]) {
      try {
        const value = await run(target, request, contextOf(id, context));
        const buffers = buffersOf(value);
        const answer = { value } as Answer<never>;
        return buffers.length > 0 ? transfer(answer, buffers) : answer;
      } catch (error) {
        const mutating = Object.hasOwn(mutatingPorts, target) && mutatingPorts[target as PortName];
        return { error: toErrorData(asPortsideError(error, target, mutating ? "uncertain" : "rejected")) };
      } finally {
        aborts.delete(id);
      }
    },
    async abort(id) {
      aborts.get(id)?.abort();
    },
    async answer(id, decision) {
      session?.questions.answer(id, decision);
    },
    async ping() {},
  };
}
