import type { CallContext } from "../ports/call.ts";
import type { History } from "../ports/history.ts";
import type { Call } from "./calls.ts";

/** Every method, and whether it changes something: of those it is not known what became when the answer is lost. */
const mutating: Readonly<Record<keyof History, boolean>> = { points: false, checkpoint: true, undo: true, redo: true, diff: false };

/** One call of a page's `workspace.history`. */
export function callHistory(call: Call, operation: keyof History, [what, context = {}]: readonly unknown[]): Promise<unknown> {
  const { dryRun = false, ...asked } = context as CallContext;
  return call("history", { operation, args: [what] }, { ...asked, dryRun, mutating: mutating[operation] && !dryRun });
}
