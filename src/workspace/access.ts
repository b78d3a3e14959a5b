import type { Kind } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import type { Share } from "../engines/glob/index.ts";
import type { CallContext, Expected, Mutated, Skipped } from "../ports/call.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { Change, Entry, FileEntry, NodeId, Receipt, Volume } from "../volumes/volume.ts";

/**
 * The waist: ports, and everything else that touches files, reach the volume through these four and through nothing else. So the root, links,
 * guards, expected versions, dry runs, effects and the order of mutations exist once.
 */

export type Capability = "read" | "write" | "delete" | "move" | "mkdir" | "execute";

/**
 * A path resolved once. `scope` is the nearest existing directory above `path` (the root, and a directory that is read, is its own), by
 * identity: recreated meanwhile is `stale_version`, a directory appearing below it is not. Missing parents are the names between `scope.path` and
 * `path`.
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
  /** A link as the last component: its target, its target unless that is a directory, the link itself, or path_not_allowed. */
  readonly leaf: "follow" | "follow-to-file" | "keep" | "refuse";
  /** Nothing needs to be there; missing parents are fine too. */
  readonly absent?: boolean;
  /** In the root, whatever else the caller may name. */
  readonly inside?: boolean;
}

/** How far a walk has come in what it looks for. */
export interface WalkState {
  /** The entry is in the answer, when its kind is. */
  readonly accepts: boolean;
  /** Something below it could be. */
  readonly opens: boolean;
}

/**
 * What a walk looks for, as an automaton over names: one state a directory level. Where neither an entry nor anything below it could be in the
 * answer, it is neither counted nor entered. A compiled glob is one.
 */
export interface WalkFilter<State extends WalkState> {
  /** State at the directory the walk starts from. */
  readonly start: State;
  /** Kinds in the answer; absent: all. */
  readonly kinds?: readonly Kind[] | undefined;
  /** State at `name`, or undefined when it cannot lead to an answer. */
  step(state: State, name: string): State | undefined;
  /** A literal dot names it at this place: it is shown although it is hidden. */
  unhides(state: State, name: string): boolean;
  /**
   * How many of the visible names with this ending, which is what follows the last dot, `step` would accept: told without looking at one, so that
   * a walk can pass by the files of a directory that do not end right. Absent: every name is looked at.
   */
  share?(state: State, ending: string): Share;
  /**
   * The state that `step` leads to from here whatever the name, but that it may accept: a walk with no directories in its answer enters them all
   * without looking at their names then. Undefined, or absent: it depends on the name.
   */
  beneath?(state: State): State | undefined;
}

export interface WalkOptions<State extends WalkState> {
  readonly filter: WalkFilter<State>;
  /** Levels below the start; absent: all. */
  readonly depth?: number;
  readonly includeHidden?: boolean;
  readonly includeIgnored?: boolean;
  /** Files in the answer of which nothing but their ending, "" without a dot, need be known. They are not visited one by one. */
  readonly tally?: ((ending: string, count: number) => void) | undefined;
  /** Of it, which ignore rules hold and what becomes of a file of rules that cannot be read. */
  readonly dialect?: Pick<Dialect, "ignore" | "unreadable"> | undefined;
}

/** An entry in the answer, and where it stands. It is the walk's own object: when the visitor has answered it is the next one. */
export interface Walked {
  readonly name: string;
  readonly entry: Entry;
  /** Of the entry. */
  readonly kind: Kind;
  /** Levels below the start; 1 for its children. */
  readonly depth: number;
  /** The directory that holds it, relative to the root and with its `/` at the end; "" for the root. */
  directory(): string;
  /** Relative to the root. Put together when it is asked for: a walk needs few. */
  path(): string;
}

/** Called with each entry in the answer; false ends the whole walk. */
export type Visit = (walked: Walked) => MaybePromise<boolean>;

export interface Access {
  /** The directory that everything is inside of, links resolved. */
  readonly root: VolumePath;
  readonly volume: Pick<Volume, "entry" | "children" | "read" | "watch">;
  /**
   * Root, links, `..`. Before the contents of a protected or an external place are looked at, for whatever purpose, it asks to "read" them; every
   * other capability is asked once, by `change`. Throws path_not_allowed, path_malformed, not_found, not_a_directory, permission_denied.
   */
  locate(path: string, options: LocateOptions, context: CallContext): MaybePromise<Place>;
  /**
   * Pre-order, component order, links reported and never followed. What is hidden, ignored or protected is left out and counted; `from` itself
   * may be any of them. Throws aborted, and invalid_glob {file, line} for a faulty file of rules.
   */
  walk<State extends WalkState>(from: Place, options: WalkOptions<State>, visit: Visit, context: CallContext): Promise<Skipped>;
  /** Kind of what a link that was walked to leads to; undefined when it dangles, leads outside, or leads to what is hidden. */
  kindBehind(path: VolumePath): Kind | undefined;
  /** Bytes of a file that was located or walked to, or [start, end) of them; the volume's own, never to be written to. */
  read(file: FileEntry, start?: number, end?: number): MaybePromise<Uint8Array>;
  /**
   * expected versions → plan → `checkBatch` → every guard's `allow` → queue → same scopes (the first plan's) → if the tree moved, all of it again;
   * stale_version when target paths or capabilities differ, or, where a guard called `diff()`, its text without line numbers → `begin` → commit →
   * settle. `context.dryRun` stops before `allow` and answers with `diff` and the effects that would be.
   */
  change<Response extends object>(mutation: Mutation<Response>, context: CallContext): Promise<Mutated<Response>>;
  /** A volume path as results show it: relative to the root, "" for the root; as it is where it is outside. */
  shown(path: VolumePath): string;
}

/** Makes the plan from the tree as it is; made again when the tree moved. */
export interface Mutation<Response> {
  readonly expected?: Expected;
  plan(): MaybePromise<Plan<Response>>;
}
