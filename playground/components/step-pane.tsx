import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { isKnownEvent } from "portside/transcript";
import type { ExpectFilesEvent, MessageEvent, ToolCallEvent } from "portside/transcript";
import type { Player } from "../player.ts";
import type { Answer, Outcome } from "../state.ts";
import { bytes, differences, duration, plural, subjectOf, verdictOf } from "../words.ts";
import { DiffView } from "./diff-view.tsx";
import { Drift } from "./drift.tsx";
import { FileView } from "./file-view.tsx";
import { ApprovalCard, ToolsView, UndoButton } from "./lazy.tsx";
import { Tabs } from "./tabs.tsx";
import { roleWords, Sign } from "./transcript-pane.tsx";
import { ValueView } from "./value-view.tsx";

export function StepPane({ player }: { readonly player: Player }): JSX.Element {
  const { 0: asked, length: count } = player.waiting.value;
  return (
    <section class="pane step" id="pane-step" aria-label="Step">
      {asked && <ApprovalCard key={asked.id} waiting={asked} count={count} />}
      <Shown player={player} />
    </section>
  );
}

function Shown({ player }: { readonly player: Player }): JSX.Element {
  const view = player.view.value;
  if (view === undefined) return <Welcome player={player} />;
  if (view.type === "tools") return <ToolsView player={player} />;
  if (view.type === "file") return <FileView key={view.path} path={view.path} player={player} />;
  const event = player.transcript.value?.entries.find(({ line }) => line === view.line)?.event;
  const outcome = player.outcomes.value.get(view.line);
  if (event === undefined) return <Welcome player={player} />;
  if (!isKnownEvent(event)) return <Plain title={event.type} value={event} />;
  if (event.type === "message") return <MessageView event={event} />;
  if (event.type === "tool_call") return <CallView key={event.id} event={event} outcome={outcome} player={player} />;
  return <FilesView event={event as ExpectFilesEvent} outcome={outcome} />;
}

function Welcome({ player }: { readonly player: Player }): JSX.Element {
  const loading = player.phase.value === "loading";
  return (
    <div class="welcome">
      <p class="lead">{player.transcript.value?.header.title ?? "File tools for a language model, inside a browser tab"}</p>
      <p>
        A simulated model plays a transcript: it says what it said, and makes its calls again, on a real project of{" "}
        {loading ? "…" : plural([...player.tree.value.values()].filter(({ kind, mark }) => kind === "file" && mark !== "D").length, "file")}
        , held by a worker of this page. Nothing leaves the tab.
      </p>
      <p>
        Press <kbd>Space</kbd> to play or pause, <kbd>→</kbd> for one step. Open a line of the transcript to see what was called and what
        the model saw, or a file to see what it holds now.
      </p>
    </div>
  );
}

function MessageView({ event }: { readonly event: MessageEvent }): JSX.Element {
  return (
    <div class="message scroll">
      <h2>{roleWords[event.role]}</h2>
      <p class="lead">{event.content}</p>
    </div>
  );
}

function Plain({ title, value }: { readonly title: string; readonly value: unknown }): JSX.Element {
  return (
    <>
      <StepHead name={title} />
      <div class="panel scroll" tabIndex={0}>
        <ValueView value={value} />
      </div>
    </>
  );
}

function FilesView({ event, outcome }: { readonly event: ExpectFilesEvent; readonly outcome: Outcome | undefined }): JSX.Element {
  const different = outcome?.type === "checked" ? outcome.drift : [];
  return (
    <>
      <StepHead name="check" subject={verdictOf(outcome)} outcome={outcome} />
      <div class="panel scroll" tabIndex={0}>
        <Drift drift={different} />
        <ul class="checks">
          {Object.entries(event.files).map(([path, text]) => (
            <li key={path}>
              {outcome && <span aria-hidden="true">{different.some((each) => each.path === path) ? "✕" : "✓"}</span>}
              <code>{path}</code> <span class="quiet">{text === null ? "must not exist" : `must hold ${bytes(text)}`}</span>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

const tabs = [
  { id: "diff", label: "Diff" },
  { id: "input", label: "Input" },
  { id: "result", label: "Result" },
  { id: "seen", label: "What the model saw" },
] as const;

type TabName = (typeof tabs)[number]["id"];

interface CallViewProps {
  readonly event: ToolCallEvent;
  readonly outcome: Outcome | undefined;
  readonly player: Player;
}

function CallView({ event, outcome, player }: CallViewProps): JSX.Element {
  const chosen = useSignal<TabName | undefined>(undefined);
  const selected = chosen.value ?? firstTab(outcome);
  const answer = outcome?.type === "answered" ? outcome : undefined;
  return (
    <>
      <StepHead name={event.name} subject={subjectOf(event)} outcome={outcome}>
        {outcome?.type === "running" && (
          <button type="button" class="button" onClick={() => player.abort(event.id)}>
            Abort
          </button>
        )}
        {answer && answer.result.effects.length > 0 && <UndoButton player={player} id={event.id} />}
      </StepHead>
      <Tabs label="Step" tabs={tabs} selected={selected} onSelect={(id) => (chosen.value = id)} panel={() => "step-panel"} />
      <div class="panel scroll" id="step-panel" role="tabpanel" aria-label={tabs.find(({ id }) => id === selected)?.label} tabIndex={0}>
        {selected === "input" ? (
          <Input event={event} />
        ) : answer === undefined ? (
          <NotYet outcome={outcome} />
        ) : (
          <AnswerView tab={selected} answer={answer} />
        )}
      </div>
    </>
  );
}

/** What one wants to see first: the change, or else what the model read. */
function firstTab(outcome: Outcome | undefined): TabName {
  if (outcome?.type !== "answered") return "input";
  return outcome.changes.length > 0 || dryRunDiff(outcome) !== undefined ? "diff" : "seen";
}

function NotYet({ outcome }: { readonly outcome: Outcome | undefined }): JSX.Element {
  return <p class="empty">{outcome === undefined ? "Not called yet." : "Running…"}</p>;
}

function Input({ event }: { readonly event: ToolCallEvent }): JSX.Element {
  if (event.argumentsText === undefined) return <ValueView value={event.arguments} />;
  return (
    <>
      <p class="quiet">The model's own text, which is not a JSON object:</p>
      <pre class="text">{event.argumentsText}</pre>
    </>
  );
}

function AnswerView({ tab, answer }: { readonly tab: Exclude<TabName, "input">; readonly answer: Answer }): JSX.Element {
  const { text, images: _, ...rest } = answer.result;
  switch (tab) {
    case "diff":
      return <DiffView changes={answer.changes} text={dryRunDiff(answer)} />;
    case "result":
      return (
        <>
          <Drift drift={answer.drift} />
          <ValueView value={rest} />
        </>
      );
    case "seen":
      return (
        <>
          <p class="quiet">{bytes(text)} of text</p>
          <pre class="text">{text}</pre>
        </>
      );
    default:
      return tab satisfies never;
  }
}

function dryRunDiff({ result }: Answer): string | undefined {
  const { diff } = (result.status === "ok" ? (result.data ?? {}) : {}) as { readonly diff?: string };
  return diff;
}

function DriftChip({ count }: { readonly count: number }): JSX.Element {
  return <span class={count === 0 ? "chip" : "chip bad"}>{count === 0 ? "as expected" : `drift: ${differences(count)}`}</span>;
}

interface StepHeadProps {
  readonly name: string;
  readonly subject?: string;
  readonly outcome?: Outcome | undefined;
  readonly children?: ComponentChildren;
}

function StepHead({ name, subject, outcome, children }: StepHeadProps): JSX.Element {
  const answer = outcome?.type === "answered" ? outcome : undefined;
  return (
    <div class="step-head">
      <Sign outcome={outcome} />
      <h2>{name}</h2>
      <span class="subject" title={subject}>
        {subject}
      </span>
      {answer && (
        <>
          <span class={answer.result.status === "ok" ? "chip good" : "chip bad"}>
            {answer.result.status === "ok" ? "ok" : `${answer.result.status}: ${answer.result.code}`}
          </span>
          {answer.compared && <DriftChip count={answer.drift.length} />}
          <span class="quiet">{duration(answer.result.meta.duration_ms)}</span>
        </>
      )}
      {children}
    </div>
  );
}
