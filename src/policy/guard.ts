import type { ErrorData } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { Batch, Change, Entry, Receipt, State } from "../volumes/volume.ts";
import type { Target } from "../workspace/access.ts";

/** What a mutation is about to do. `diff` computes the unified text of it, once, when it is asked for. */
export interface Intent {
  readonly context: CallContext;
  readonly targets: readonly Target[];
  readonly changes: readonly Change[];
  diff(): MaybePromise<string>;
}

/** hidden: as if it were not there. protected: asks before reading. locked: readable, never changed. */
export interface Sight {
  readonly sight: "hidden" | "protected" | "locked";
  readonly reason: string;
}

/**
 * The whole of policy, as the three questions that `Access` asks. A guard belongs to the workspace or to one catalog; each answers what it
 * knows and leaves the rest out.
 */
export interface Guard {
  /** May this be seen? */
  see?(path: VolumePath, entry: Entry | undefined): Sight | undefined;
  /** May this be done? May take minutes, and holds nothing while it does. */
  allow?(intent: Intent, signal?: AbortSignal): MaybePromise<{ readonly deny: string } | undefined>;
  /**
   * Inside the queue, just before the commit; throws `PortsideError` to refuse. What it returns is called with how the commit ended, also
   * when a later guard refused.
   */
  begin?(batch: Batch, before: readonly State[]): MaybePromise<((settled: Receipt | ErrorData) => void) | undefined>;
}

/** The guard of a workspace without a policy: everything inside the root is seen and allowed. */
export const allowAll: Guard = {};
