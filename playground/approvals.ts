import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { Authorize, Decision, Question } from "portside";

/** A change that waits for somebody to say yes or no. */
export interface Waiting {
  /** Unlike that of any other. */
  readonly id: number;
  readonly question: Question;
  answer(decision: Decision): void;
}

export interface Approvals {
  /** In the order they were asked. */
  readonly waiting: ReadonlySignal<readonly Waiting[]>;
  readonly authorize: Authorize;
  /** Refuses what waits: of one call, or all. */
  withdraw(reason: string, callId?: string): void;
}

export function createApprovals(): Approvals {
  const waiting = signal<readonly Waiting[]>([]);
  let count = 0;

  function remove(answered: Waiting): void {
    waiting.value = waiting.value.filter((each) => each !== answered);
  }

  return {
    waiting,
    authorize: (question) =>
      new Promise((resolve) => {
        const asked: Waiting = {
          id: count++,
          question,
          answer(decision) {
            remove(asked);
            resolve(decision);
          },
        };
        waiting.value = [...waiting.value, asked];
      }),
    withdraw(reason, callId) {
      for (const { question, answer } of waiting.value)
        if (callId === undefined || question.callId === callId) answer({ allow: false, reason });
    },
  };
}
