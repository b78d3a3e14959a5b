import { releaseProxy, wrap } from "comlink";
import type { ProxyMethods } from "comlink";
import { fail, PortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { CallContext } from "../ports/call.ts";
import { failureOf, lost, mutates } from "./fate.ts";
import type { Launched } from "./launch.ts";
import { watchLife } from "./lifeline.ts";
import type { Answer, AskEvent, CommitEvent, Decision, Host, Id, Target, Targets, WireEvent } from "./protocol.ts";

export interface Remark extends CallContext {
  /** The call changes something, where its target alone does not tell. */
  readonly mutating?: boolean;
}

/** What the worker asks of the holder of a catalog or a watch. */
export type Listener = (event: AskEvent | CommitEvent) => MaybePromise<Decision | undefined>;

/** Calls to one worker, and what it says by itself. */
export interface Line {
  /** By the id of a catalog or a watch. */
  readonly listeners: Map<Id, Listener>;
  /** Rejects with `PortsideError` only: for a lost worker `rejected` to readers, `uncertain` to what may have changed something. */
  call<T extends Target>(target: T, request: Targets[T]["request"], context?: Remark): Promise<Targets[T]["response"]>;
  receive(event: WireEvent): void;
  readonly lost: Promise<PortsideError>;
  lose(reason: string): void;
  close(): void;
}

interface Life {
  readonly lock: string | undefined;
  readonly interval: number;
}

interface Pending {
  readonly mutating: boolean;
  readonly onProgress?: CallContext["onProgress"];
  reject(error: PortsideError): void;
}

export function createLine(launched: Launched, life: Life): Line {
  // Kept for as long as the line: comlink releases a collected proxy, and what was pending on it would wait for ever.
  const host = wrap(launched.endpoint) as unknown as Host & ProxyMethods;
  const send = host.call;
  const pending = new Map<Id, Pending>();
  const listeners = new Map<Id, Listener>();
  const ending = new AbortController();
  const { promise: loss, resolve: tellLoss } = deferred<PortsideError>();
  let lastId = 0;
  let over: PortsideError | undefined;

  function end(reason: string): void {
    over = lost(reason, false);
    ending.abort();
    for (const call of pending.values()) call.reject(lost(reason, call.mutating));
    pending.clear();
    host[releaseProxy]();
    launched.stop();
  }

  function lose(reason: string): void {
    if (over) return;
    end(reason);
    tellLoss(lost(reason, false));
  }

  async function call<T extends Target>(target: T, request: Targets[T]["request"], context: Remark = {}): Promise<Targets[T]["response"]> {
    const { signal, onProgress, mutating = mutates(target) && !context.dryRun, ...rest } = context;
    if (over) throw over;
    const id = ++lastId;
    const abort = (): void => void (over ?? host.abort(id));
    signal?.addEventListener("abort", abort);
    try {
      const wire = { ...rest, progress: onProgress !== undefined, aborted: signal?.aborted ?? false };
      const answer = await new Promise<Answer<Targets[T]["response"]>>((resolve, reject) => {
        pending.set(id, { mutating, onProgress, reject });
        send(id, target, request, wire).then(resolve, (error: unknown) => reject(undelivered(error, target, mutating)));
      });
      if ("error" in answer) throw new PortsideError(answer.error);
      return answer.value;
    } finally {
      signal?.removeEventListener("abort", abort);
      pending.delete(id);
    }
  }

  async function respond(event: AskEvent | CommitEvent): Promise<void> {
    let decision: Decision | undefined;
    try {
      decision = await listeners.get(event.type === "ask" ? event.catalog : event.watch)?.(event);
    } finally {
      if (!over) void host.answer(event.id, decision);
    }
  }

  watchLife(launched, { ...life, busy: () => pending.size > 0, ping: () => host.ping(), signal: ending.signal }, lose);
  return {
    listeners,
    call,
    receive(event) {
      if (event.type === "progress") pending.get(event.id)?.onProgress?.(event.progress);
      else void respond(event);
    },
    lost: loss,
    lose,
    close: () => void (over ?? end("disposed")),
  };
}

/** A message that cannot be cloned was never sent; any other rejection of comlink says that the answer could not be. */
function undelivered(error: unknown, target: Target, mutating: boolean): PortsideError {
  if (!(error instanceof Error) || error.name !== "DataCloneError") return new PortsideError(failureOf(error, target, mutating));
  return fail("invalid_arguments", {
    issues: [{ at: "", problem: "type", expected: "values that can be cloned", received: error.message }],
  });
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
