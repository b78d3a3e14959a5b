import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { isInside, relativeTo } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import { allowAll } from "../policy/guard.ts";
import type { Guard, Intent } from "../policy/guard.ts";
import type { CallContext } from "../ports/call.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { WatchEvent } from "../ports/watcher.ts";
import { createTools } from "../tools/catalog.ts";
import type { CallOptions, Catalog } from "../tools/catalog.ts";
import type { Profile } from "../tools/profile.ts";
import type { Volume } from "../volumes/volume.ts";
import type { Target as Touched } from "../workspace/access.ts";
import type { Transfers } from "../transfer/transfers.ts";
import { createFileOperations } from "../workspace/file-operations.ts";
import { createWorkspace } from "../workspace/index.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { mutatingPorts } from "./mutating-ports.ts";
import type { CatalogOpened, CatalogRequest, Id, Opened, OpenRequest, PortName, PortTargets, Question } from "./protocol.ts";
import type { QuestionTarget, Target, Targets, ToolRequest, VolumeRequest } from "./protocol.ts";
import type { Questions } from "./questions.ts";

/** A page's `volume` option as it came over the wire, unchecked, and the root of its workspace. */
export interface VolumeOrder extends VolumeRequest {
  readonly root: VolumePath;
  readonly [option: string]: unknown;
}

export type VolumeFactory = (order: VolumeOrder) => MaybePromise<Volume>;

/** What a worker was given. */
export interface Provisions {
  readonly volumes: Readonly<Record<string, VolumeFactory>>;
  readonly profiles: readonly Profile[];
  readonly clock: () => number;
}

/** The workspace that is open, and what was opened in it. */
export interface Session {
  readonly opened: Opened;
  readonly questions: Questions;
  call(target: Exclude<Target, "open">, request: Targets[Target]["request"], context: CallContext): MaybePromise<unknown>;
}

type Own = Exclude<Target, "open" | PortName>;
type Handler<T extends Target> = (request: Targets[T]["request"], context: CallContext) => MaybePromise<Targets[T]["response"]>;
type Handlers = { readonly [T in Exclude<Target, "open">]: Handler<T> };

export async function openSession(provisions: Provisions, { volume, root, home }: OpenRequest, questions: Questions): Promise<Session> {
  const create = Object.hasOwn(provisions.volumes, volume.kind) ? provisions.volumes[volume.kind] : undefined;
  if (!create) throw notGiven("volume", volume.kind, `serve({ volumes: { ${volume.kind}: … } })`);
  const workspace = await createWorkspace(await create({ ...volume, root }), { root, home });
  const handlers: Handlers = { ...portHandlers(workspace), ...ownHandlers({ provisions, workspace, questions }) };
  return {
    opened: { root: workspace.root, capabilities: workspace.capabilities, fs: Object.keys(workspace.fs) as (keyof FileSystem)[] },
    questions,
    call: (target, request, context) => (handlers[target] as Handler<Own>)(request as never, context),
  };
}

function portHandlers(workspace: Workspace): PortHandlers {
  const ports = Object.keys(mutatingPorts) as PortName[];
  const entries = ports.map((port) => [port, (request: never, context: CallContext) => workspace[port](request, context)]);
  return Object.fromEntries(entries) as PortHandlers;
}
type PortHandlers = { readonly [P in keyof PortTargets]: Handler<P> };

interface Parts {
  readonly provisions: Provisions;
  readonly workspace: Workspace;
  readonly questions: Questions;
}

function ownHandlers({ provisions, workspace, questions }: Parts): { readonly [T in Own]: Handler<T> } {
  const catalogs = new Map<Id, Catalog>();
  const watches = new Map<Id, () => void>();
  const operations = createFileOperations(workspace.access);
  // Zips and folders come seldom: what reads them is loaded then.
  const transfers = async (): Promise<Transfers> => (await import("../transfer/transfers.ts")).createTransfers(workspace.access);

  function catalogOf({ catalog, tool }: ToolRequest): Catalog {
    const found = catalogs.get(catalog);
    if (!found) throw fail("unavailable", { what: tool, reason: "its catalog was disposed of" });
    return found;
  }

  return {
    catalog(request) {
      const catalog = openCatalog({ provisions, workspace, questions }, request);
      catalogs.set(request.id, catalog);
      return describe(catalog);
    },
    async tool(request, context) {
      const result = await catalogOf(request).call(request.tool, request.arguments, callOptions(context));
      return result.images === undefined ? JSON.stringify(result) : result;
    },
    mutationPaths: (request) => catalogOf(request).mutationPaths(request.tool, request.arguments),
    fs: ({ operation, args }) => (operations[operation] as (...args: readonly unknown[]) => Promise<unknown>)(...args),
    importTree: async (request, context) => (await transfers()).importTree(request, context),
    exportTree: async (request, context) => (await transfers()).exportTree(request, context),
    exportToDirectory: async (request, context) => (await transfers()).exportToDirectory(request, context),
    watch({ id, resumed, ...request }) {
      const tell = (event: WatchEvent): Promise<unknown> => questions.ask({ type: "commit", to: id, event });
      const caughtUp = resumed ? tell({ type: "reset", sequence: 0 }) : undefined;
      const stop = workspace.watch(request, async (event) => {
        await caughtUp;
        await tell(event);
      });
      watches.set(id, stop);
      return undefined;
    },
    end({ id }) {
      watches.get(id)?.();
      watches.delete(id);
      catalogs.delete(id);
      return undefined;
    },
    async close() {
      await workspace.dispose();
      return undefined;
    },
  };
}

function openCatalog({ provisions, workspace, questions }: Parts, { id, name, profile, authorize }: CatalogRequest): Catalog {
  const found = provisions.profiles.find((candidate) => candidate.name === profile);
  if (!found) throw notGiven("profile", profile, `serve({ profiles: [${profile}] })`);
  const guards = [authorize ? createAskingGuard(id, workspace.root, questions) : allowAll];
  const ports = workspace.portsFor({ actor: name, guards });
  return createTools(ports, { profile: found, name, root: workspace.root, clock: provisions.clock });
}

function describe({ definitions, guidelines }: Catalog): CatalogOpened {
  return { definitions, guidelines };
}

function callOptions({ callId, turn, signal, onProgress }: CallContext): CallOptions {
  return { id: callId, turn, signal, onProgress };
}

/** Asks the page before every change of one catalog. No decision is a no: the page may have dropped the catalog meanwhile. */
function createAskingGuard(catalog: Id, root: VolumePath, questions: Questions): Guard {
  return {
    async allow(intent, signal) {
      const question = await questionOf(intent, root);
      const decision = await questions.ask({ type: "ask", to: catalog, question }, signal);
      if (decision?.allow) return undefined;
      return { deny: decision?.reason ?? "nobody answered for the host" };
    },
  };
}

async function questionOf(intent: Intent, root: VolumePath): Promise<Question> {
  const { context, targets } = intent;
  return {
    callId: context.callId,
    tool: context.tool,
    targets: targets.map((target) => touched(target, root)),
    diff: await intent.diff(),
  };
}

function touched({ place, capability }: Touched, root: VolumePath): QuestionTarget {
  const { path, entry, external, scope } = place;
  return { path: shown(path, root), kind: entry?.kind ?? "absent", capability, external, scope: shown(scope.path, root) };
}

function shown(path: VolumePath, root: VolumePath): string {
  return isInside(path, root) ? relativeTo(path, root) : path;
}

function notGiven(what: string, name: string, remedy: string): Error {
  return fail("unavailable", { what: `${what} "${name}"`, reason: "the worker was not given it", remedy });
}
