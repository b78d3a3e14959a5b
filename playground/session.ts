import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { isPortsideError, openWorkspace } from "portside";
import type { Effect, PortsideError, RemoteWorkspace, ToolResult } from "portside";
import type { FileDiff } from "portside/engines/diff";
import type { ReplayCallOptions, ReplayTarget, Transcript } from "portside/transcript";
import { applyEffects, treeOf } from "./file-tree.ts";
import type { FileTree } from "./file-tree.ts";

/** A workspace in a worker of its own, with what the page keeps of it. */
export interface Session extends ReplayTarget {
  readonly tree: ReadonlySignal<FileTree>;
  /** Files before and after one call; [] where it changed none. */
  changesOf(callId: string): readonly FileDiff[];
  /** Stops a running call. */
  abort(callId: string): void;
  onLost(listener: (error: PortsideError) => void): void;
  /** Takes a new worker, which begins with the first files. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

const allFiles = { pattern: "**/*", type: "any", includeHidden: true, includeIgnored: true, limit: "none", maxBytes: "none" } as const;

/** Opens the workspace that a transcript names, or else the snapshot of the project. `changed` hears of every commit. */
export async function openSession({ header }: Transcript, changed: (effects: readonly Effect[]) => void): Promise<Session> {
  const files = header.workspace?.files ?? (await fetchSnapshot());
  const workspace = await openWorkspace({ volume: { kind: "memory", files }, profile: header.profile ?? "default", worker: startWorker });
  const tree = signal<FileTree>(new Map());
  const takeTree = async (): Promise<void> => {
    tree.value = treeOf((await workspace.glob(allFiles)).entries);
  };
  await workspace.watch({}, async (event) => {
    if (event.type === "reset") return takeTree();
    tree.value = applyEffects(tree.value, event.changes);
    changed(event.changes);
  });
  await takeTree();
  return { ...createCalls(workspace), tree, ...lifeOf(workspace, takeTree) };
}

async function fetchSnapshot(): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(new URL("snapshot.json", document.baseURI));
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return (await response.json()) as Readonly<Record<string, string>>;
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

type CallParts = Pick<Session, "tools" | "readFile" | "listFiles" | "changesOf" | "abort">;

function createCalls(workspace: RemoteWorkspace): CallParts {
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
    const paths = await mutationPaths(workspace, name, args);
    return new Map(await Promise.all(paths.map(async (path) => [path, await bytesOf(path)] as const)));
  }

  async function call(name: string, args: unknown, { id, signal: ending, ...options }: ReplayCallOptions): Promise<ToolResult> {
    const controller = new AbortController();
    running.set(id, controller);
    const ended = ending === undefined ? controller.signal : AbortSignal.any([controller.signal, ending]);
    try {
      const before = await filesBefore(name, args);
      const result = await workspace.tools.call(name, args, { ...options, id, signal: ended });
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
    changesOf: (callId) => changes.get(callId) ?? [],
    abort: (callId) => running.get(callId)?.abort(),
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
async function mutationPaths({ tools }: RemoteWorkspace, name: string, args: unknown): Promise<readonly string[]> {
  if (!tools.has(name) || tools.concurrency(name) === "parallel") return [];
  try {
    return await tools.mutationPaths(name, args);
  } catch (error) {
    if (isPortsideError(error)) return [];
    throw error;
  }
}
