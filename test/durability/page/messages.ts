import type { Note } from "../../../src/volumes/opfs/replay.ts";

/** What the page's worker is told to do. */
export type Order = HistoryOrder | FullDiskOrder;

/** To fill a volume, clear it and fill it again, and say what was wrong. */
export interface FullDiskOrder {
  readonly volume: string;
  readonly fileBytes: number;
  readonly segmentBytes: number;
  readonly rounds: number;
}

/** To work on from operation `from`; without it, to look what is there. */
export interface HistoryOrder {
  readonly seed: number;
  readonly from?: number;
  /** Call ids whose fate is asked for. */
  readonly known: readonly string[];
}

export type Said =
  | { readonly type: "found"; readonly found: Found }
  | { readonly type: "began" | "done"; readonly k: number }
  | { readonly type: "filled"; readonly faults: readonly string[]; readonly full: number }
  | { readonly type: "failed"; readonly reason: string };

export interface Found {
  readonly lines: readonly string[];
  /** The last operation that the volume says is done, refused ones not counted. */
  readonly reached: number;
  /** For each known id the number of its commit. */
  readonly committed: readonly (number | undefined)[];
  readonly notes: readonly Note[];
  /** Of the volume's directory in the private file system. */
  readonly files: readonly string[];
}
