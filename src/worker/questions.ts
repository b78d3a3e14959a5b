import { fail } from "../core/errors.ts";
import type { Decision } from "../policy/permissions.ts";
import type { Id, WireEvent } from "./protocol.ts";

type Asked = Extract<WireEvent, { readonly type: "commit" | "ask" }>;
/** An event without its id, which `ask` gives it. */
export type Unasked<E extends Asked = Asked> = E extends Asked ? Omit<E, "id"> : never;

/** Events that want an answer from the page. */
export interface Questions {
  /** Resolves with the page's answer. Rejects with `aborted` when the signal fires first. */
  ask(event: Unasked, signal?: AbortSignal): Promise<Decision | undefined>;
  answer(id: Id, decision: Decision | undefined): void;
  /** Nobody answers any more: whoever waits goes on without a decision, and so does whoever asks from now on. */
  end(): void;
  /** Ids of the calls that went on so. */
  readonly unanswered: ReadonlySet<string>;
}

interface Waiting {
  readonly event: Unasked;
  settle(decision: Decision | undefined): void;
}

export function createQuestions(post: (event: WireEvent) => void): Questions {
  const waiting = new Map<Id, Waiting>();
  const unanswered = new Set<string>();
  let last = 0;
  let over = false;

  function settle(id: Id, decision: Decision | undefined): void {
    waiting.get(id)?.settle(decision);
    waiting.delete(id);
  }

  function miss(event: Unasked): void {
    if (event.type === "ask" && event.question.callId !== undefined) unanswered.add(event.question.callId);
  }

  return {
    ask(event, signal) {
      if (over) {
        miss(event);
        return Promise.resolve(undefined);
      }
      const id = ++last;
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          waiting.delete(id);
          reject(fail("aborted", {}));
        };
        if (signal?.aborted) return abort();
        const done = (decision: Decision | undefined): void => {
          signal?.removeEventListener("abort", abort);
          resolve(decision);
        };
        waiting.set(id, { event, settle: done });
        signal?.addEventListener("abort", abort, { once: true });
        post({ ...event, id });
      });
    },
    answer: settle,
    end() {
      over = true;
      for (const [id, { event }] of waiting) {
        miss(event);
        settle(id, undefined);
      }
    },
    unanswered,
  };
}
