import { fail } from "../core/errors.ts";
import { throwIfAborted } from "../core/cancel.ts";

export type Concurrency = "parallel" | "serial";

/** Lets parallel work run side by side and serial work run alone, first come, first served. */
export interface Turns {
  /** Runs `work` when its turn comes. Throws `aborted` when the signal fires before that. */
  take<T>(concurrency: Concurrency, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly concurrency: Concurrency;
  readonly start: () => void;
}

export function createTurns(): Turns {
  const waiting: Waiting[] = [];
  let running = 0;
  let alone = false;

  function admit(): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (alone || (next.concurrency === "serial" && running > 0)) return;
      waiting.shift();
      running++;
      alone = next.concurrency === "serial";
      next.start();
    }
  }

  function leave(): void {
    running--;
    alone = false;
    admit();
  }

  function turn(concurrency: Concurrency, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        concurrency,
        start() {
          signal?.removeEventListener("abort", giveUp);
          resolve();
        },
      };
      function giveUp(): void {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(fail("aborted", {}));
        admit();
      }
      signal?.addEventListener("abort", giveUp, { once: true });
      waiting.push(entry);
      admit();
    });
  }

  return {
    async take(concurrency, signal, work) {
      throwIfAborted(signal);
      await turn(concurrency, signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
