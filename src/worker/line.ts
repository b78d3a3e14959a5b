import { releaseProxy, wrap } from "comlink";
import type { ProxyMethods } from "comlink";
import type { PortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { createCalls } from "./calls.ts";
import type { Call } from "./calls.ts";
import { lost } from "./fate.ts";
import type { Launched } from "./launch.ts";
import { watchLife } from "./lifeline.ts";
import type { AskEvent, CommitEvent, Decision, Host, Id, WireEvent } from "./protocol.ts";

/** What the worker asks of the holder of a catalog or a watch. */
export type Listener = (event: AskEvent | CommitEvent) => MaybePromise<Decision | undefined>;

/** Calls to one worker, and what it says by itself. */
export interface Line {
  /** By the id of a catalog or a watch. */
  readonly listeners: Map<Id, Listener>;
  readonly call: Call;
  receive(event: WireEvent): void;
  /** Resolves when the worker is lost; never when the line is closed. */
  readonly lost: Promise<PortsideError>;
  /** Both reject what is pending and stop the worker. */
  lose(reason: string): void;
  close(): void;
}

/** Takes over a worker that is ready; `lock` and `interval` are as in `LifelineOptions`. */
export function createLine(launched: Launched, life: { readonly lock: string | undefined; readonly interval: number }): Line {
  // Kept for as long as the line: comlink releases a collected proxy, and what was pending on it would wait for ever.
  const host = wrap(launched.endpoint) as unknown as Host & ProxyMethods;
  const calls = createCalls({ call: host.call, abort: host.abort });
  const listeners = new Map<Id, Listener>();
  const ending = new AbortController();
  let tellLoss!: (loss: PortsideError) => void;
  const loss = new Promise<PortsideError>((resolve) => (tellLoss = resolve));

  function end(reason: string): boolean {
    if (ending.signal.aborted) return false;
    ending.abort();
    calls.end(reason);
    host[releaseProxy]();
    launched.stop();
    return true;
  }

  function lose(reason: string): void {
    if (end(reason)) tellLoss(lost(reason, false));
  }

  async function respond(event: AskEvent | CommitEvent): Promise<void> {
    let decision: Decision | undefined;
    try {
      decision = await listeners.get(event.type === "ask" ? event.catalog : event.watch)?.(event);
    } finally {
      if (!ending.signal.aborted) void host.answer(event.id, decision);
    }
  }

  watchLife(launched, { ...life, busy: calls.busy, ping: () => host.ping(), signal: ending.signal }, lose);
  return {
    listeners,
    call: calls.call,
    receive(event) {
      if (event.type === "progress") calls.progress(event.id, event.progress);
      else void respond(event);
    },
    lost: loss,
    lose,
    close: () => void end("disposed"),
  };
}
