import { handshake } from "./handshake.ts";
import { launch } from "./launch.ts";
import type { WorkerSource } from "./launch.ts";
import { createLine } from "./line.ts";
import type { Line } from "./line.ts";
import type { Opened, OpenRequest, Ready } from "./protocol.ts";

/** Milliseconds. */
export interface Timeouts {
  /** How long a worker may take to say that it serves, and to close; 30,000. */
  readonly ready?: number;
  /** Between two pings while calls are pending, where the page has no Web Locks; 10,000. */
  readonly ping?: number;
}

export interface ConnectOptions {
  readonly worker?: WorkerSource;
  readonly timeouts: Required<Timeouts>;
  readonly open: OpenRequest;
}

/** One life of a worker with its workspace open, from the handshake to its loss or end. */
export interface Connection extends Pick<Line, "call" | "listeners" | "lost" | "close"> {
  readonly opened: Opened;
  readonly ports: Ready["ports"];
}

/** Starts a worker and opens its workspace. Rejects with `unavailable` when there is no worker to be had, or with what its `open` threw. */
export async function connect({ worker, timeouts, open }: ConnectOptions): Promise<Connection> {
  const launched = launch(worker);
  try {
    const ready = await handshake(launched, timeouts.ready);
    const line = createLine(launched, ready, timeouts.ping);
    return { ...line, ports: ready.ports, opened: await line.call("open", open) };
  } catch (error) {
    launched.stop();
    throw error;
  }
}
