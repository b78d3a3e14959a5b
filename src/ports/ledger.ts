import type { Effect } from "../core/effects.ts";
import type { CallFate } from "./history.ts";

/** Knows calls by their ids, so that one that is made again is not done again. */
export interface Ledger {
  /**
   * Before a call is made. Undefined: it may be, and `end` follows; else what an earlier one of this id did, once that has ended. Throws
   * invalid_arguments {at: "id", problem: "taken"} where the earlier one was another call, or another catalog's.
   */
  begin(call: LedgerCall): Promise<EarlierCall | undefined>;
  /** The call has ended; `answer` is kept if it changed something. */
  end(id: string, answer: string): Promise<void>;
  fate(id: string): CallFate;
  /** An id that no call has had, for one that brings none. */
  nextId(catalog: string): string;
}

export interface LedgerCall {
  readonly id: string;
  /** Name of the catalog that makes it. */
  readonly catalog: string;
  readonly tool: string;
  /** The same text for the same arguments. */
  readonly arguments: string;
}

/** `answer` is absent where none was kept: it was too long, or lost before it was given. */
export interface EarlierCall {
  readonly answer?: string;
  readonly effects: readonly Effect[];
}
