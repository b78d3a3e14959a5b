import type { CacheBudget } from "../core/cache-budget.ts";
import type { VolumePath } from "../core/path.ts";
import type { Guard } from "../policy/guard.ts";
import type { FileSystem } from "../ports/file-system.ts";
import type { History } from "../ports/history.ts";
import type { IgnoreOptions } from "../ports/ignore-options.ts";
import type { CallContext, Mutated } from "../ports/call.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Ports } from "../ports/ports.ts";
import type { Capabilities, Volume } from "../volumes/volume.ts";
import type { Access } from "./access.ts";

export interface WorkspaceOptions {
  /** Directory of the volume that is the workspace; "/workspace". Made when it is missing; everything outside is outside. */
  readonly root?: VolumePath;
  /** What `~` means, a volume path inside the root; absent: `~` is refused. */
  readonly home?: VolumePath;
  readonly ignore?: IgnoreOptions;
  /**
   * Callers with a guard for it may name other places of the volume, by an absolute path, and are asked for each; no relative path and no link
   * inside leads there. Absent: there is nothing outside.
   */
  readonly external?: boolean;
  /** Policy that holds for every caller. */
  readonly guards?: readonly Guard[];
  /** What the history may take; 67,108,864 bytes. False: there is none, and what an earlier one left in the volume is removed. */
  readonly history?: { readonly maxBytes?: number } | false;
  /**
   * Bytes that may be kept in RAM to be fast, of contents and of the texts that searches make of them; 268,435,456. 0: nothing is kept. Over a
   * volume that keeps contents by itself, what counts is the `cacheBytes` that it was opened with.
   */
  readonly cacheBytes?: number;
}

/** One caller of a workspace: its name goes into every commit, its guards are asked after the workspace's own. */
export interface Caller {
  readonly actor?: string;
  readonly guards?: readonly Guard[];
}

/** A volume with a root: every port, as the host itself calls them. */
export interface Workspace extends Ports {
  readonly root: VolumePath;
  readonly capabilities: Capabilities;
  /** What is kept in RAM to be fast, and how much of that there may be; forks share it. */
  readonly caches: Pick<CacheBudget, "maxBytes" | "used">;
  /** The files as programs written for Node see them. */
  readonly fs: FileSystem;
  /** The waist, for what is neither port nor tool: transfers and shells. */
  readonly access: Access;
  /** What was changed, and the way back; kept in a volume that is durable, in RAM beside any other. Its calls are the host's own, under the workspace's guards. */
  readonly history: History;
  /** For `createTools`: what became of calls, and that none is made twice. Undefined without a history. */
  readonly ledger: Ledger | undefined;
  /** The ports for another caller, on the same queue and the same tree. */
  portsFor(caller: Caller): Ports;
  /**
   * A workspace of its own that begins as this one is now, and costs its changes only; with the same root and options. It lives in RAM, and no
   * longer than this one. `name` is its volume's; "fork".
   */
  fork(options?: { readonly name?: string }): Promise<ForkedWorkspace>;
  /** Refuses new calls, lets begun ones finish, closes the volume. */
  dispose(): Promise<void>;
}

/** What is done here stays here until it is merged. */
export interface ForkedWorkspace extends Workspace {
  /** The changes over what was forked, to look at. */
  readonly volume: Omit<Volume, "commit" | "close">;
  /** What was changed since the fork, as unified text. */
  diff(): Promise<string>;
  /**
   * Makes the changes in the workspace that was forked: all of them, as one batch that its guards are asked for, or none. Then the fork is
   * disposed of. Throws stale_version {reason: "both_sides", paths} where both changed the same paths, or one changed below what the other moved
   * or removed; the fork is as before, and its `diff` can still be read. A dry run answers with the effects and the diff.
   */
  merge(context?: CallContext): Promise<Mutated<object>>;
}
