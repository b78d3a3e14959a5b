import type { MaybePromise } from "../core/maybe-promise.ts";
import type { WatchEvent } from "../ports/watcher.ts";

/** Events on their way to one listener. */
export interface Delivery {
  send(event: WatchEvent): void;
  /** Nothing is delivered any more. */
  end(): void;
}

/** Events that may wait for a slow listener before they give way to one `reset`. */
export const waitingEvents = 1_000;

/** One event at a time and in order: the next waits until the promise of the listener for the one before is settled. */
export function createDelivery(listener: (event: WatchEvent) => MaybePromise<void>): Delivery {
  let waiting: WatchEvent[] = [];
  let busy = false;
  let ended = false;

  async function drain(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let event = waiting.shift(); event && !ended; event = waiting.shift()) await deliver(event);
    busy = false;
  }

  async function deliver(event: WatchEvent): Promise<void> {
    try {
      await listener(event);
    } catch (error) {
      // A listener's fault is its own: the commit stands and the next event is delivered. It must still be seen.
      if (typeof reportError === "function") reportError(error);
      else void Promise.reject(error); // Node has no reportError; there this is an unhandled rejection
    }
  }

  return {
    send(event) {
      if (waiting.length >= waitingEvents) waiting = [{ type: "reset", sequence: event.sequence }];
      else waiting = behind(waiting, event);
      void drain();
    },
    end() {
      ended = true;
      waiting = [];
    },
  };
}

/** Once a reset waits it takes in every later event, for the listener will read everything again. */
function behind(waiting: WatchEvent[], event: WatchEvent): WatchEvent[] {
  if (waiting[0]?.type === "reset") return [{ type: "reset", sequence: event.sequence }];
  waiting.push(event);
  return waiting;
}
