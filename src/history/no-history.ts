import { fail } from "../core/errors.ts";
import type { History } from "../ports/history.ts";

/** Of a workspace that was opened without one. */
export const noHistory: History = {
  points: unavailable,
  checkpoint: unavailable,
  undo: unavailable,
  redo: unavailable,
  diff: unavailable,
};

async function unavailable(): Promise<never> {
  throw fail("unavailable", { what: "history", reason: "the workspace was opened without one", remedy: "leave out `history: false`" });
}
