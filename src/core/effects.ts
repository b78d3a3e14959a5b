/** Opaque; new at every change of a file's bytes; made by a counter, never by a clock or by chance. */
export type Version = string;

/** What a call changed. Paths are relative to the root and use `/`. */
export interface Effect {
  readonly op: "create" | "modify" | "delete" | "move" | "mkdir";
  readonly path: string;
  /** Where a moved entry came from. */
  readonly from?: string;
  /** The file's version before and after; absent for directories and links. */
  readonly before?: Version;
  readonly after?: Version;
}

/** Who made a change. `actor` is a catalog's name, `turn` and `callId` are the caller's own. */
export interface Origin {
  readonly by: "tool" | "shell" | "host" | "undo" | "external";
  readonly actor?: string;
  readonly turn?: string;
  readonly callId?: string;
}
