import type { Remark } from "./calls.ts";
import { handshake } from "./handshake.ts";
import { launch } from "./launch.ts";
import type { Launched, WorkerSource } from "./launch.ts";
import { createLine } from "./line.ts";
import type { Line } from "./line.ts";
import type { Opening } from "./opening.ts";
import type { Opened, OpenRequest, Ready, Target, Targets } from "./protocol.ts";

/** Milliseconds. */
export interface Timeouts {
  /** How long a worker may take to say that it serves, and to close; 30,000. */
  readonly ready?: number;
  /** Between two pings while calls are pending, where the page has no Web Locks, or another page has the workspace; 10,000. */
  readonly ping?: number;
}

export interface ConnectOptions {
  readonly worker?: WorkerSource;
  readonly timeouts: Required<Timeouts>;
  readonly open: OpenRequest;
}

/** One life of a worker with its workspace open, from the handshake to its loss or end. */
export interface Connection extends Pick<Line, "listeners" | "lost" | "close"> {
  /** No other has it, in no page: what begins with it is unique. */
  readonly id: string | undefined;
  readonly opened: Opened;
  readonly ports: Ready["ports"];
  readonly call: ConnectionCall;
  /** Where pages share the workspace: takes an opening to whoever has it next, perhaps this page. Rejects where that is the host's to do. */
  readonly moveOn?: (opening: Opening) => Promise<void>;
}

/** `opening`: whose call it is. It outlives the connection where the opening does. */
export type ConnectionCall = <T extends Target>(
  target: T,
  request: Targets[T]["request"],
  context?: Remark,
  opening?: Opening,
) => Promise<Targets[T]["response"]>;

/** Starts a worker and opens its workspace. Rejects with `unavailable` when there is no worker to be had, or with what its `open` threw. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const launched = launch(options.worker);
  try {
    return await openLine(launched, await handshake(launched, options.timeouts.ready), options);
  } catch (error) {
    launched.stop();
    throw error;
  }
}

/** Opens the workspace of a worker that is ready. */
export async function openLine(launched: Launched, ready: Ready, { timeouts, open }: ConnectOptions): Promise<Connection> {
  const line = createLine(launched, ready, timeouts.ping);
  return { ...line, id: ready.capabilities.lock, ports: ready.ports, opened: await line.call("open", open) };
}
