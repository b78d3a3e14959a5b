/** What the page runs at one time: cases of the storage interface in a worker, or those of all ports through `openWorkspace`. */
export interface Suite {
  readonly of: "storage" | "ports";
  readonly volume: "memory" | "opfs";
}

export interface Outcome {
  readonly passed: number;
  /** The name of each case that failed, and how. */
  readonly failed: readonly string[];
}
