import type { Origin } from "../core/effects.ts";
import type { Changed, CommitEvent } from "./volume.ts";

/** The calls a volume can still tell the fate of. */
const rememberedCalls = 10_000;

/** The commits of one volume: their numbers, who made them, and who is told. */
export interface Commits {
  /** Counts a commit that has been applied and tells every listener. */
  record(origin: Origin, changed: readonly Changed[]): number;
  committed(callId: string): number | undefined;
  watch(listener: (event: CommitEvent) => void): () => void;
  /** Number of the last commit. */
  sequence(): number;
  /** What `committed` knows, the oldest first. */
  calls(): ReadonlyMap<string, number>;
}

/** What an earlier life of the volume has counted. */
export interface Counted {
  readonly sequence: number;
  readonly calls: Iterable<readonly [callId: string, sequence: number]>;
}

export function createCommits(counted: Counted = { sequence: 0, calls: [] }): Commits {
  const calls = new Map<string, number>();
  for (const [callId, at] of counted.calls) remember(calls, callId, at);
  const { publish, watch } = createEvents();
  let sequence = counted.sequence;

  return {
    record(origin, changed) {
      sequence += 1;
      if (origin.callId !== undefined) remember(calls, origin.callId, sequence);
      const recorded = sequence;
      publish({ sequence: recorded, origin, changed });
      return recorded;
    },
    committed: (callId) => calls.get(callId),
    watch,
    sequence: () => sequence,
    calls: () => calls,
  };
}

function remember(calls: Map<string, number>, callId: string, sequence: number): void {
  calls.delete(callId);
  calls.set(callId, sequence);
  if (calls.size <= rememberedCalls) return;
  for (const oldest of calls.keys()) {
    calls.delete(oldest);
    return;
  }
}

interface Subscription {
  readonly listener: (event: CommitEvent) => void;
}

interface Delivery {
  readonly event: CommitEvent;
  readonly to: readonly Subscription[];
}

function createEvents(): { publish(event: CommitEvent): void; watch(listener: (event: CommitEvent) => void): () => void } {
  const subscriptions = new Set<Subscription>();
  const waiting: Delivery[] = [];
  let delivering = false;

  // A listener may commit: its event waits until every listener has had the one before.
  function drain(): void {
    if (delivering) return;
    delivering = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) deliver(next);
    delivering = false;
  }

  function deliver({ event, to }: Delivery): void {
    for (const subscription of to) {
      if (subscriptions.has(subscription)) call(subscription.listener, event);
    }
  }

  return {
    publish(event) {
      waiting.push({ event, to: [...subscriptions] });
      drain();
    },
    watch(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
  };
}

/** What a listener throws is nobody's failure but its own: the commit stands, the other listeners are told. */
function call(listener: (event: CommitEvent) => void, event: CommitEvent): void {
  try {
    listener(event);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  // Node has no reportError.
  if (typeof reportError === "function") return reportError(error);
  queueMicrotask(() => {
    throw error;
  });
}
