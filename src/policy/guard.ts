import type { ErrorData } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { Batch, Change, Entry, Receipt, State } from "../volumes/volume.ts";
import type { Target } from "../workspace/access.ts";

/** What a call is about to do: to read one place, with no changes, or to make these. */
export interface Intent {
  readonly context: CallContext;
  readonly targets: readonly Target[];
  readonly changes: readonly Change[];
  /** The unified text of the changes, computed once, when it is asked for. */
  diff(): MaybePromise<string>;
  /** A path as results show it: relative to the root, a volume path where it is outside. */
  shown(path: VolumePath): string;
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
  /** It decides about places outside the root too. For a caller without such a guard there are none. */
  readonly external?: boolean;
  /** May this be seen? */
  see?(path: VolumePath, entry: Entry | undefined): Sight | undefined;
  /** May this be done? May take minutes, and holds nothing while it does. */
  allow?(intent: Intent, signal?: AbortSignal): MaybePromise<{ readonly deny: string } | undefined>;
  /**
   * Inside the queue, just before the commit; throws `PortsideError` to refuse. What it returns is called with how the commit ended, also
   * when a later guard refused.
   */
  begin?(batch: Batch, before: readonly State[], context: CallContext): MaybePromise<((settled: Receipt | ErrorData) => void) | undefined>;
}
