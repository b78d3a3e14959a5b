import { fail, PortsideError } from "../core/errors.ts";
import type { CallContext, Progress } from "../ports/call.ts";
import { lost } from "./lost.ts";
import type { Answer, Host, Id, Target, Targets, WireContext } from "./protocol.ts";

export interface Remark extends CallContext {
  /** The call may change something. */
  readonly mutating?: boolean;
}

/** Rejects with `PortsideError` only: for a lost worker `rejected` to readers, `uncertain` to what may have changed something. */
export type Call = <T extends Target>(target: T, request: Targets[T]["request"], context?: Remark) => Promise<Targets[T]["response"]>;

/** Calls to one worker that wait for their answers. */
export interface Calls {
  readonly call: Call;
  busy(): boolean;
  progress(id: Id, progress: Progress): void;
  /** Rejects those that wait, and from now on every one. */
  end(reason: string): void;
}

interface Waiting {
  readonly mutating: boolean;
  readonly onProgress: CallContext["onProgress"];
  reject(error: PortsideError): void;
}

export function createCalls({ call: send, abort: sendAbort }: Pick<Host, "call" | "abort">): Calls {
  const waiting = new Map<Id, Waiting>();
  let lastId = 0;
  let over: string | undefined;

  return {
    async call(target, request, { signal, onProgress, mutating = false, ...rest } = {}) {
      if (over !== undefined) throw lost(over, false);
      const id = ++lastId;
      const abort = (): void => void (over ?? sendAbort(id));
      const context: WireContext = {
        ...rest,
        ...(onProgress && { progress: true }),
        ...(signal && { signal: signal.aborted ? "aborted" : "open" }),
      };
      signal?.addEventListener("abort", abort);
      try {
        return valueOf(
          await new Promise<Answer<Targets[typeof target]["response"]>>((resolve, reject) => {
            waiting.set(id, { mutating, onProgress, reject });
            send([id, target, request, context]).then(resolve, (error: Error) => reject(undelivered(error, target, mutating)));
          }),
        );
      } finally {
        signal?.removeEventListener("abort", abort);
        waiting.delete(id);
      }
    },
    busy: () => waiting.size > 0,
    progress: (id, progress) => waiting.get(id)?.onProgress?.(progress),
    end(reason) {
      over = reason;
      for (const { mutating, reject } of waiting.values()) reject(lost(reason, mutating));
    },
  };
}

function valueOf<Response>(answer: Answer<Response>): Response {
  if ("error" in answer) throw new PortsideError(answer.error);
  return answer.value;
}

/** Only this rejection of comlink comes from the worker: of an answer that cannot be cloned. Any other is of a request that was never sent. */
function undelivered({ message }: Error, operation: Target, mutating: boolean): PortsideError {
  if (message !== "Unserializable return value")
    return fail("invalid_arguments", { issues: [{ at: "", problem: "type", received: message }] });
  return new PortsideError({ code: "io_error", details: { operation, reason: message }, status: mutating ? "uncertain" : "rejected" });
}
