import type { Effect } from "../core/effects.ts";
import type { Expected } from "../ports/call.ts";

/** What a catalog remembers of the files its caller knows: `policy/staleness.ts` is one. Paths are relative to the root. */
export interface Memory {
  saw(versions: Expected): void;
  /** Files that the call changed in place though others had changed them since they were seen; told once. */
  landed(callId: string): readonly string[];
  /** What others have changed since the last call of this. */
  changes(): readonly Effect[];
}
