import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Player } from "../player.ts";
import { Refusal } from "./refusal.tsx";
import { isUndone, redo, undo, usePast } from "./undoing.ts";

interface UndoButtonProps {
  readonly player: Player;
  /** Of a call of the transcript. */
  readonly id: string;
}

/** Takes back what one call has changed, and brings it back. */
export function UndoButton({ player, id }: UndoButtonProps): JSX.Element | null {
  const refused = useSignal<string | undefined>(undefined);
  const callId = player.session.value?.callId(id);
  const point = usePast(player).known?.points.find((each) => each.callId === callId);
  if (point === undefined) return null;
  const selection = { point: point.id };
  const undone = isUndone(point);
  const turn = async (): Promise<void> => {
    refused.value = await (undone ? redo : undo)(player, selection);
  };
  return (
    <>
      {undone && <span class="chip">undone</span>}
      <button type="button" class="button small" onClick={() => void turn()}>
        {undone ? "Redo" : "Undo"}
      </button>
      <Refusal words={refused.value} onDismiss={() => (refused.value = undefined)} />
    </>
  );
}
