import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import { createPathRules } from "../policy/path-rules.ts";
import { createPermissions } from "../policy/permissions.ts";
import type { Authorize, Permissions } from "../policy/permissions.ts";
import { createStaleness } from "../policy/staleness.ts";
import type { Staleness } from "../policy/staleness.ts";
import type { CallContext } from "../ports/call.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { WatchEvent } from "../ports/watcher.ts";
import { createTools } from "../tools/catalog.ts";
import type { CallOptions, Catalog } from "../tools/catalog.ts";
import { changingInPlace } from "../tools/profile.ts";
import type { Profile } from "../tools/profile.ts";
import type { Volume } from "../volumes/volume.ts";
import type { Transfers } from "../transfer/transfers.ts";
import { createFileOperations } from "../workspace/file-operations.ts";
import { createWorkspace } from "../workspace/index.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { mutatingPorts } from "./mutating-ports.ts";
import type { CatalogOpened, CatalogPolicy, CatalogRequest, Id, Opened, OpenRequest, PortName, PortTargets } from "./protocol.ts";
import type { Target, Targets, ToolRequest, VolumeRequest } from "./protocol.ts";
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

export async function openSession(
  provisions: Provisions,
  { volume: order, ...options }: OpenRequest,
  questions: Questions,
): Promise<Session> {
  const create = Object.hasOwn(provisions.volumes, order.kind) ? provisions.volumes[order.kind] : undefined;
  if (!create) throw notGiven("volume", order.kind, `serve({ volumes: { ${order.kind}: … } })`);
  const volume = await create({ ...order, root: options.root });
  const workspace = await createWorkspace(volume, { ...options, external: true });
  const handlers: Handlers = { ...portHandlers(workspace), ...ownHandlers({ provisions, volume, workspace, questions }) };
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
  readonly volume: Volume;
  readonly workspace: Workspace;
  readonly questions: Questions;
}

/** One caller's tools, and what it has seen of the files. */
interface OpenCatalog {
  readonly tools: Catalog;
  readonly memory: Staleness;
}

function ownHandlers(parts: Parts): { readonly [T in Own]: Handler<T> } {
  const { workspace, questions } = parts;
  const catalogs = new Map<Id, OpenCatalog>();
  const watches = new Map<Id, () => void>();
  const operations = createFileOperations(workspace.access);
  // Zips and folders come seldom: what reads them is loaded then.
  const transfers = async (): Promise<Transfers> => (await import("../transfer/transfers.ts")).createTransfers(workspace.access);

  function catalogOf(catalog: Id, what: string): Catalog {
    const found = catalogs.get(catalog);
    if (!found) throw fail("unavailable", { what, reason: "its catalog was disposed of" });
    return found.tools;
  }

  return {
    catalog(request) {
      const catalog = openCatalog(parts, request);
      catalogs.set(request.id, catalog);
      return describe(catalog.tools);
    },
    async tool(request, context) {
      const result = await catalogOf(request.catalog, request.tool).call(request.tool, request.arguments, callOptions(context));
      return result.images === undefined ? JSON.stringify(result) : result;
    },
    mutationPaths: (request: ToolRequest) => catalogOf(request.catalog, request.tool).mutationPaths(request.tool, request.arguments),
    changes: ({ catalog }) => catalogOf(catalog, "changes").changes(),
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
      catalogs.get(id)?.memory.dispose();
      catalogs.delete(id);
      return undefined;
    },
    async close() {
      await workspace.dispose();
      return undefined;
    },
  };
}

function openCatalog(parts: Parts, { id, name, profile: asked, policy }: CatalogRequest): OpenCatalog {
  const { provisions, volume, workspace } = parts;
  const { root } = workspace;
  const profile = provisions.profiles.find((candidate) => candidate.name === asked);
  if (!profile) throw notGiven("profile", asked, `serve({ profiles: [${asked}] })`);
  const rules = policy && createPathRules({ root, rules: policy.rules ?? [] });
  const memory = createStaleness({ volume, root, inPlace: changingInPlace(profile), ...(rules?.see && { see: rules.see }) });
  // The memory before the permissions: nobody is asked for a change that is stale.
  const guards = policy && rules ? [rules, memory, permissionsOf(parts, id, policy)] : [memory];
  const ports = workspace.portsFor({ actor: name, guards });
  return { tools: createTools(ports, { profile, name, root, clock: provisions.clock, memory }), memory };
}

/** Asks the page. No decision is a no: the page may have dropped the catalog meanwhile. */
function permissionsOf(
  { questions }: Parts,
  to: Id,
  { mode = "ask", grants = [], external = false, authorize: hasHost }: CatalogPolicy,
): Permissions {
  const authorize: Authorize = async (question, signal) =>
    (await questions.ask({ type: "ask", to, question }, signal)) ?? { allow: false, reason: "nobody answered for the host" };
  return createPermissions({ mode, grants, external, ...(hasHost && { authorize }) });
}

function describe({ definitions, guidelines }: Catalog): CatalogOpened {
  return { definitions, guidelines };
}

function callOptions({ callId, turn, signal, onProgress }: CallContext): CallOptions {
  return { id: callId, turn, signal, onProgress };
}

function notGiven(what: string, name: string, remedy: string): Error {
  return fail("unavailable", { what: `${what} "${name}"`, reason: "the worker was not given it", remedy });
}
