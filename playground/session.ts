import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { isPortsideError, openWorkspace } from "portside";
import type { Authorize, Effect, Mode, Policy, PortsideError, RemoteCatalog, RemoteWorkspace, ToolResult } from "portside";
import type { FileDiff } from "portside/engines/diff";
import type { ReplayCallOptions, ReplayTarget, Transcript } from "portside/transcript";
import { applyEffects, clearMarks, treeOf } from "./file-tree.ts";
import type { FileTree } from "./file-tree.ts";
import { isLasting } from "./place.ts";
import type { Place } from "./place.ts";

/** What a model may do: everything, or what a mode of the library's permissions lets it. */
export type Permission = "everything" | Mode;

/** A workspace in a worker of its own, with what the page keeps of it. */
export interface Session extends ReplayTarget {
  readonly workspace: RemoteWorkspace;
  readonly tree: ReadonlySignal<FileTree>;
  /** The id under which the workspace knows a call of the transcript. It never comes twice, not even on files that last. */
  callId(id: string): string;
  /** Files before and after one call; [] where it changed none. */
  changesOf(callId: string): readonly FileDiff[];
  /** Stops a running call. */
  abort(callId: string): void;
  /** From the next call on. */
  permit(permission: Permission): Promise<void>;
  onLost(listener: (error: PortsideError) => void): void;
  /** Takes a new worker, which begins with the first files. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly place: Place;
  readonly permission: Permission;
  readonly authorize: Authorize;
  /** Hears of every commit. */
  readonly changed: (effects: readonly Effect[]) => void;
}

const allFiles = { pattern: "**/*", type: "any", includeHidden: true, includeIgnored: true, limit: "none", maxBytes: "none" } as const;

/** Opens the workspace at a place. A new one holds the files that the transcript names, or else the snapshot of the project. */
export async function openSession({ header }: Transcript, options: SessionOptions): Promise<Session> {
  const { place, permission, authorize, changed } = options;
  const profile = header.profile ?? "default";
  const files = async (): Promise<FirstFiles> => header.workspace?.files ?? fetchSnapshot();
  const volume = isLasting(place) ? place : { kind: place.kind, files: await files() };
  const fallback = place.kind === "opfs" ? "memory" : undefined;
  const policy = policyOf(permission, authorize);
  const workspace = await openWorkspace({ volume, fallback, profile, policy, worker: startWorker });
  if (place.kind === "opfs") await fillNew(workspace, files);
  const tree = signal<FileTree>(new Map());
  const opened = (await workspace.history.points()).points.at(-1)?.id ?? -1;
  const takeTree = async (): Promise<void> => {
    tree.value = treeOf((await workspace.glob(allFiles)).entries);
  };
  await workspace.watch({}, async (event) => {
    if (event.type === "reset") return takeTree();
    tree.value = applyEffects(tree.value, event.changes);
    if (event.origin.by === "undo") tree.value = clearMarks(tree.value, (await workspace.history.points()).points, opened);
    changed(event.changes);
  });
  await takeTree();
  return { workspace, tree, ...createCalls(workspace, authorize), ...lifeOf(workspace, takeTree) };
}

type FirstFiles = Readonly<Record<string, string | null>>;

/** Whoever emptied a workspace meant it; only what never held anything is filled. */
async function fillNew(workspace: RemoteWorkspace, files: () => Promise<FirstFiles>): Promise<void> {
  const [{ entries }, { points }] = await Promise.all([workspace.glob({ ...allFiles, limit: 1 }), workspace.history.points()]);
  if (entries.length > 0 || points.length > 0) return;
  await workspace.importTree({ source: { files: await files() } });
  await workspace.history.checkpoint("The beginning");
}

function policyOf(permission: Permission, authorize: Authorize): Policy | undefined {
  return permission === "everything" ? undefined : { mode: permission, authorize };
}

async function fetchSnapshot(): Promise<FirstFiles> {
  const response = await fetch(new URL("snapshot.json", document.baseURI));
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return (await response.json()) as FirstFiles;
}

function startWorker(): Worker {
  return new Worker(new URL("worker.ts", import.meta.url), { type: "module" });
}

function lifeOf(workspace: RemoteWorkspace, takeTree: () => Promise<void>): Pick<Session, "onLost" | "reopen" | "close"> {
  return {
    onLost: (listener) => void workspace.onLost(listener),
    async reopen() {
      await workspace.reopen();
      await takeTree();
    },
    close: () => workspace.dispose(),
  };
}

type CallParts = Pick<Session, "tools" | "readFile" | "listFiles" | "callId" | "changesOf" | "abort" | "permit">;

function createCalls(workspace: RemoteWorkspace, authorize: Authorize): CallParts {
  const life = crypto.randomUUID();
  const callId = (id: string): string => `${life} ${id}`;
  let catalog = workspace.tools;
  const running = new Map<string, AbortController>();
  const changes = new Map<string, readonly FileDiff[]>();

  async function bytesOf(path: string): Promise<Uint8Array | undefined> {
    try {
      return (await workspace.readBytes({ path })).bytes;
    } catch (error) {
      if (isPortsideError(error)) return undefined;
      throw error;
    }
  }

  /** The files that a call may change, as they are before it. */
  async function filesBefore(name: string, args: unknown): Promise<ReadonlyMap<string, Uint8Array | undefined>> {
    const paths = await mutationPaths(catalog, name, args);
    return new Map(await Promise.all(paths.map(async (path) => [path, await bytesOf(path)] as const)));
  }

  async function call(name: string, args: unknown, { id, signal: ending, ...options }: ReplayCallOptions): Promise<ToolResult> {
    const controller = new AbortController();
    running.set(id, controller);
    const ended = ending === undefined ? controller.signal : AbortSignal.any([controller.signal, ending]);
    try {
      const before = await filesBefore(name, args);
      const result = await catalog.call(name, args, { ...options, id: callId(id), signal: ended });
      changes.set(id, await diffsOf(result.effects, before));
      return result;
    } finally {
      running.delete(id);
    }
  }

  async function diffsOf(effects: readonly Effect[], before: ReadonlyMap<string, Uint8Array | undefined>): Promise<readonly FileDiff[]> {
    const diffs = [...originsOf(effects)].map(async ([path, from]): Promise<FileDiff> => {
      return { path, from, before: before.get(from), after: await bytesOf(path) };
    });
    return (await Promise.all(diffs)).filter((diff) => diff.before !== undefined || diff.after !== undefined);
  }

  return {
    tools: { call },
    async readFile(path) {
      const bytes = await bytesOf(path);
      return bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    },
    listFiles: async () => (await workspace.glob({ ...allFiles, type: "file" })).entries.map(({ path }) => path),
    callId,
    changesOf: (id) => changes.get(id) ?? [],
    abort: (id) => running.get(id)?.abort(),
    async permit(permission) {
      const { name, profile } = workspace.tools;
      const before = catalog;
      catalog = await workspace.catalog({ name, profile, policy: policyOf(permission, authorize) });
      // What waits for an answer gets it through the old one, which then goes with the workspace.
      if (before !== workspace.tools && running.size === 0) await before.dispose();
    },
  };
}

/** Where what was touched was before: a file that was moved and changed is one change. */
function originsOf(effects: readonly Effect[]): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const { path, from = path } of effects) {
    const origin = origins.get(from) ?? from;
    origins.delete(from);
    origins.set(path, origin);
  }
  return origins;
}

/** [] for what changes nothing, or will be refused for its arguments. */
async function mutationPaths(tools: RemoteCatalog, name: string, args: unknown): Promise<readonly string[]> {
  if (!tools.has(name) || tools.concurrency(name) === "parallel") return [];
  try {
    return await tools.mutationPaths(name, args);
  } catch (error) {
    if (isPortsideError(error)) return [];
    throw error;
  }
}
