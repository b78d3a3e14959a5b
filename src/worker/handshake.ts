import { fail } from "../core/errors.ts";
import { notLoaded } from "./launch.ts";
import type { Launched } from "./launch.ts";
import { protocol } from "./protocol.ts";
import type { Ready } from "./protocol.ts";
import { within } from "./within.ts";

/**
 * Waits for the worker's `ready`. Rejects with `unavailable` when its script does not load or fails, when it says nothing for `wait`
 * milliseconds, or when it speaks another protocol. The worker is left running.
 */
export async function handshake(launched: Launched, wait: number): Promise<Ready> {
  const over = new AbortController();
  const { where } = launched;
  try {
    const silence = (): Error => notLoaded(where, `it did not call serve() within ${wait} ms`);
    return checkProtocol(await within(wait, readiness(launched, over.signal), silence), where);
  } finally {
    over.abort();
  }
}

export function readiness({ endpoint, where }: Launched, signal: AbortSignal): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const hear = ({ data }: MessageEvent): void => {
      if ((data as Partial<Ready> | null)?.type === "ready") resolve(data as Ready);
    };
    endpoint.addEventListener("message", hear as EventListener, { signal });
    // A script that cannot be fetched gives an event without a message.
    const fault = (event: Event): void => {
      event.preventDefault(); // told by the rejection, and not a second time in the console
      reject(notLoaded(where, (event as ErrorEvent).message || "it could not be loaded"));
    };
    endpoint.addEventListener("error", fault, { signal });
    if ("start" in endpoint) endpoint.start();
  });
}

export function checkProtocol(ready: Ready, where: string): Ready {
  if (ready.protocol === protocol) return ready;
  const reason = `it speaks protocol ${ready.protocol}, this page ${protocol}`;
  throw fail("unavailable", { what: where, reason, remedy: "use one version of both" });
}
