import { fail } from "../core/errors.ts";
import { notLoaded } from "./launch.ts";
import type { Launched } from "./launch.ts";
import { protocol } from "./protocol.ts";
import type { Ready } from "./protocol.ts";

/**
 * Waits for the worker's `ready`. Rejects with `unavailable` when its script does not load or fails, when it says nothing for `wait`
 * milliseconds, or when it speaks another protocol. The worker is left running.
 */
export async function handshake({ endpoint, where }: Launched, wait: number): Promise<Ready> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return checked(
      await new Promise<Ready>((resolve, reject) => {
        const silent = `it said nothing for ${wait} ms; a worker of one's own must call serve()`;
        const timer = setTimeout(() => reject(notLoaded(where, silent)), wait);
        signal.addEventListener("abort", () => clearTimeout(timer));
        endpoint.addEventListener("message", (event) => isReady((event as MessageEvent).data) && resolve((event as MessageEvent).data), {
          signal,
        });
        endpoint.addEventListener("error", (event) => reject(notLoaded(where, messageOf(event))), { signal });
        endpoint.addEventListener("messageerror", () => reject(notLoaded(where, "its message could not be read")), { signal });
        if ("start" in endpoint) endpoint.start();
      }),
      where,
    );
  } finally {
    over.abort();
  }
}

function isReady(data: unknown): data is Ready {
  return typeof data === "object" && data !== null && (data as Partial<Ready>).type === "ready" && "protocol" in data;
}

/** A script that cannot be fetched gives an event without a message. */
function messageOf(event: Event): string {
  const { message } = event as Partial<ErrorEvent>;
  return message ? `its script failed: ${message}` : "its script could not be loaded";
}

function checked(ready: Ready, where: string): Ready {
  if (ready.protocol === protocol) return ready;
  const reason = `it speaks protocol ${ready.protocol}, this page ${protocol}`;
  throw fail("unavailable", { what: where, reason, remedy: "take the worker and the page's script from the same version" });
}
