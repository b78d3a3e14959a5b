import type { VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";

/**
 * The protected and external places that a call was let look into. A plan is made more than once, and nobody is asked twice for one change; in
 * the queue nobody is asked at all.
 */
export interface LookedInto {
  has(context: CallContext, path: VolumePath): boolean;
  add(context: CallContext, path: VolumePath): void;
  /** Its change is in the queue. */
  close(context: CallContext): void;
  isClosed(context: CallContext): boolean;
}

export function createLookedInto(): LookedInto {
  const places = new WeakMap<CallContext, Set<VolumePath>>();
  const closed = new WeakSet<CallContext>();
  return {
    has: (context, path) => places.get(context)?.has(path) ?? false,
    add(context, path) {
      places.set(context, (places.get(context) ?? new Set()).add(path));
    },
    close: (context) => void closed.add(context),
    isClosed: (context) => closed.has(context),
  };
}
