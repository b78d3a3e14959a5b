import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ChangeSelection, PointReference, RestorePoint, RestorePoints } from "portside";
import type { Player } from "../player.ts";
import { sentenceOf } from "../sentence.ts";
import { plural } from "../words.ts";

export interface Past {
  /** Undefined until it is known. */
  readonly known: RestorePoints | undefined;
  /** After something that is no change of a file. */
  refresh(): void;
}

/** What was changed in the workspace, as it is after every commit. */
export function usePast(player: Player): Past {
  const known = useSignal<RestorePoints | undefined>(undefined);
  const asked = useSignal(0);
  const session = player.session.value;
  const revision = player.revision.value;
  const outcomes = player.outcomes.value;
  useEffect(() => {
    let current = true;
    // A lost worker has no answer; the banner says so.
    session?.workspace.history.points().then(
      (points) => current && (known.value = points),
      () => undefined,
    );
    return () => (current = false);
  }, [session, revision, outcomes, asked.value]);
  return { known: known.value, refresh: () => asked.value++ };
}

/** Takes changes back; answers with why not, or undefined. */
export function undo(player: Player, what: ChangeSelection | PointReference): Promise<string | undefined> {
  return attempt(player, "Taken back", async (history) => history.undo(what));
}

/** Brings back what was taken back; answers with why not, or undefined. */
export function redo(player: Player, what: ChangeSelection): Promise<string | undefined> {
  return attempt(player, "Brought back", async (history) => history.redo(what));
}

type History = NonNullable<Player["session"]["value"]>["workspace"]["history"];

async function attempt(player: Player, done: string, work: (history: History) => ReturnType<History["undo"]>): Promise<string | undefined> {
  const history = player.session.value?.workspace.history;
  if (history === undefined) return "No workspace is open.";
  try {
    const { effects, left } = await work(history);
    const stays = left.length === 0 ? "" : ` ${plural(left.length, "path")} stayed as others left it.`;
    player.transfer.value = { type: "done", words: `${done}: ${plural(effects.length, "change")}.${stays}` };
    return undefined;
  } catch (error) {
    return sentenceOf(error);
  }
}

export function isUndone({ undone }: RestorePoint): boolean {
  return undone === "yes";
}
