import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import type { MessageEvent, ReplayStep, ToolCallEvent, TranscriptEntry } from "portside/transcript";
import type { Player } from "../player.ts";
import { driftOf } from "../state.ts";
import type { Outcome } from "../state.ts";
import { HistoryPanel } from "./lazy.tsx";
import { duration, plural, subjectOf, verdictOf } from "../words.ts";

interface PaneProps {
  readonly player: Player;
  /** A line was opened. */
  readonly onOpen: () => void;
}

export function TranscriptPane({ player, onOpen }: PaneProps): JSX.Element {
  const past = useSignal(false);
  const steps = player.steps.value;
  const calls = steps.reduce((sum, step) => sum + (step.type === "calls" ? step.entries.length : 0), 0);
  return (
    <section class="pane transcript" id="pane-transcript" aria-labelledby="transcript-title">
      <div class="pane-title">
        <h2 id="transcript-title">{past.value ? "History" : "Transcript"}</h2>
        {!past.value && <span class="quiet">{plural(calls, "call")}</span>}
        <button type="button" class="button small" aria-pressed={past.value} onClick={() => (past.value = !past.value)}>
          History
        </button>
      </div>
      {past.value ? (
        <HistoryPanel player={player} />
      ) : (
        <ol class="lines scroll">
          {steps.map((step) => (
            <Step key={firstLine(step)} step={step} player={player} onOpen={onOpen} />
          ))}
        </ol>
      )}
    </section>
  );
}

function firstLine(step: ReplayStep): number {
  return step.type === "calls" ? (step.entries[0]?.line ?? 0) : step.entry.line;
}

function Step({ step, player, onOpen }: PaneProps & { readonly step: ReplayStep }): JSX.Element {
  switch (step.type) {
    case "message":
      return (
        <Line line={step.entry.line} kind={step.entry.event.role} player={player} onOpen={onOpen}>
          <Message event={step.entry.event} />
        </Line>
      );
    case "calls":
      return <Calls entries={step.entries} player={player} onOpen={onOpen} />;
    case "files":
      return (
        <Line line={step.entry.line} kind="files" player={player} onOpen={onOpen}>
          <Call
            name="check"
            subject={plural(Object.keys(step.entry.event.files).length, "file")}
            outcome={player.outcomes.value.get(step.entry.line)}
          />
        </Line>
      );
    case "other":
      return (
        <Line line={step.entry.line} kind="other" player={player} onOpen={onOpen}>
          <Call name={step.entry.event.type} subject="" outcome={player.outcomes.value.get(step.entry.line)} />
        </Line>
      );
    default:
      return step satisfies never;
  }
}

function Calls({ entries, player, onOpen }: PaneProps & { readonly entries: readonly TranscriptEntry<ToolCallEvent>[] }): JSX.Element {
  const lines = entries.map(({ line, event }) => (
    <Line key={line} line={line} kind="call" player={player} onOpen={onOpen}>
      <Call name={event.name} subject={subjectOf(event)} outcome={player.outcomes.value.get(line)} />
    </Line>
  ));
  if (lines.length === 1) return <>{lines}</>;
  return (
    <li class="group">
      <span class="group-label">{plural(lines.length, "call")} at once</span>
      <ol>{lines}</ol>
    </li>
  );
}

interface LineProps extends PaneProps {
  readonly line: number;
  readonly kind: MessageEvent["role"] | "call" | "files" | "other";
  readonly children: ComponentChildren;
}

function Line({ line, kind, player, onOpen, children }: LineProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const view = player.view.value;
  const current = view?.type === "line" && view.line === line;
  const done = player.outcomes.value.has(line);
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  function open(): void {
    player.show({ type: "line", line });
    onOpen();
  }
  return (
    <li>
      <button
        ref={button}
        type="button"
        class={`line ${kind}`}
        data-done={done}
        data-line={line}
        aria-current={current ? "step" : undefined}
        onClick={open}
      >
        {children}
      </button>
    </li>
  );
}

function Message({ event }: { readonly event: MessageEvent }): JSX.Element {
  return (
    <>
      <span class="role">{roleWords[event.role]}</span>
      <span class="said">{event.content}</span>
    </>
  );
}

export const roleWords: Readonly<Record<MessageEvent["role"], string>> = { user: "User", assistant: "Model", system: "System" };

interface CallProps {
  readonly name: string;
  readonly subject: string;
  readonly outcome: Outcome | undefined;
}

function Call({ name, subject, outcome }: CallProps): JSX.Element {
  const drift = driftOf(outcome).length;
  return (
    <>
      <Sign outcome={outcome} />
      <span class="call-name">{name}</span>
      <span class="subject">{subject}</span>
      {drift > 0 && <span class="chip bad">drift {drift}</span>}
      <span class="time">{timeOf(outcome)}</span>
    </>
  );
}

function timeOf(outcome: Outcome | undefined): string {
  if (outcome?.type !== "answered") return "";
  return outcome.result.status === "ok" ? duration(outcome.result.meta.duration_ms) : outcome.result.code;
}

/** A sign and its word: the colour only repeats them. */
export function Sign({ outcome }: { readonly outcome: Outcome | undefined }): JSX.Element {
  const verdict = verdictOf(outcome);
  const bad = outcome?.type === "answered" ? outcome.result.status !== "ok" : driftOf(outcome).length > 0;
  const state = outcome === undefined ? "waiting" : outcome.type === "running" ? "running" : bad ? "bad" : "good";
  return (
    <span class={`sign ${state}`}>
      <span aria-hidden="true">{{ waiting: "○", running: "◌", bad: "✕", good: "✓" }[state]}</span>
      <span class="hidden">{verdict} </span>
    </span>
  );
}
