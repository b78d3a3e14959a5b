import { releaseProxy, wrap } from "comlink";
import type { ProxyMethods } from "comlink";
import type { PortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { createCalls } from "./calls.ts";
import type { Call } from "./calls.ts";
import type { Launched } from "./launch.ts";
import { lost } from "./lost.ts";
import { watchLife } from "./lifeline.ts";
import type { Decision } from "../policy/permissions.ts";
import type { AskEvent, CommitEvent, Host, Id, Ready, WireEvent } from "./protocol.ts";

/** What the worker asks of the holder of a catalog or a watch. Never throws. */
export type Listener = (event: AskEvent | CommitEvent) => MaybePromise<Decision | undefined>;

/** Calls to one worker, and what it says by itself. */
export interface Line {
  /** By the id of a catalog or a watch. */
  readonly listeners: Map<Id, Listener>;
  readonly call: Call;
  /** Resolves when the worker is lost; never when the line is closed. */
  readonly lost: Promise<PortsideError>;
  /** Rejects what is pending and stops the worker. */
  close(): void;
}

/** Takes over a worker that is ready; `interval` is as in `LifelineOptions`. */
export function createLine(launched: Launched, { events, capabilities }: Ready, interval: number): Line {
  // Kept for as long as the line: comlink releases a collected proxy, and what was pending on it would wait for ever.
  const host = wrap(launched.endpoint) as unknown as Host & ProxyMethods;
  const calls = createCalls({ call: host.call, abort: host.abort });
  const listeners = new Map<Id, Listener>();
  const ending = new AbortController();
  let tell!: (loss: PortsideError) => void;
  const loss = new Promise<PortsideError>((resolve) => (tell = resolve));

  function end(reason: string): void {
    ending.abort();
    calls.end(reason);
    host[releaseProxy]();
    events.close();
    launched.stop();
  }

  function lose(reason: string): void {
    if (ending.signal.aborted) return;
    end(reason);
    tell(lost(reason, false));
  }

  async function respond(event: AskEvent | CommitEvent): Promise<void> {
    const decision = await listeners.get(event.to)?.(event);
    if (!ending.signal.aborted) void host.answer(event.id, decision);
  }

  events.onmessage = ({ data }: MessageEvent<WireEvent>) => {
    if (data.type === "progress") calls.progress(data.id, data.progress);
    else void respond(data);
  };
  const life = { lock: capabilities.lock, pings: launched.far, interval, busy: calls.busy, ping: () => host.ping(), signal: ending.signal };
  watchLife([launched.endpoint, events], life, lose);
  return { listeners, call: calls.call, lost: loss, close: () => void (ending.signal.aborted || end("disposed")) };
}
