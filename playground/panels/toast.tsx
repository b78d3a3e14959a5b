import type { JSX } from "preact";
import type { Progress } from "portside";
import type { Player } from "../player.ts";
import type { Transfer } from "../state.ts";
import { plural, size } from "../words.ts";

/** What goes in or out, with a way to stop it, and then what came of it. */
export function Toast({ player }: { readonly player: Player }): JSX.Element | null {
  const transfer = player.transfer.value;
  if (transfer === undefined) return null;
  const dismiss = (): void => void (player.transfer.value = undefined);
  return (
    <aside class={`toast ${transfer.type}`} aria-label="Files in and out">
      {transfer.type === "running" ? <Running transfer={transfer} /> : <Outcome transfer={transfer} onDismiss={dismiss} />}
    </aside>
  );
}

function Running({ transfer: { title, progress, cancel } }: { readonly transfer: Extract<Transfer, { type: "running" }> }): JSX.Element {
  return (
    <>
      <div class="toast-words">
        <p>
          {title}
          {progress && <span class="quiet"> {progressWords(progress)}</span>}
        </p>
        <progress aria-label={title} value={progress?.total === undefined ? undefined : progress.done} max={progress?.total} />
      </div>
      <button type="button" class="button small" onClick={cancel}>
        Cancel
      </button>
    </>
  );
}

interface OutcomeProps {
  readonly transfer: Exclude<Transfer, { type: "running" }>;
  readonly onDismiss: () => void;
}

function Outcome({ transfer, onDismiss }: OutcomeProps): JSX.Element {
  const undo = transfer.type === "done" ? transfer.undo : undefined;
  return (
    <>
      <p class="toast-words">
        {transfer.type === "refused" && <strong>Not done. </strong>}
        {transfer.words}
      </p>
      {undo && (
        <button type="button" class="button small" onClick={() => void undo()}>
          Undo
        </button>
      )}
      <button type="button" class="button small" onClick={onDismiss}>
        Dismiss
      </button>
    </>
  );
}

function progressWords({ done, total, unit }: Progress): string {
  if (unit === "bytes") return total === undefined ? size(done) : `${size(done)} of ${size(total)}`;
  return total === undefined ? plural(done, unit.slice(0, -1)) : `${done.toLocaleString("en")} of ${plural(total, unit.slice(0, -1))}`;
}
