import { transfer } from "comlink";
import { fail, toErrorData } from "../core/errors.ts";
import { asPortsideError } from "../core/fate.ts";
import type { CallContext } from "../ports/call.ts";
import { mutatingPorts } from "./mutating-ports.ts";
import type { Answer, Host, Id, InForkRequest, Opened, OpenRequest, PortName, Target, Targets } from "./protocol.ts";
import type { WireCall, WireContext, WireEvent } from "./protocol.ts";
import { createQuestions } from "./questions.ts";
import type { Questions } from "./questions.ts";
import type { Session } from "./session.ts";
import { buffersOf } from "./transfer.ts";

export interface HostOptions {
  /** Lets the page into the workspace. */
  open(request: OpenRequest, questions: Questions): Promise<Session>;
  /** Says something to the page, unasked. */
  post(event: WireEvent): void;
}

/** One page that is served, whichever way its calls come. */
export interface Served {
  /** What comlink exposes to it. */
  readonly host: Host;
  /** Takes no more calls and asks nothing more; resolves when those that run are answered. What is not answered then was not done. */
  retire(): Promise<void>;
  /** The page is gone: nothing is answered, and what has not begun a change is aborted. */
  drop(): void;
}

const never = new Promise<never>(() => {});

export function createHost({ open, post }: HostOptions): Served {
  const questions = createQuestions(post);
  const aborts = new Map<Id, AbortController>();
  const running = new Set<Promise<unknown>>();
  let opening: Promise<Session> | undefined;
  let session: Session | undefined;
  let serving = true;
  let dropped = false;

  async function enter(request: OpenRequest): Promise<Opened> {
    if (opening) throw fail("workspace_busy", { workspace: request.volume.name ?? request.volume.kind });
    opening = open(request, questions);
    session = await opening;
    return session.opened;
  }

  function contextOf(id: Id, { progress, signal, ...context }: WireContext): CallContext {
    return {
      ...context,
      ...(progress && { onProgress: (done) => post({ type: "progress", id, progress: done }) }),
      ...(signal && { signal: signal === "aborted" ? AbortSignal.abort() : abortable(id) }),
    };
  }

  function abortable(id: Id): AbortSignal {
    const controller = new AbortController();
    aborts.set(id, controller);
    return controller.signal;
  }

  async function run(target: Target, request: Targets[Target]["request"], context: CallContext): Promise<unknown> {
    if (target === "open") return enter(request as OpenRequest);
    if (!session) throw fail("unavailable", { what: target, reason: "no workspace is open" });
    return session.call(target, request, context);
  }

  async function answer<T extends Target>([id, target, request, context]: WireCall<T>): Promise<Answer<never>> {
    try {
      const value = await run(target, request, contextOf(id, context));
      const buffers = buffersOf(value);
      const answered = { value } as Answer<never>;
      return buffers.length > 0 ? transfer(answered, buffers) : answered;
    } catch (error) {
      return { error: toErrorData(asPortsideError(error, target, mutates(target, request) ? "uncertain" : "rejected")) };
    } finally {
      aborts.delete(id);
    }
  }

  const host: Host = {
    async call(call) {
      if (!serving) return never;
      const answering = answer(call);
      running.add(answering);
      const answered = await answering;
      running.delete(answering);
      const { callId } = call[3];
      return dropped || (callId !== undefined && questions.unanswered.has(callId)) ? never : answered;
    },
    async abort(id) {
      aborts.get(id)?.abort();
    },
    async answer(id, decision) {
      questions.answer(id, decision);
    },
    async ping() {},
  };

  return {
    host,
    async retire() {
      serving = false;
      questions.end();
      await Promise.all(running);
      await session?.end();
    },
    drop() {
      serving = false;
      dropped = true;
      questions.end();
      for (const controller of aborts.values()) controller.abort();
      void session?.end();
    },
  };
}

function mutates(target: Target, request: Targets[Target]["request"]): boolean {
  if (target === "merge") return true;
  if (target !== "inFork") return Object.hasOwn(mutatingPorts, target) && mutatingPorts[target as PortName];
  const inner = request as InForkRequest;
  return mutates(inner.target, inner.request);
}
