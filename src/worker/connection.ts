import { transfer } from "comlink";
import type { PortsideError } from "../core/errors.ts";
import { handshake } from "./handshake.ts";
import { launch } from "./launch.ts";
import type { WorkerSource } from "./launch.ts";
import { createLine } from "./line.ts";
import type { Line } from "./line.ts";
import type { Opened, OpenRequest, Ready, WireEvent } from "./protocol.ts";

/** Milliseconds. */
export interface Timeouts {
  /** How long a worker may take to say that it serves, and to close; 30,000. */
  readonly ready?: number;
  /** Between two pings while calls are pending, where the page has no Web Locks; 10,000. */
  readonly ping?: number;
}

export interface ConnectOptions {
  readonly worker?: WorkerSource;
  readonly timeouts?: Timeouts;
  readonly open: Omit<OpenRequest, "events">;
}

/** One life of a worker with its workspace open, from the handshake to its loss or end. */
export interface Connection extends Pick<Line, "call" | "listeners"> {
  readonly opened: Opened;
  readonly ports: Ready["ports"];
  /** Resolves when the worker is lost; never when the connection is closed. */
  readonly lost: Promise<PortsideError>;
  /** Rejects what is pending and stops the worker. */
  close(): void;
}

export const defaultTimeouts: Required<Timeouts> = { ready: 30_000, ping: 10_000 };

/** Starts a worker and opens its workspace. Rejects with `unavailable` when there is no worker to be had, or with what its `open` threw. */
export async function connect({ worker, timeouts, open }: ConnectOptions): Promise<Connection> {
  const { ready, ping } = { ...defaultTimeouts, ...timeouts };
  const launched = launch(worker);
  const { port1, port2 } = new MessageChannel();
  const stop = (): void => {
    port1.close();
    launched.stop();
  };
  try {
    const { capabilities, ports } = await handshake(launched, ready);
    const line = createLine({ ...launched, stop }, { lock: capabilities.lock, interval: ping });
    port1.onmessage = ({ data }) => line.receive(data as WireEvent);
    port1.onmessageerror = () => line.lose("an event could not be read");
    const opened = await line.call("open", transfer({ ...open, events: port2 }, [port2]));
    return { opened, ports, listeners: line.listeners, lost: line.lost, call: line.call, close: line.close };
  } catch (error) {
    stop();
    throw error;
  }
}
