import { batch } from "@preact/signals";
import type { Effect, ToolResult } from "portside";
import { parseTranscript, replay } from "portside/transcript";
import type { ReplayEvent, Transcript } from "portside/transcript";
import { createApprovals } from "./approvals.ts";
import { parentsOf } from "./file-tree.ts";
import { createGate } from "./gate.ts";
import { addressOfPlace, placeOfAddress } from "./place.ts";
import type { Place } from "./place.ts";
import { openSession } from "./session.ts";
import type { Permission, Session } from "./session.ts";
import { createState } from "./state.ts";
import type { Outcome, State, Transfer, View } from "./state.ts";

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
  /** Opens the workspace of another place, for the same transcript; resolves when it is ready, or has failed. */
  move(place: Place): Promise<void>;
  /** Closes the workspace, so that something can be done where it was, and opens the place that `work` answers. */
  aside(work: () => Promise<Place>): Promise<void>;
  permit(permission: Permission): Promise<void>;
  abort(callId: string): void;
  fail(error: unknown): void;
  /** Shows something, and stays there until the next step that is asked for. */
  show(view: View): void;
}

export function createPlayer(): Player {
  const approvals = createApprovals();
  const state = createState(approvals.waiting);
  state.place.value = placeOfAddress(location.href);
  const { phase, session, view } = state;
  const gate = createGate();
  let run = new AbortController();
  let following = true;

  function stop(): void {
    run.abort();
    approvals.withdraw("the workspace was closed");
    gate.release();
  }

  function reset(): void {
    stop();
    run = new AbortController();
    following = true;
    batch(() => {
      phase.value = "loading";
      state.reason.value = "";
      state.locked.value = false;
      state.transfer.value = undefined;
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
    if (event.type === "result") noteLock(event.result);
    state.outcomes.value = new Map(state.outcomes.value).set(line, outcomeOf(event, changesOf));
    if (following) view.value = { type: "line", line };
  }

  function noteLock(result: ToolResult): void {
    if (state.place.value.kind !== "directory") return;
    if (result.status !== "ok" && result.code === "unavailable") state.locked.value = true;
  }

  function noteChanges(effects: readonly Effect[]): void {
    const parents = effects.flatMap(({ path }) => parentsOf(path));
    state.expanded.value = new Set([...state.expanded.value, ...parents]);
    state.revision.value++;
  }

  function lose(lost: Session): void {
    if (lost !== session.value) return;
    stop();
    phase.value = "lost";
  }

  function fail(error: unknown): void {
    stop();
    phase.value = "failed";
    const mine = run;
    void import("./sentence.ts").then(({ sentenceOf }) => {
      if (mine === run) state.reason.value = sentenceOf(error);
    });
  }

  /** Closes what is open, and opens it anew when `before` is done. */
  async function load(transcript: Transcript, before?: () => void | Promise<void>): Promise<void> {
    const old = session.value;
    reset();
    const mine = run;
    state.transcript.value = transcript;
    session.value = undefined;
    try {
      await old?.close();
      await before?.();
      const { place, permission } = state;
      const { authorize } = approvals;
      const opened = await openSession(transcript, {
        place: place.value,
        permission: permission.value,
        authorize,
        changed: noteChanges,
      });
      if (mine !== run) return await opened.close();
      opened.onLost(() => lose(opened));
      state.kept.value = opened.workspace.persistence.granted;
      session.value = opened;
      start(opened, transcript);
    } catch (error) {
      if (mine === run) fail(error);
    }
  }

  async function again(before?: () => void | Promise<void>): Promise<void> {
    if (state.transcript.value !== undefined) await load(state.transcript.value, before);
  }

  /** What somebody keeps in a folder of their own is not changed before they are asked. */
  function settle(place: Place): void {
    if (place.kind === "directory") state.permission.value = "ask";
    state.place.value = place;
    history.replaceState(null, "", addressOfPlace(place, location.href));
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
    restart: () => again(),
    move: (place) => again(() => settle(place)),
    aside: (work) => again(async () => settle(await work())),
    async permit(permission) {
      state.permission.value = permission;
      await session.value?.permit(permission);
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
    abort(id) {
      session.value?.abort(id);
      approvals.withdraw("the call was stopped", session.value?.callId(id));
    },
    fail,
    show(shown) {
      following = false;
      if (isOver(state.transfer.value)) state.transfer.value = undefined;
      view.value = shown;
    },
  };
}

/** Told, and nothing is offered with it: a look at something else puts it away. */
function isOver(transfer: Transfer | undefined): boolean {
  return transfer?.type === "refused" || (transfer?.type === "done" && transfer.undo === undefined);
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
