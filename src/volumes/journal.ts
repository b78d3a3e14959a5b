import type { VolumePath } from "../core/path.ts";
import type { Changes } from "./change-set.ts";
import type { Change, State } from "./volume.ts";

/** The changes of many batches as one batch. */
export interface Journal {
  record(changes: readonly Change[], before: readonly State[]): void;
  changes(): Changes;
}

/** Keeps what was changed, in order, and without what was expected then. A file that is written again and again is kept once. */
export function createJournal(): Journal {
  const changes: Change[] = [];
  const before: State[] = [];
  // Puts of files that only puts came to since, and no rename to any: written twice, a file is what it was written to last.
  const puts = new Map<VolumePath, number>();

  function append(change: Change, state: State): void {
    if (change.op === "put") puts.set(change.path, changes.length);
    else if (change.op === "rename") puts.clear();
    else puts.delete(change.path);
    changes.push(change);
    before.push(state);
  }

  function replace(index: number, change: Change & { readonly op: "put" }): void {
    changes[index] = { ...(changes[index] as typeof change), ...change };
  }

  return {
    record(batch, states) {
      for (const [index, change] of batch.map(withoutExpectation).entries()) {
        const earlier = change.op === "put" ? puts.get(change.path) : undefined;
        if (change.op === "put" && earlier !== undefined) replace(earlier, change);
        else append(change, states[index] ?? {});
      }
    },
    changes: () => ({ changes: [...changes], before: [...before] }),
  };
}

function withoutExpectation(change: Change): Change {
  if (!("expect" in change)) return change;
  const { expect: _, ...rest } = change;
  return rest;
}
