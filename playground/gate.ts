/** Where a replay waits between two steps. */
export interface Gate {
  /**
   * Resolves when one step was allowed, or after the milliseconds that `delay` names; while it names none, only what was allowed passes. Also
   * resolves when `signal` has fired.
   */
  pass(delay: () => number | undefined, signal: AbortSignal): Promise<void>;
  /** Lets one step through at once. */
  allow(): void;
  /** Lets who waits look at `delay` and `signal` again. */
  release(): void;
}

export function createGate(): Gate {
  let allowed = false;
  let wake: (() => void) | undefined;

  function release(): void {
    wake?.();
  }

  /** True when the time is over, false when something has changed before. */
  function wait(milliseconds: number | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(() => resolve(true), milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }

  return {
    async pass(delay, signal) {
      let over = false;
      while (!allowed && !over && !signal.aborted) over = await wait(delay());
      allowed = false;
    },
    allow() {
      allowed = true;
      release();
    },
    release,
  };
}
