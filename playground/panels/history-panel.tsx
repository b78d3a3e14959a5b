import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { RestorePoint } from "portside";
import type { Player } from "../player.ts";
import { sentenceOf } from "../sentence.ts";
import { plural, size } from "../words.ts";
import { Refusal } from "./refusal.tsx";
import { isUndone, redo, undo, usePast } from "./undoing.ts";

/** Every change that there is a way back from, the latest first; what was taken back says so itself. */
export function HistoryPanel({ player }: { readonly player: Player }): JSX.Element {
  const { known, refresh } = usePast(player);
  const points = (known?.points ?? []).filter(({ by }) => by !== "undo");
  return (
    <div class="history scroll">
      <Checkpoint player={player} onMade={refresh} />
      {known !== undefined && points.length === 0 && <p class="empty">Nothing was changed yet.</p>}
      <ol aria-label="Changes, the latest first">
        {points.toReversed().map((point) => (
          <Point key={point.id} point={point} player={player} onTurned={refresh} />
        ))}
      </ol>
      {known !== undefined && (
        <p class="quiet foot">
          {size(known.bytes)} of history, of at most {size(known.maxBytes)}.
          {known.dropped > 0 && ` ${plural(known.dropped, "older change")} can no longer be taken back.`}
        </p>
      )}
    </div>
  );
}

/** Gives this moment a name. */
function Checkpoint({ player, onMade }: { readonly player: Player; readonly onMade: () => void }): JSX.Element {
  const name = useSignal("");
  const refused = useSignal<string | undefined>(undefined);
  async function make(): Promise<void> {
    try {
      await player.session.value?.workspace.history.checkpoint(name.value.trim());
      name.value = "";
      onMade();
    } catch (error) {
      refused.value = sentenceOf(error);
    }
  }
  return (
    <form
      class="checkpoint"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <input
        type="text"
        aria-label="Name of the checkpoint"
        placeholder="Name this moment"
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <button type="submit" class="button small" disabled={name.value.trim() === ""}>
        Checkpoint
      </button>
      <Refusal words={refused.value} onDismiss={() => (refused.value = undefined)} />
    </form>
  );
}

interface PointProps {
  readonly point: RestorePoint;
  readonly player: Player;
  readonly onTurned: () => void;
}

function Point({ point, player, onTurned }: PointProps): JSX.Element {
  const refused = useSignal<string | undefined>(undefined);
  const action = actionOf(point, player);
  const [title, subject] = [titleOf(point), subjectOf(point)];
  async function act(): Promise<void> {
    refused.value = await action.act();
    onTurned();
  }
  return (
    <li class={isUndone(point) ? "point undone" : "point"} data-checkpoint={point.checkpoint !== undefined}>
      <div class="point-head">
        <span class="point-title">{title}</span>
        <span class="subject" title={subject}>
          {subject}
        </span>
        {point.undone !== "no" && <span class="chip">{point.undone === "yes" ? "undone" : "partly undone"}</span>}
        <button type="button" class="button small" aria-label={`${action.name}: ${title} ${subject}`} onClick={() => void act()}>
          {action.name}
        </button>
      </div>
      <Refusal words={refused.value} onDismiss={() => (refused.value = undefined)} />
    </li>
  );
}

interface Action {
  readonly name: string;
  act(): Promise<string | undefined>;
}

function actionOf(point: RestorePoint, player: Player): Action {
  const selection = { point: point.id };
  if (point.checkpoint !== undefined) return { name: "Back to here", act: () => undo(player, { to: point.id }) };
  if (isUndone(point)) return { name: "Redo", act: () => redo(player, selection) };
  return { name: "Undo", act: () => undo(player, selection) };
}

const callers: Readonly<Record<RestorePoint["by"], string>> = {
  tool: "A tool",
  shell: "A command",
  host: "This page",
  undo: "Undo",
  external: "Somebody else",
};

function titleOf({ checkpoint, tool, by }: RestorePoint): string {
  return checkpoint ?? tool ?? callers[by];
}

function subjectOf({ changes, checkpoint }: RestorePoint): string {
  if (checkpoint !== undefined) return "checkpoint";
  const files = changes.filter(({ op }) => op !== "mkdir");
  const [first = changes.at(-1)] = files;
  if (first === undefined || files.length > 1) return plural(files.length, "file");
  return first.from === undefined ? first.path : `${first.from} → ${first.path}`;
}
