import type { MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import type { CallContext, Mutated, Skipped } from "../ports/call.ts";
import type { Change, Entry, FileEntry, NodeId, Receipt } from "../volumes/volume.ts";

/**
 * The waist: ports, and everything else that touches files, reach the volume through these four and through nothing else. So the root, links,
 * guards, expected versions, dry runs, effects and the order of mutations exist once.
 */

export type Capability = "read" | "write" | "delete" | "move" | "mkdir" | "execute";

/**
 * A path resolved once. `scope` is the nearest existing directory above `path` (the root for the root), by identity: recreated meanwhile is
 * `stale_version`, a directory appearing below it is not. Missing parents are the names between `scope.path` and `path`.
 */
export interface Place {
  readonly path: VolumePath;
  readonly entry: Entry | undefined;
  readonly scope: { readonly path: VolumePath; readonly id: NodeId };
  /** Outside the root, let in by a host. */
  readonly external: boolean;
}

/** Each end of a move is one; a patch that deletes asks "delete" for that path. */
export interface Target {
  readonly place: Place;
  readonly capability: Capability;
}

/** What a mutation will do. Pure: made from the tree, changes nothing, may be made again. */
export interface Plan<Response> {
  readonly targets: readonly Target[];
  readonly changes: readonly Change[];
  /** The answer; the receipt is absent in a dry run. */
  respond(receipt?: Receipt): Response;
}

export interface LocateOptions {
  readonly for: Capability;
  /** A link as the last component: its target, the link itself, or path_not_allowed. */
  readonly leaf: "follow" | "keep" | "refuse";
  /** Nothing needs to be there; missing parents are fine too. */
  readonly absent?: boolean;
}

export interface WalkOptions {
  /** Could the entry, or something below it, be in the answer? Others are neither counted nor entered. */
  readonly relevant?: (path: VolumePath, entry: Entry) => boolean;
  /** A literal dot of a pattern names it: it is shown although it is hidden. */
  readonly unhides?: (path: VolumePath) => boolean;
  /** Levels below the start; absent: all. */
  readonly depth?: number;
  readonly includeHidden?: boolean;
  readonly includeIgnored?: boolean;
}

export interface Access {
  /** The directory that everything is inside of. */
  readonly root: VolumePath;
  /**
   * Root, links, `..`. For "read" it asks for external and protected places; every other capability is asked once, by `change`. Throws
   * path_not_allowed, path_malformed, not_found, not_a_directory, permission_denied.
   */
  locate(path: string, options: LocateOptions, context: CallContext): MaybePromise<Place>;
  /** Pre-order, component order; `false` ends the whole walk; what the visitor never sees is counted. Throws aborted. */
  walk(
    from: Place,
    options: WalkOptions,
    visit: (path: VolumePath, entry: Entry) => MaybePromise<boolean>,
    context: CallContext,
  ): MaybePromise<Skipped>;
  /** Children of a directory and bytes of a file, as the volume has them. */
  read(file: FileEntry, start?: number, end?: number): MaybePromise<Uint8Array>;
  /**
   * plan → `checkBatch` → every guard's `allow` → queue → same scopes (the first plan's) → if the tree moved, plan and check again;
   * stale_version when target paths or capabilities differ, or, where a guard called `diff()`, its text without line numbers → `begin` → commit →
   * settle. `context.dryRun` stops before `allow` and answers with `diff` and the effects that would be.
   */
  change<Response extends object>(plan: () => MaybePromise<Plan<Response>>, context: CallContext): Promise<Mutated<Response>>;
  /** A volume path as results show it: relative to the root, "" for the root. */
  shown(path: VolumePath): string;
}
