export interface LifelineOptions {
  /** The lock that the worker holds while it lives, when it has one. */
  readonly lock: string | undefined;
  /** Milliseconds between two pings, where there are no locks. */
  readonly interval: number;
  /** Is anyone waiting for an answer? */
  busy(): boolean;
  ping(): Promise<void>;
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/**
 * Calls `onDeath` when the worker is gone, and perhaps again after `signal` has fired. A terminated or crashed worker tells nobody, but its locks are released, and whoever waits for one
 * gets it. Pages without locks (insecure contexts) send pings while calls are pending. An uncaught error is no death: the worker goes on, and
 * the browser reports the error.
 */
export function watchLife(ports: readonly EventTarget[], options: LifelineOptions, onDeath: (reason: string) => void): void {
  const { lock, signal } = options;
  for (const port of ports) for (const type of ["messageerror", "close"]) port.addEventListener(type, () => onDeath(type), { signal });
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (lock === undefined || locks === undefined) return pingWhileBusy(options, onDeath);
  locks.request(lock, { signal }, () => onDeath("worker_lost")).catch((error: unknown) => onDeath(String(error)));
}

/** Two pings in a row without an answer: one may be the one that a sleeping machine cut off. */
function pingWhileBusy({ interval, busy, ping, signal }: LifelineOptions, onDeath: (reason: string) => void): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (!busy()) unanswered = 0;
    else if (unanswered++ === 2) onDeath("worker_lost");
    else void ping().then(() => (unanswered = 0));
  }, interval);
  signal.addEventListener("abort", () => clearInterval(timer));
}
