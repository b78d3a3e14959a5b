import type { Origin, Version } from "../core/effects.ts";
import type { VolumePath } from "../core/path.ts";

/** One commit as history keeps it: enough to take each of its changes back, or to make it again, later and by itself. */
export interface HistoryRecord {
  /** 1, 2, 3, …; a dropped one's is not given again. */
  readonly number: number;
  readonly origin: Origin;
  /** The call that committed, where one was announced. */
  readonly call?: CallMark;
  /** A checkpoint's name; such a record has no steps. */
  readonly checkpoint?: string;
  readonly steps: readonly Step[];
  /** What an undo took back and a redo brought back. */
  readonly toggles: readonly Toggle[];
}

/** What the call was, to know it again. */
export interface CallMark {
  readonly tool: string;
  /** Length in bytes and checksum of its arguments. */
  readonly length: number;
  readonly sum: number;
}

/** One change of the commit: one node's life from what it was to what it is. */
export interface Step {
  /** Where it stands afterwards; of what is gone, where it stood. */
  readonly path: VolumePath;
  /** Where it was moved from. */
  readonly from?: VolumePath;
  /** Absent: it was made here. */
  readonly before?: Image;
  /** Absent: it is gone. */
  readonly after?: Image;
  /** The step of an earlier record whose node lives on in what was made here. */
  readonly restores?: StepReference;
}

export interface StepReference {
  readonly number: number;
  readonly index: number;
}

export interface Toggle extends StepReference {
  readonly undone: boolean;
}

/** A node without its name and place. */
export type Image =
  | {
      readonly kind: "file";
      readonly executable: boolean;
      readonly version?: Version;
      /** Before a change of the bytes: where these are kept. */
      readonly kept?: Kept | "lost";
      /** After a change of the bytes: their checksum. */
      readonly sum?: number;
    }
  | { readonly kind: "directory" }
  | { readonly kind: "symlink"; readonly target: string }
  | { readonly kind: "other" };

export type FileImage = Extract<Image, { kind: "file" }>;

/**
 * Bytes as a part of what came after them: a piece of the record, between the first `start` and the last `end` bytes of the file as the
 * next change found it. So what is before one change is after another, and is kept once.
 */
export interface Kept {
  readonly start: number;
  readonly end: number;
  /** Index of the piece. */
  readonly piece: number;
  /** Of the whole bytes. */
  readonly sum: number;
}
