import type { Effect, Origin } from "../core/effects.ts";
import type { CallContext, Mutated } from "./call.ts";

/**
 * What was changed, and the way back. Everything here is plain data. Paths are relative to the root, or volume paths outside of it.
 */
export interface History {
  /** Everything that is still known, the oldest first. */
  points(): Promise<RestorePoints>;
  /** Names this moment, and answers with the id of its point. A name that is given again means the later moment. */
  checkpoint(name: string): Promise<number>;
  /**
   * Takes back what matches, or everything since a point, as one batch. What others changed later is never taken: where they changed the same
   * file, both are merged by lines if neither overlaps nor touches the other, else all of it is refused as `stale_version` with both versions,
   * `already_exists` where something new is in the way, or `not_empty`. Nothing of that kind was ever known: `invalid_arguments`.
   */
  undo(what: ChangeSelection | PointReference, context?: CallContext): Promise<Mutated<UndoResponse>>;
  /** Brings back what was undone and matches; by the same rules. The `point` of an undo means what it took back. */
  redo(what: ChangeSelection, context?: CallContext): Promise<Mutated<UndoResponse>>;
  /** Unified text from a point, or a checkpoint by its name, to what is there now. */
  diff(since: number | string): Promise<string>;
}

/** Changes that match all that is named; at least one is. */
export interface ChangeSelection {
  readonly callId?: string;
  readonly turn?: string;
  /** Name of a catalog. */
  readonly actor?: string;
  /** A file, or a directory and all below it: under its name of today or of that time. */
  readonly path?: string;
  /** Id of a point. */
  readonly point?: number;
}

/** The moment before the point's first change, or the one that a checkpoint names. */
export interface PointReference {
  readonly to: number | string;
}

export interface UndoResponse {
  /** Ids of the points whose changes were taken back, or brought back; the oldest first. */
  readonly points: readonly number[];
  /** What stays as it is: `gone` was deleted by others since, `in_use` is a directory that others put something into, or one they moved. */
  readonly left: readonly { readonly path: string; readonly reason: "gone" | "in_use" }[];
}

export interface RestorePoints {
  readonly points: readonly RestorePoint[];
  /** The oldest point that there is a way back to; absent where there is none. */
  readonly since?: number;
  /** How many commits are no longer held, for room or because they were damaged. */
  readonly dropped: number;
  /** What the history takes, and may take. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** What went wrong with it since the workspace was opened, in words. */
  readonly notes: readonly string[];
}

/** All that one call changed, in however many commits; or one commit that belongs to no call; or a checkpoint. */
export interface RestorePoint {
  /** Grows with time. */
  readonly id: number;
  readonly by: Origin["by"];
  readonly actor?: string;
  readonly turn?: string;
  readonly callId?: string;
  readonly tool?: string;
  /** Its name. */
  readonly checkpoint?: string;
  readonly changes: readonly Effect[];
  /** What it takes in the history. */
  readonly bytes: number;
  readonly undone: "no" | "partly" | "yes";
}

/**
 * What became of a call that may have changed something. completed: it was answered; `forgotten`, so long ago that only this is known.
 * interrupted: these effects are all, and nobody was told. running: so far. not_started: it changed nothing, and may be made.
 */
export type CallFate =
  | { readonly state: "completed"; readonly effects: readonly Effect[]; readonly result?: unknown; readonly forgotten?: true }
  | { readonly state: "interrupted" | "running"; readonly effects: readonly Effect[] }
  | { readonly state: "not_started" };
