export interface LifelineOptions {
  /** The lock that the worker holds while it lives, when it has one. */
  readonly lock: string | undefined;
  /** It is pinged all the same: it may be frozen, with its lock. */
  readonly pings?: boolean;
  /** Milliseconds between two pings. */
  readonly interval: number;
  /** Is anyone waiting for an answer? */
  busy(): boolean;
  ping(): Promise<void>;
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/**
 * Calls `onDeath` when the worker is gone, and perhaps again after `signal` has fired. A terminated or crashed worker tells nobody, but its locks
 * are released, and whoever waits for one gets it. Pages without locks (insecure contexts) send pings while calls are pending. An uncaught error
 * is no death: the worker goes on, and the browser reports the error.
 */
export function watchLife(ports: readonly EventTarget[], options: LifelineOptions, onDeath: (reason: string) => void): void {
  const { lock, pings, signal } = options;
  for (const port of ports) for (const type of ["messageerror", "close"]) port.addEventListener(type, () => onDeath(type), { signal });
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (lock && locks) locks.request(lock, { signal }, () => onDeath("worker_lost")).catch((error: unknown) => onDeath(String(error)));
  if (!lock || !locks || pings) void import("./pings.ts").then((loaded) => loaded.pingWhileBusy(options, onDeath));
}
