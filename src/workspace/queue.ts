import { fail } from "../core/errors.ts";

/** One mutation at a time, in order of arrival. Entered after everything that may take long; readers never come here. */
export interface Queue {
  /** Runs the task when its turn comes. A signal that fires before that rejects with `aborted`; a task that began is finished. */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Tasks running or waiting. */
  readonly size: number;
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  let size = 0;
  return {
    get size() {
      return size;
    },
    run(task, signal) {
      size++;
      const turn = last.then(() => {
        if (signal?.aborted) throw fail("aborted", {});
        return task();
      });
      last = turn.catch(() => undefined).then(() => size--); // the next in line does not care how this one ended; its caller is told by `turn`
      return turn;
    },
  };
}
