import { fail } from "../core/errors.ts";
import type { CallContext, Mutated } from "../ports/call.ts";
import type { ChangeSelection, History, PointReference, UndoResponse } from "../ports/history.ts";
import type { Access } from "../workspace/access.ts";
import { diffSince } from "./diff-since.ts";
import type { Journal } from "./journal.ts";
import { planUndo } from "./plan-undo.ts";
import { listPoints } from "./points.ts";
import type { Recorder } from "./recorder.ts";
import { firstRecordOf, selectForRedo, selectForUndo, selectSince, type Selected } from "./selection.ts";
import type { Direction } from "./trail.ts";

export interface HistoryParts {
  readonly journal: Journal;
  readonly recorder: Recorder;
}

/** The history as the callers of `access` have it: what it takes back or brings back is a change like any other, and guarded like any other. */
export function createHistory({ journal, recorder }: HistoryParts, access: Access): History {
  const ground = { journal, access };

  function change(select: () => Selected, direction: Direction, asked: CallContext): Promise<Mutated<UndoResponse>> {
    const context: CallContext = { ...asked, by: "undo" };
    const mutation = {
      async plan() {
        const { plan, announcement } = await planUndo(ground, select(), { direction, context });
        recorder.announce(plan.changes, announcement);
        return plan;
      },
    };
    return access.change<UndoResponse>(mutation, context);
  }

  return {
    async points() {
      return listPoints(journal, access.shown);
    },
    async checkpoint(name) {
      if (name === "") throw fail("invalid_arguments", { issues: [{ at: "name", problem: "empty" }] });
      let id = 0;
      await recorder.store(() => {
        const prepared = journal.prepare({ origin: { by: "host" }, checkpoint: name, steps: [], toggles: [] }, []);
        id = prepared.number;
        return prepared;
      });
      return id;
    },
    async undo(what, context = {}) {
      return change(() => selection(journal, what, access.root), "undo", context);
    },
    async redo(what, context = {}) {
      return change(() => selectForRedo(journal, what, access.root), "redo", context);
    },
    async diff(since) {
      return diffSince(ground, selectSince(journal, firstRecordOf(journal, since)));
    },
  };
}

function selection(journal: Journal, what: ChangeSelection | PointReference, root: string): Selected {
  return "to" in what ? selectSince(journal, firstRecordOf(journal, what.to)) : selectForUndo(journal, what, root);
}
