import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { createPathRules } from "../policy/path-rules.ts";
import { createPermissions } from "../policy/permissions.ts";
import type { Authorize, Permissions } from "../policy/permissions.ts";
import { createStaleness } from "../policy/staleness.ts";
import type { Staleness } from "../policy/staleness.ts";
import type { CallContext } from "../ports/call.ts";
import type { CallFate } from "../ports/history.ts";
import type { WatchEvent } from "../ports/watcher.ts";
import { createTools } from "../tools/catalog.ts";
import type { CallOptions, Catalog } from "../tools/catalog.ts";
import { changingInPlace } from "../tools/profile.ts";
import type { Transfers } from "../transfer/transfers.ts";
import { createFileOperations } from "../workspace/file-operations.ts";
import type { ForkedWorkspace, Workspace } from "../workspace/workspace.ts";
import { mutatingPorts } from "./mutating-ports.ts";
import type { CatalogOpened, CatalogPolicy, CatalogRequest, Id, Opened, PortName, PortTargets } from "./protocol.ts";
import type { Target, Targets, ToolRequest } from "./protocol.ts";
import type { Questions } from "./questions.ts";
import { notGiven, siteOfFork } from "./site.ts";
import type { Site } from "./site.ts";

/** What one page has opened in the workspace, and what it calls. */
export interface Session {
  readonly opened: Opened;
  call(target: Exclude<Target, "open">, request: Targets[Target]["request"], context: CallContext): MaybePromise<unknown>;
  /** Ends its catalogs, watches and forks; of these it waits for calls that have begun. */
  end(): Promise<void>;
}

type Own = Exclude<Target, "open" | PortName>;
type Handler<T extends Target> = (request: Targets[T]["request"], context: CallContext) => MaybePromise<Targets[T]["response"]>;
type Handlers = { readonly [T in Exclude<Target, "open">]: Handler<T> };

/** `close` is what the page's own `close` does after the session has ended. */
export function createSession(site: Site, questions: Questions, close: () => MaybePromise<void>): Session {
  const held: Held = { catalogs: new Map(), watches: new Map(), forks: new Map() };
  const handlers: Handlers = { ...portHandlers(site.workspace), ...ownHandlers({ ...site, questions, close }, held) };
  return {
    opened: site.opened,
    call: (target, request, context) => (handlers[target] as Handler<Own>)(request, context),
    end: () => endAll(held),
  };
}

function portHandlers(workspace: Workspace): PortHandlers {
  const ports = Object.keys(mutatingPorts) as PortName[];
  const entries = ports.map((port) => [port, (request: never, context: CallContext) => workspace[port](request, context)]);
  return Object.fromEntries(entries) as PortHandlers;
}
type PortHandlers = { readonly [P in keyof PortTargets]: Handler<P> };

interface Parts extends Site {
  readonly questions: Questions;
  close(): MaybePromise<void>;
}

/** One caller's tools, and what it has seen of the files. */
interface OpenCatalog {
  readonly tools: Catalog;
  readonly memory: Staleness;
}

interface OpenFork {
  readonly workspace: ForkedWorkspace;
  /** What the page has opened in it. */
  readonly session: Session;
}

/** By id. */
interface Held {
  readonly catalogs: Map<Id, OpenCatalog>;
  readonly watches: Map<Id, () => void>;
  /** From when they are asked for, so that none is left behind. */
  readonly forks: Map<Id, Promise<OpenFork>>;
}

async function end({ catalogs, watches, forks }: Held, id: Id): Promise<void> {
  watches.get(id)?.();
  watches.delete(id);
  catalogs.get(id)?.memory.dispose();
  catalogs.delete(id);
  const fork = forks.get(id);
  forks.delete(id);
  await fork?.then(endFork, () => {}); // who asked for one that could not be made was told
}

async function endFork({ session, workspace }: OpenFork): Promise<void> {
  await session.end();
  await workspace.dispose();
}

async function endAll(held: Held): Promise<void> {
  const ids = [...held.catalogs.keys(), ...held.watches.keys(), ...held.forks.keys()];
  await Promise.all(ids.map((id) => end(held, id)));
}

function ownHandlers(parts: Parts, held: Held): { readonly [T in Own]: Handler<T> } {
  const { workspace, volume, questions } = parts;
  const { catalogs, watches, forks } = held;
  // Zips and folders come seldom: what reads them is loaded then.
  const transfers = async (): Promise<Transfers> => (await import("../transfer/transfers.ts")).createTransfers(workspace.access);

  function catalogOf(catalog: Id, what: string): Catalog {
    const found = catalogs.get(catalog);
    if (!found) throw fail("unavailable", { what, reason: "its catalog was disposed of" });
    return found.tools;
  }

  async function forkOf(id: Id): Promise<OpenFork> {
    const found = forks.get(id);
    if (!found) throw fail("unavailable", { what: "fork", reason: "it was merged or disposed of" });
    return found;
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
    fs({ operation, args }, context) {
      const operations = createFileOperations(workspace.access, context);
      return (operations[operation] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
    },
    history: ({ operation, args }, context) =>
      (workspace.history[operation] as (...args: readonly unknown[]) => Promise<unknown>)(...args, context),
    fate: ({ id }) => fateOf(workspace, id),
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
    committed: ({ callId }) => volume.committed(callId),
    notes: () => volume.notes ?? [],
    usage: async () => (await import("./usage.ts")).usageOf(parts),
    async fork({ id, name }) {
      const opening = openFork(parts, name);
      forks.set(id, opening);
      return (await opening).session.opened;
    },
    inFork: async ({ fork, target, request }, context) => (await forkOf(fork)).session.call(target, request, context),
    forkDiff: async ({ fork }) => (await forkOf(fork)).workspace.diff(),
    merge: async ({ fork }, context) => (await forkOf(fork)).workspace.merge(context),
    async end({ id }) {
      await end(held, id);
      return undefined;
    },
    async close() {
      await endAll(held);
      await parts.close();
      return undefined;
    },
  };
}

/** One more session of the page, on the fork. */
async function openFork(parts: Parts, name: string): Promise<OpenFork> {
  const workspace = await parts.workspace.fork({ name });
  return { workspace, session: createSession(siteOfFork(parts, workspace), parts.questions, workspace.dispose) };
}

function openCatalog(parts: Parts, { id, name, profile: asked, policy }: CatalogRequest): OpenCatalog {
  const { provisions, workspace } = parts;
  const { root } = workspace;
  const profile = provisions.profiles.find((candidate) => candidate.name === asked);
  if (!profile) throw notGiven("profile", asked, `serve({ profiles: [${asked}] })`);
  const rules = policy && createPathRules({ root, rules: policy.rules ?? [] });
  const memory = createStaleness({
    volume: workspace.access.volume,
    root,
    inPlace: changingInPlace(profile),
    ...(rules?.see && { see: rules.see }),
  });
  // The memory before the permissions: nobody is asked for a change that is stale.
  const guards = policy && rules ? [rules, memory, permissionsOf(parts, id, policy)] : [memory];
  const ports = workspace.portsFor({ actor: name, guards });
  const { ledger } = workspace;
  return { tools: createTools(ports, { profile, name, root, clock: provisions.clock, memory, ...(ledger && { ledger }) }), memory };
}

function fateOf({ ledger }: Workspace, callId: string): CallFate {
  if (!ledger) throw fail("unavailable", { what: "fate", reason: "the workspace was opened without a history" });
  return ledger.fate(callId);
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

const fates: CatalogOpened["fates"] = {
  rejected: "Nothing was changed. Tell the user.",
  partial: "Part of it was done. Look before you repeat it.",
  uncertain: "Perhaps it was done. Look before you repeat it.",
};

function describe({ definitions, guidelines }: Catalog): CatalogOpened {
  return { definitions, guidelines, fates };
}

function callOptions({ callId, turn, signal, onProgress }: CallContext): CallOptions {
  return { id: callId, turn, signal, onProgress };
}
