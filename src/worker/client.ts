import type { PortsideError } from "../core/errors.ts";
import { defaultRoot } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { History } from "../ports/history.ts";
import type { IgnoreOptions } from "../ports/ignore-options.ts";
import type { RequestPorts } from "../ports/ports.ts";
import type { WatchRequest } from "../ports/watcher.ts";
import type { Capabilities } from "../volumes/volume.ts";
import type { Transfers } from "../transfer/transfers.ts";
import type { Files } from "../volumes/files.ts";
import type { Note } from "../volumes/opfs/replay.ts";
import type { Timeouts } from "./connection.ts";
import type { WorkerSource } from "./launch.ts";
import type { Call } from "./calls.ts";
import { createOpening } from "./opening.ts";
import type { Opening } from "./opening.ts";
import { methodsOf } from "./methods.ts";
import type { RemoteFork, ForkOptions } from "./remote-fork.ts";
import type { Persistence, PortName, Ready, Usage, VolumeRequest } from "./protocol.ts";
import { openCatalog } from "./remote-catalog.ts";
import type { CatalogOptions, RemoteCatalog } from "./remote-catalog.ts";
import type { WatchListener } from "./remote-watch.ts";
import { join } from "./shared.ts";

/** In RAM, gone with the worker. `files` is what a new one begins with: who joins one that is open sees what it has become. */
export interface MemoryVolumeRequest extends VolumeRequest {
  readonly kind: "memory";
  readonly files?: Files;
}

/** In the origin's private file system, where it outlives the page. All pages of the origin that open it share it. */
export interface OpfsVolumeRequest extends VolumeRequest {
  readonly kind: "opfs";
  readonly name: string;
  /** "each": a change is on the disk when its call returns. "idle": soon after; a crash of the browser loses nothing, one of the machine the last moment. */
  readonly flush?: "each" | "idle";
  /** How long to wait for a page that has it open and does not answer: 10,000 milliseconds. */
  readonly wait?: number;
}

/** A folder: of `showDirectoryPicker({ mode: "readwrite" })`, or of the origin's private file system. See `portside/volumes/directory` for `grant`. */
export interface DirectoryVolumeRequest extends VolumeRequest {
  readonly kind: "directory";
  readonly handle: FileSystemDirectoryHandle;
}

/** Of a factory that one's own worker gave to `serve`: everything in it must be plain data, or something else that can be cloned. */
export interface OtherVolumeRequest extends VolumeRequest {
  readonly [option: string]: unknown;
}

export interface OpenOptions extends Omit<CatalogOptions, "name"> {
  /** With a name, all openings of it in this page share one worker. */
  readonly volume: MemoryVolumeRequest | OpfsVolumeRequest | DirectoryVolumeRequest | OtherVolumeRequest;
  /** The directory that is the workspace: "/workspace". Everything outside is outside. */
  readonly root?: VolumePath;
  /** What `~` means: a volume path inside the root. Absent: `~` is refused. */
  readonly home?: VolumePath;
  readonly ignore?: IgnoreOptions;
  /** What the history may take; 67,108,864 bytes. False: there is none, and what an earlier one left in the volume is removed. */
  readonly history?: { readonly maxBytes?: number } | false;
  /** Bytes that the worker may keep in RAM to be fast, of contents and of the texts that searches make of them; 268,435,456. 0: nothing. */
  readonly cacheBytes?: number;
  /** What to take in place of a volume of kind "opfs" where the origin has no private file system. Absent: that is `unavailable`. */
  readonly fallback?: "memory";
  /** A worker of one's own that calls `serve`; absent: the published `worker.js`. */
  readonly worker?: WorkerSource;
  readonly timeouts?: Timeouts;
}

/** A workspace in a worker: every port, as the host itself calls them, and catalogs of tools. */
export interface RemoteWorkspace extends RequestPorts, Transfers {
  readonly root: VolumePath;
  readonly capabilities: Capabilities;
  readonly persistence: Persistence;
  /** The files as programs written for Node see them; loaded with the first call. */
  readonly fs: FileSystem;
  /** What was changed, and the way back. As the host's own calls: a catalog's policy does not hold for it. */
  readonly history: History;
  /** This opening's own catalog, of the name "tools". */
  readonly tools: RemoteCatalog;
  /** Tools for another caller, on the same files. */
  catalog(options: CatalogOptions): Promise<RemoteCatalog>;
  /**
   * Delivers the batches after this call, in order, one at a time: the worker waits for the promise that the listener returns, keeps at most
   * 1,000 and sends `reset` when there were more. What the listener throws goes to `reportError`, and the next batch comes. Resolves with
   * the function that ends it. Rejects with invalid_glob and invalid_arguments.
   */
  watch(request: WatchRequest, listener: WatchListener): Promise<() => void>;
  /**
   * A workspace of its own, in the same worker, that begins as this one is now and costs its changes only: for an agent whose work is looked at
   * before it is anybody else's. It lives no longer than this opening and its worker.
   */
  fork(options?: ForkOptions): Promise<RemoteFork>;
  usage(): Promise<Usage>;
  /** What was found wrong in the volume when it was opened and since, and what was done about it; by whichever page's worker has it now. */
  notes(): Promise<readonly Note[]>;
  /**
   * Asks the browser to keep what the origin stores when the disk gets full, and resolves with its answer: a promise for all that the origin has.
   * Some browsers ask the user, so that a click is the place to call it.
   */
  persist(): Promise<boolean>;
  /** Calls back when the worker dies. Until `reopen`, calls are `unavailable`. */
  onLost(listener: (error: PortsideError) => void): () => void;
  /** Takes a new worker, unless the old one lives: a memory volume begins again with its first `files`. Catalogs and watches go on. */
  reopen(): Promise<void>;
  /** The last opening's lets begun calls finish and stops the worker. */
  dispose(): Promise<void>;
}

/** Spawns a worker that holds the workspace, or joins the one that this page has already. Rejects with `unavailable` when there is none to be had. */
export async function openWorkspace(options: OpenOptions): Promise<RemoteWorkspace> {
  const { worker, timeouts, profile, policy, around, root = defaultRoot, ...rest } = options;
  const open = { ...rest, root };
  const shared = join({ worker, timeouts: { ready: 30_000, ping: 10_000, ...timeouts }, open });
  try {
    if (shared.options.open !== open) await import("./refuse-other.ts").then((loaded) => loaded.refuseOther(shared.options.open, open));
    const opening = await createOpening(shared);
    return createRemoteWorkspace(opening, await openCatalog(opening, { name: "tools", profile, policy, around }));
  } catch (error) {
    await Promise.allSettled([shared.leave()]); // the first failure is the one to tell
    throw error;
  }
}

function createRemoteWorkspace(opening: Opening, tools: RemoteCatalog): RemoteWorkspace {
  const { call } = opening;
  const { opened, ports } = opening.connection;
  // Loaded when it is first wanted: most pages open a workspace before they need any of it.
  const load = () => import("./remote.ts");
  const remote = (name: "fs" | "history"): unknown =>
    methodsOf(opened[name], (method, args) => load().then((loaded) => loaded[name](call, method, args)));
  const later = methodsOf(["watch", "persist", "fork"], (method: keyof Later, args: Parameters<Later["watch"]>) =>
    load().then((loaded): unknown => loaded.later[method as "watch"](opening, createRemoteWorkspace, ...args)),
  ) as Later;
  return {
    ...remotePorts(call, ports),
    ...opened,
    fs: remote("fs") as FileSystem,
    history: remote("history") as History,
    tools,
    catalog: (options) => openCatalog(opening, options),
    ...later,
    onLost: opening.onLost,
    reopen: opening.reopen,
    dispose: opening.dispose,
  };
}

type Later = Pick<RemoteWorkspace, "watch" | "persist" | "fork">;
type Remote = RequestPorts & Transfers & Pick<RemoteWorkspace, "usage" | "notes">;

function remotePorts(call: Call, ports: Ready["ports"]): Remote {
  return methodsOf(Object.keys(ports), (port: PortName, [request, context = {}]: [request: never, context?: CallContext]) =>
    call(port, request, { ...context, mutating: ports[port] && !context.dryRun }),
  ) as Remote;
}
