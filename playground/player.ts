import { batch } from "@preact/signals";
import type { Effect } from "portside";
import { parseTranscript, replay } from "portside/transcript";
import type { ReplayEvent, Transcript } from "portside/transcript";
import { parentsOf } from "./file-tree.ts";
import { createGate } from "./gate.ts";
import { openSession } from "./session.ts";
import type { Session } from "./session.ts";
import { createState } from "./state.ts";
import type { Outcome, State, View } from "./state.ts";

/** Plays a transcript on a workspace, and keeps what the page shows of it. */
export interface Player extends State {
  /** Takes the text of a transcript and opens its workspace; resolves when it is ready. */
  open(text: string): Promise<void>;
  play(): void;
  pause(): void;
  toggle(): void;
  /** One step, then pause. */
  step(): void;
  /** From the beginning, with a new workspace; resolves when it is ready. */
  restart(): Promise<void>;
  /** From the beginning, with a new worker for the one that was lost. */
  reopen(): Promise<void>;
  abort(callId: string): void;
  fail(error: unknown): void;
  /** Shows something, and stays there until the next step that is asked for. */
  show(view: View): void;
}

export function createPlayer(): Player {
  const state = createState();
  const { phase, session, view } = state;
  const gate = createGate();
  let run = new AbortController();
  let following = true;

  function stop(): void {
    run.abort();
    gate.release();
  }

  function reset(): void {
    stop();
    run = new AbortController();
    following = true;
    batch(() => {
      phase.value = "loading";
      state.reason.value = "";
      state.begun.value = 0;
      state.outcomes.value = new Map();
      state.expanded.value = new Set();
      view.value = undefined;
    });
  }

  /** A run that was stopped may still be told what became of its calls; one that was replaced may not. */
  async function perform(on: Session, transcript: Transcript): Promise<void> {
    const mine = run;
    const before = async (): Promise<void> => {
      await gate.pass(() => (phase.value === "playing" ? state.pace.value : undefined), mine.signal);
      if (!mine.signal.aborted) state.begun.value++;
    };
    for await (const event of replay(transcript, on, { signal: mine.signal, before })) if (mine === run) take(event, on);
  }

  function start(on: Session, transcript: Transcript): void {
    const mine = run;
    phase.value = "ready";
    perform(on, transcript).catch((error: unknown) => mine === run && fail(error));
  }

  function take(event: ReplayEvent, { changesOf }: Session): void {
    if (event.type === "end") {
      if (!event.aborted) phase.value = "ended";
      return;
    }
    const { line } = event.entry;
    state.outcomes.value = new Map(state.outcomes.value).set(line, outcomeOf(event, changesOf));
    if (following) view.value = { type: "line", line };
  }

  function noteChanges(effects: readonly Effect[]): void {
    const parents = effects.flatMap(({ path }) => parentsOf(path));
    state.expanded.value = new Set([...state.expanded.value, ...parents]);
    state.revision.value++;
  }

  function lose(lost: Session, error: Error): void {
    if (lost !== session.value) return;
    stop();
    state.reason.value = error.message;
    phase.value = "lost";
  }

  function fail(error: unknown): void {
    stop();
    state.reason.value = error instanceof Error ? error.message : String(error);
    phase.value = "failed";
  }

  async function load(transcript: Transcript): Promise<void> {
    const old = session.value;
    reset();
    const mine = run;
    state.transcript.value = transcript;
    session.value = undefined;
    try {
      await old?.close();
      const opened = await openSession(transcript, noteChanges);
      if (mine !== run) return await opened.close();
      opened.onLost((error) => lose(opened, error));
      session.value = opened;
      start(opened, transcript);
    } catch (error) {
      if (mine === run) fail(error);
    }
  }

  function allow(next: "playing" | "paused"): void {
    if (phase.value !== "ready" && phase.value !== "playing" && phase.value !== "paused") return;
    phase.value = next;
    following = true;
    gate.allow();
  }

  function pause(): void {
    phase.value = "paused";
    gate.release();
  }

  return {
    ...state,
    async open(text) {
      const parsed = parseTranscript(text);
      state.faults.value = "faults" in parsed ? parsed.faults : [];
      if ("transcript" in parsed) await load(parsed.transcript);
    },
    play: () => allow("playing"),
    pause,
    toggle: () => (phase.value === "playing" ? pause() : allow("playing")),
    step: () => allow("paused"),
    async restart() {
      if (state.transcript.value !== undefined) await load(state.transcript.value);
    },
    async reopen() {
      const [lost, transcript] = [session.value, state.transcript.value];
      if (lost === undefined || transcript === undefined) return;
      reset();
      try {
        await lost.reopen();
        start(lost, transcript);
      } catch (error) {
        fail(error);
      }
    },
    abort: (callId) => session.value?.abort(callId),
    fail,
    show(shown) {
      following = false;
      view.value = shown;
    },
  };
}

function outcomeOf(event: Exclude<ReplayEvent, { readonly type: "end" }>, changesOf: Session["changesOf"]): Outcome {
  switch (event.type) {
    case "message":
    case "other":
      return { type: "said" };
    case "call":
      return { type: "running" };
    case "files":
      return { type: "checked", drift: event.drift };
    case "result": {
      const { entry, result, compared, drift } = event;
      return { type: "answered", result, compared, drift, changes: changesOf(entry.event.id) };
    }
    default:
      return event satisfies never;
  }
}
