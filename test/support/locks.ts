type Callback = (lock: { readonly name: string } | null) => unknown;

interface Options {
  readonly ifAvailable?: boolean;
  readonly signal?: AbortSignal;
}

/** Exclusive Web Locks, for Node, which has none. */
export interface MemoryLocks {
  /** In place of `navigator.locks`. */
  readonly locks: Pick<LockManager, "request" | "query">;
  held(): readonly string[];
  /** As when their holder crashes: whoever waits gets them. */
  crash(isOf: (name: string) => boolean): void;
}

export function createMemoryLocks(): MemoryLocks {
  const held = new Map<string, () => void>();
  const queues = new Map<string, (() => void)[]>();

  function next(name: string): void {
    held.delete(name);
    queues.get(name)?.shift()?.();
  }

  function grant(name: string, callback: Callback): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let over = false;
      const end = (settle: () => void): void => {
        settle();
        if (over) return;
        over = true;
        next(name);
      };
      held.set(name, () => end(() => {}));
      // As in a browser, in a later turn.
      void Promise.resolve()
        .then(() => callback({ name }))
        .then(
          (value) => end(() => resolve(value)),
          (error: Error) => end(() => reject(error)),
        );
    });
  }

  function wait(name: string, callback: Callback, signal: AbortSignal | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting = queues.get(name) ?? [];
      queues.set(name, waiting);
      const turn = (): void => {
        signal?.removeEventListener("abort", leave);
        grant(name, callback).then(resolve, reject);
      };
      const leave = (): void => {
        const at = waiting.indexOf(turn);
        if (at >= 0) waiting.splice(at, 1);
        reject(signal?.reason as Error);
      };
      waiting.push(turn);
      signal?.addEventListener("abort", leave);
    });
  }

  async function request(name: string, ...[first, second]: [Callback] | [Options, Callback]): Promise<unknown> {
    const [{ ifAvailable = false, signal }, callback] =
      second === undefined ? [{} as Options, first as Callback] : [first as Options, second];
    signal?.throwIfAborted();
    if (!held.has(name)) return grant(name, callback);
    return ifAvailable ? callback(null) : wait(name, callback, signal);
  }

  return {
    locks: {
      request: request as LockManager["request"],
      query: async () => ({ held: [...held.keys()].map((name) => ({ name, mode: "exclusive" as const, clientId: "" })), pending: [] }),
    },
    held: () => [...held.keys()],
    crash: (isOf) => [...held].filter(([name]) => isOf(name)).forEach(([, end]) => end()),
  };
}
