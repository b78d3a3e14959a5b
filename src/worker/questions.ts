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
}

export function createQuestions(post: (event: WireEvent) => void): Questions {
  const waiting = new Map<Id, (decision: Decision | undefined) => void>();
  let last = 0;
  return {
    ask(event, signal) {
      const id = ++last;
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          waiting.delete(id);
          reject(fail("aborted", {}));
        };
        if (signal?.aborted) return abort();
        waiting.set(id, (decision) => {
          signal?.removeEventListener("abort", abort);
          resolve(decision);
        });
        signal?.addEventListener("abort", abort, { once: true });
        post({ ...event, id });
      });
    },
    answer(id, decision) {
      waiting.get(id)?.(decision);
      waiting.delete(id);
    },
  };
}
