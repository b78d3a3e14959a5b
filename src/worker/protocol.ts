import type { ErrorData, Failure } from "../core/errors.ts";
import type { VolumePath } from "../core/path.ts";
import type { PathRule } from "../policy/path-rules.ts";
import type { Decision, PermissionOptions, Question } from "../policy/permissions.ts";
import type { CallContext, Mutated, Progress } from "../ports/call.ts";
import type { FileOperations, FileSystem } from "../ports/file-system.ts";
import type { CallFate, History } from "../ports/history.ts";
import type { IgnoreOptions } from "../ports/ignore-options.ts";
import type { RequestPorts } from "../ports/ports.ts";
import type { WatchEvent } from "../ports/watcher.ts";
import type { Definition } from "../tools/definition.ts";
import type { ToolResult } from "../tools/result.ts";
import type { Transfers } from "../transfer/transfers.ts";
import type { Note } from "../volumes/opfs/replay.ts";
import type { Capabilities } from "../volumes/volume.ts";

/**
 * The wire between a page and the worker that holds its workspace. Calls go through comlink on the worker's own port; everything that the
 * worker says by itself goes through one event port, handed over with `ready`. A page whose workspace another page's worker holds is its
 * guest: in place of the two ports there are two broadcast channels, named in tab-names.ts.
 */

/** Both sides must speak the same number: it grows with every change of this file. */
export const protocol = 1;

/** Said once by the worker, unasked, as soon as it serves: a script that awaits something before it does would miss a question. */
export interface Ready {
  readonly type: "ready";
  readonly protocol: number;
  /** The methods that can be called, and whether they change something. */
  readonly ports: Readonly<Record<PortName | keyof Transfers | "usage" | "notes", boolean>>;
  readonly capabilities: Served;
  /** Everything that the worker says later by itself comes from here. Transferred; a guest puts its own channel in its place. */
  readonly events: MessagePort | BroadcastChannel;
}
/** What the worker was given. */
export interface Served {
  /** Kinds of volumes. */
  readonly volumes: readonly string[];
  readonly profiles: readonly string[];
  /** Of the logs that it writes in the origin's private file system. */
  readonly format: number;
  /** A Web Lock that the worker holds while it lives; absent where there are none. */
  readonly lock?: string;
}

/** Ids are the page's own counter: of calls, and of catalogs, watches and forks. */
export type Id = number;

/** What comlink exposes. `call` never rejects: comlink keeps of an error only its message. */
export interface Host {
  call<T extends Target>(call: WireCall<T>): Promise<Answer<Targets[T]["response"]>>;
  abort(id: Id): Promise<void>;
  answer(id: Id, decision: Decision | undefined): Promise<void>;
  /** Answered at once. */
  ping(): Promise<void>;
}

/** One value and not four arguments, each of which comlink would wrap: it is a tenth of a short call. */
export type WireCall<T extends Target> = readonly [id: Id, target: T, request: Targets[T]["request"], context: WireContext];

export type Answer<Response> = { readonly value: Response } | { readonly error: ErrorData };

export interface WireContext extends Omit<CallContext, "signal" | "onProgress"> {
  /** The page listens to progress. */
  readonly progress?: true;
  /** The caller has a signal: an abort may follow, or it had fired before the call was sent. */
  readonly signal?: "open" | "aborted";
}

export type PortName = keyof RequestPorts;
export type PortTargets = {
  readonly [P in PortName]: {
    readonly request: Parameters<RequestPorts[P]>[0];
    readonly response: Awaited<ReturnType<RequestPorts[P]>>;
  };
};
type TransferTargets = {
  readonly [T in keyof Transfers]: {
    readonly request: Parameters<Transfers[T]>[0];
    readonly response: Awaited<ReturnType<Transfers[T]>>;
  };
};
/** What can be called, with what, and what it answers. */
export interface Targets extends PortTargets, TransferTargets {
  /** Once, before everything else. */
  readonly open: { readonly request: OpenRequest; readonly response: Opened };
  readonly catalog: { readonly request: CatalogRequest; readonly response: CatalogOpened };
  readonly tool: { readonly request: ToolRequest; readonly response: ToolAnswer };
  readonly mutationPaths: { readonly request: ToolRequest; readonly response: readonly string[] };
  readonly changes: { readonly request: { readonly catalog: Id }; readonly response: string };
  /** One operation of the host's file system. */
  readonly fs: { readonly request: FileRequest; readonly response: unknown };
  /** One of the host's history. */
  readonly history: { readonly request: HistoryRequest; readonly response: unknown };
  readonly fate: { readonly request: { readonly id: string }; readonly response: CallFate };
  /** Batches come as `commit` events from the moment it is received. */
  readonly watch: { readonly request: WatchStart; readonly response: undefined };
  /** Sequence of the last commit that carried this call id. */
  readonly committed: { readonly request: { readonly callId: string }; readonly response: number | undefined };
  readonly usage: { readonly request: unknown; readonly response: Usage };
  readonly notes: { readonly request: unknown; readonly response: readonly Note[] };
  /** A fork of the workspace, in which is called what `inFork` says. Catalogs and watches in it have ids like no others of the page. */
  readonly fork: { readonly request: ForkRequest; readonly response: Opened };
  readonly inFork: { readonly request: InForkRequest; readonly response: unknown };
  readonly forkDiff: { readonly request: { readonly fork: Id }; readonly response: string };
  /** The fork can be called no more, unless it was a dry run; it still wants its `end`. */
  readonly merge: { readonly request: { readonly fork: Id }; readonly response: Mutated<object> };
  /** Ends a catalog, a watch, or a fork with all that is open in it. */
  readonly end: { readonly request: { readonly id: Id }; readonly response: undefined };
  /** Lets begun calls finish and closes the volume; of a guest, what it has opened. */
  readonly close: { readonly request: undefined; readonly response: undefined };
}
export type Target = keyof Targets;

/** `kind` names a factory that `serve` was given; the rest is the factory's own. */
export interface VolumeRequest {
  readonly kind: string;
  readonly name?: string;
}
export interface OpenRequest {
  readonly volume: VolumeRequest;
  readonly root: VolumePath;
  readonly home?: VolumePath;
  readonly ignore?: IgnoreOptions;
  readonly history?: { readonly maxBytes?: number } | false;
  readonly cacheBytes?: number;
  /** What to take where the origin has no private file system. */
  readonly fallback?: "memory";
  /** Other pages of the origin are let in under this name, when the volume lasts. */
  readonly tabs?: string;
}
export interface Opened {
  readonly root: VolumePath;
  readonly capabilities: Capabilities;
  readonly persistence: Persistence;
  /** The methods of the host's file system. */
  readonly fs: readonly (keyof FileSystem)[];
  /** Those of its history. */
  readonly history: readonly (keyof History)[];
}

/** What becomes of the files when the page is closed. */
export interface Persistence {
  /** "durable": they stay. "memory": they are gone with the worker. */
  readonly kind: "durable" | "memory";
  /** Why they are in memory, where something else was asked for with `fallback`. */
  readonly reason?: string;
  /** The browser has promised to keep what the origin stores when the disk gets full; absent where nobody knows. `persist()` asks for it. */
  readonly granted?: boolean;
}

/** Bytes. */
export interface Usage {
  /** Of all files of the volume, also outside the root. */
  readonly contents: number;
  /** Of what the history keeps. */
  readonly history: number;
  /** On the disk: the log, with what is no longer needed in it and the room that it reserves. Absent where there is no log. */
  readonly stored?: number;
  /**
   * In RAM, to be fast: of contents that a volume on a disk has read or written lately, and of texts that searches made. `cacheBytes` at most,
   * and given up at any time. Of a fork: what it and the workspace keep together.
   */
  readonly cached: number;
}

export interface FileRequest {
  readonly operation: keyof FileOperations;
  readonly args: readonly unknown[];
}

export interface HistoryRequest {
  readonly operation: keyof History;
  readonly args: readonly unknown[];
}

export interface ForkRequest {
  readonly id: Id;
  readonly name: string;
}
export interface InForkRequest {
  readonly fork: Id;
  readonly target: Exclude<Target, "open" | "close">;
  readonly request: Targets[Target]["request"];
}

export interface CatalogRequest {
  readonly id: Id;
  readonly name: string;
  readonly profile: string;
  /** Absent: everything inside the root is allowed. */
  readonly policy: CatalogPolicy | undefined;
}
export interface CatalogPolicy extends Pick<PermissionOptions, "grants" | "external"> {
  readonly mode?: PermissionOptions["mode"];
  readonly rules?: readonly (PathRule & { readonly glob: string })[];
  /** There is somebody to ask on the page. */
  readonly authorize: boolean;
}
export interface CatalogOpened {
  readonly definitions: readonly Definition[];
  readonly guidelines: readonly string[];
  /** What a model reads about its files when the page has no answer from the worker; the effects are in the result. */
  readonly fates: Readonly<Record<Failure, string>>;
}
export interface ToolRequest {
  readonly catalog: Id;
  readonly tool: string;
  readonly arguments: unknown;
}
/** A result without images is plain JSON, and crosses as its text: cloning so many small objects costs more than the call. */
export type ToolAnswer = string | ToolResult;
export interface WatchStart {
  readonly id: Id;
  /** It goes on where a lost worker's ended: a `reset` comes first. */
  readonly resumed: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** What comes through the event port. */
export type WireEvent = ProgressEvent | CommitEvent | AskEvent;
export interface ProgressEvent {
  readonly type: "progress";
  /** Of the call. */
  readonly id: Id;
  readonly progress: Progress;
}
/** Wants an `answer` with this id, once the page's listener is done: the next one waits for it. */
export interface CommitEvent {
  readonly type: "commit";
  readonly id: Id;
  /** Of the watch. */
  readonly to: Id;
  readonly event: WatchEvent;
}
/** Wants an `answer` with this id; without a decision the change is refused. */
export interface AskEvent {
  readonly type: "ask";
  readonly id: Id;
  /** Of the catalog. */
  readonly to: Id;
  readonly question: Question;
}
