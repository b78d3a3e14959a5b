import { createCacheBudget, type CacheBudget } from "../core/cache-budget.ts";
import { fail } from "../core/errors.ts";
import { defaultRoot, join, segments, type VolumePath } from "../core/path.ts";
import { forgetHistory, noHistory, openHistory, type OpenHistory } from "../history/index.ts";
import type { Guard } from "../policy/guard.ts";
import type { Ports } from "../ports/ports.ts";
import { withForks, type ForkableVolume } from "../volumes/forks.ts";
import type { CachingVolume, Volume } from "../volumes/volume.ts";
import type { Access } from "./access.ts";
import { createByteReader } from "./byte-reader.ts";
import { createAccess, type Shared } from "./create-access.ts";
import { createDirectoryMaker } from "./directory-maker.ts";
import { createEditor } from "./editor.ts";
import { Listings } from "./directory-listings.ts";
import { createFileCounter } from "./file-counter.ts";
import { createFileOperations } from "./file-operations.ts";
import { mergeFork } from "./fork.ts";
import { createFileSystem } from "./fs.ts";
import { createGlobber } from "./globber.ts";
import { createGrepper } from "./grepper.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import { createLister } from "./lister.ts";
import { createMover } from "./mover.ts";
import { createPatchApplier } from "./patch-applier.ts";
import { createQueue } from "./queue.ts";
import { createReader } from "./reader.ts";
import { createRemover } from "./remover.ts";
import { resolvePath } from "./resolve.ts";
import { SourceCache } from "./source-cache.ts";
import { createTextIndexes, type TextIndexes } from "./texts.ts";
import { createWatcher } from "./watcher.ts";
import type { Caller, ForkedWorkspace, Workspace, WorkspaceOptions } from "./workspace.ts";
import { createWriter } from "./writer.ts";

/** A workspace over a volume, which it owns from now on. Throws path_malformed for a root that is no absolute, normalised path. */
export async function createWorkspace(storage: Volume | CachingVolume, options: WorkspaceOptions = {}): Promise<Workspace> {
  const keepsBytes = "caches" in storage || !storage.capabilities.resident;
  const caches = "caches" in storage ? storage.caches : createCacheBudget(options.cacheBytes);
  return assemble(storage, options, { caches, sources: new SourceCache(caches, { keepsBytes }) });
}

/** What a workspace and its forks share: a file's id and version name the same contents in all of them. */
interface Kept {
  readonly caches: CacheBudget;
  readonly sources: SourceCache;
}

async function assemble(storage: Volume, options: WorkspaceOptions, kept: Kept): Promise<Workspace> {
  const rootAlias = options.root ?? defaultRoot;
  const root = await makeRoot(storage, rootAlias);
  const recorded = await recordedVolume(storage, options);
  const volume = forkable(storage, recorded.volume);
  const gate = createGate();
  const queue = createQueue();
  const indexes = createTextIndexes();
  let sequence = 0;
  const stopCounting = volume.watch((event) => (sequence = event.sequence));
  const places = { volume, root, rootAlias, ...(options.home === undefined ? {} : { home: options.home }) };
  const { external = false } = options;
  const rules = createIgnoreRules(places, options.ignore);
  const shared: Shared = { ...places, external, queue, ignore: rules, listings: new Listings(), lastCommit: () => sequence };

  function accessFor({ actor, guards = [] }: Caller): Access {
    const all: readonly Guard[] = [...(options.guards ?? []), ...guards];
    return createAccess(shared, { guards: all, ...(actor === undefined ? {} : { actor }) });
  }

  function portsFor(caller: Caller): Ports {
    const access = accessFor(caller);
    return { ...gated(requestPorts(access, indexes, kept.sources), gate), ...createWatcher(volume, root) };
  }

  async function fork(name: string): Promise<ForkedWorkspace> {
    // Between commits, or the fork would be of half a change.
    const made = await gate.enter(() => queue.run(async () => volume.fork(name)));
    const forked = await assemble(made.volume, options, kept);
    return {
      ...forked,
      volume: made.volume,
      diff: async () => made.diff(forked.access.shown),
      async merge(context = {}) {
        const merged = await gate.enter(() => mergeFork(made, (guard) => accessFor({ guards: [guard] }), context));
        if (!context.dryRun) await forked.dispose();
        return merged;
      },
    };
  }

  const host = accessFor({});
  const access: Access = { ...host, change: (mutation, context) => gate.enter(() => host.change(mutation, context)) };
  const { history, ledger } = recorded.of(access);
  return {
    ...portsFor({}),
    root,
    capabilities: volume.capabilities,
    caches: kept.caches,
    access,
    history,
    ledger,
    fs: createFileSystem(createFileOperations(access)),
    portsFor,
    fork: ({ name = "fork" } = {}) => fork(name),
    async dispose() {
      await gate.close();
      stopCounting();
      await volume.close();
    },
  };
}

type Recorded = Pick<OpenHistory, "volume"> & { of(access: Access): Pick<Workspace, "history" | "ledger"> };

async function recordedVolume(storage: Volume, { history: options }: WorkspaceOptions): Promise<Recorded> {
  if (options !== false) return openHistory(storage, options);
  await forgetHistory(storage);
  return { volume: storage, of: () => ({ history: noHistory, ledger: undefined }) };
}

/** A volume that can be forked as it is goes on so; what is recorded of it goes the same way. */
function forkable(storage: Volume | ForkableVolume, recorded: Volume): ForkableVolume {
  return "fork" in storage ? { ...recorded, fork: storage.fork } : withForks(recorded);
}

/** The root with its links resolved; made when it is missing. */
async function makeRoot(volume: Volume, root: VolumePath): Promise<VolumePath> {
  if (!root.startsWith("/")) throw fail("path_malformed", { path: root, reason: "not_normalised" });
  await volume.refresh("/");
  const place = resolvePath({ volume, root: "/", rootAlias: "/" }, root, { for: "mkdir", leaf: "follow", absent: true });
  if (place.entry?.kind === "directory") return place.path;
  if (place.entry) throw fail("not_a_directory", { path: root, kind: place.entry.kind });
  await volume.commit({ changes: parentsAndSelf(volume, place.path), origin: { by: "host" } });
  return place.path;
}

function parentsAndSelf(volume: Volume, path: VolumePath): { readonly op: "mkdir"; readonly path: VolumePath }[] {
  let at: VolumePath = "/";
  const paths = segments(path).map((name) => (at = join(at, name)));
  return paths.filter((directory) => !volume.entry(directory)).map((directory) => ({ op: "mkdir", path: directory }));
}

function requestPorts(access: Access, indexes: TextIndexes, sources: SourceCache) {
  return {
    ...createReader(access, indexes),
    ...createByteReader(access),
    ...createWriter(access),
    ...createRemover(access),
    ...createMover(access),
    ...createDirectoryMaker(access),
    ...createEditor(access),
    ...createPatchApplier(access),
    ...createGlobber(access),
    ...createGrepper(access, sources),
    ...createLister(access),
    ...createFileCounter(access),
  };
}

/** Lets calls in until it is closed; closing waits for those inside. */
interface Gate {
  enter<T>(call: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

function createGate(): Gate {
  const inside = new Set<Promise<unknown>>();
  let open = true;
  return {
    async enter(call) {
      if (!open) throw fail("unavailable", { what: "workspace", reason: "disposed" });
      const running = call();
      inside.add(running);
      try {
        return await running;
      } finally {
        inside.delete(running);
      }
    },
    async close() {
      open = false;
      await Promise.allSettled(inside);
    },
  };
}

type Call = (request: never, context?: never) => Promise<unknown>;

function gated<P extends object>(ports: P, gate: Gate): P {
  const calls = Object.entries(ports as Record<string, Call>);
  return Object.fromEntries(
    calls.map(([name, call]) => [name, (request: never, context?: never) => gate.enter(() => call(request, context))]),
  ) as P;
}
