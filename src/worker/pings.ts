import type { LifelineOptions } from "./lifeline.ts";

/** Two pings in a row without an answer: one may be the one that a sleeping machine cut off. */
export function pingWhileBusy({ interval, busy, ping, signal }: LifelineOptions, onDeath: (reason: string) => void): void {
  if (signal.aborted) return;
  let unanswered = 0;
  const timer = setInterval(() => {
    if (!busy()) unanswered = 0;
    else if (unanswered++ === 2) onDeath("worker_lost");
    else void ping().then(() => (unanswered = 0));
  }, interval);
  signal.addEventListener("abort", () => clearInterval(timer));
}
