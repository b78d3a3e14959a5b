import { fail } from "./errors.ts";

/** Throws `aborted` when the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw fail("aborted", {});
}

/** Counts work and says when to let other events in: nothing is aborted by a message that never arrives. */
export interface Pace {
  /** True after `every` units of work: await `breathe()` and go on. Throws `aborted` when the signal has fired. */
  spend(units: number): boolean;
}

export function createPace(every: number, signal?: AbortSignal): Pace {
  let spent = 0;
  return {
    spend(units) {
      throwIfAborted(signal);
      spent += units;
      if (spent < every) return false;
      spent = 0;
      return true;
    },
  };
}

/** Node's own way; a browser has none. */
const { setImmediate: soon } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown };

/** Resolves in a later macrotask. In a browser by a MessageChannel, because timers are clamped to 4 ms there and slowed in hidden tabs. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    if (soon) soon(resolve);
    else breatheByMessage(resolve);
  });
}

function breatheByMessage(resolve: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(undefined);
}
