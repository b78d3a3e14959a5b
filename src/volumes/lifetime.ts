import { fail } from "../core/errors.ts";
import type { Commits } from "./commits.ts";
import type { EntryTree } from "./entry-tree.ts";
import type { Volume } from "./volume.ts";

/** From opening a volume to closing it, and what every volume with its tree in RAM answers alike in between. */
export interface Lifetime {
  readonly members: Pick<Volume, "entry" | "children" | "committed" | "watch">;
  /** Throws `unavailable` once it is closed. */
  assertOpen(): void;
  isOpen(): boolean;
  markClosed(): void;
}

export function createLifetime(name: string, tree: Pick<EntryTree, "entry" | "children">, commits: Commits): Lifetime {
  let open = true;

  function assertOpen(): void {
    if (!open) throw fail("unavailable", { what: name, reason: "closed" });
  }

  return {
    assertOpen,
    isOpen: () => open,
    markClosed: () => void (open = false),
    members: {
      entry(path) {
        assertOpen();
        return tree.entry(path);
      },
      children(directory) {
        assertOpen();
        return tree.children(directory.id);
      },
      committed(callId) {
        assertOpen();
        return commits.committed(callId);
      },
      watch(listener) {
        assertOpen();
        return commits.watch(listener);
      },
    },
  };
}
