import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Progress, ToolResult } from "portside";
import type { FileDiff } from "portside/engines/diff";
import { stepsOf } from "portside/transcript";
import type { Difference, ReplayStep, Transcript, TranscriptFault } from "portside/transcript";
import type { Waiting } from "./approvals.ts";
import type { FileTree } from "./file-tree.ts";
import type { Place } from "./place.ts";
import type { Permission, Session } from "./session.ts";

/** What became of one line of the transcript. */
export type Outcome =
  | { readonly type: "said" }
  | { readonly type: "running" }
  | Answer
  | { readonly type: "checked"; readonly drift: readonly Difference[] };

export interface Answer {
  readonly type: "answered";
  readonly result: ToolResult;
  /** The transcript says what it should be. */
  readonly compared: boolean;
  readonly drift: readonly Difference[];
  readonly changes: readonly FileDiff[];
}

export type Phase = "loading" | "ready" | "playing" | "paused" | "ended" | "lost" | "failed";

/** What the middle of the page shows: a line of the transcript, a file, or the tools that a model has. */
export type View =
  | { readonly type: "line"; readonly line: number }
  | { readonly type: "file"; readonly path: string }
  | { readonly type: "tools" }
  | undefined;

/** Files that go in or out, and then what came of it. */
export type Transfer =
  | { readonly type: "running"; readonly title: string; readonly progress?: Progress; readonly cancel: () => void }
  | { readonly type: "done"; readonly words: string; readonly undo?: () => Promise<void> }
  | { readonly type: "refused"; readonly words: string };

/** All that the page shows, and nothing else. */
export interface State {
  readonly place: Signal<Place>;
  /** The browser no longer lets the page use the folder. */
  readonly locked: Signal<boolean>;
  readonly permission: Signal<Permission>;
  readonly waiting: ReadonlySignal<readonly Waiting[]>;
  readonly transfer: Signal<Transfer | undefined>;
  /** What the browser answered when it was asked to keep the files; absent where nobody knows. */
  readonly kept: Signal<boolean | undefined>;
  readonly phase: Signal<Phase>;
  /** Why the phase is "failed" or "lost". */
  readonly reason: Signal<string>;
  readonly transcript: Signal<Transcript | undefined>;
  /** What is wrong with the file that was opened last. */
  readonly faults: Signal<readonly TranscriptFault[]>;
  readonly steps: ReadonlySignal<readonly ReplayStep[]>;
  /** How many steps have begun. */
  readonly begun: Signal<number>;
  /** By the line of the transcript. */
  readonly outcomes: Signal<ReadonlyMap<number, Outcome>>;
  readonly drift: ReadonlySignal<number>;
  readonly session: Signal<Session | undefined>;
  readonly tree: ReadonlySignal<FileTree>;
  /** Directories of the tree that are open. */
  readonly expanded: Signal<ReadonlySet<string>>;
  /** Grows with each commit. */
  readonly revision: Signal<number>;
  readonly view: Signal<View>;
  /** Milliseconds between two steps. */
  readonly pace: Signal<number>;
}

export function createState(waiting: State["waiting"]): State {
  const transcript = signal<Transcript>();
  const outcomes = signal<ReadonlyMap<number, Outcome>>(new Map());
  const session = signal<Session>();
  return {
    place: signal<Place>({ kind: "memory" }),
    locked: signal(false),
    permission: signal<Permission>("everything"),
    waiting,
    transfer: signal<Transfer>(),
    kept: signal<boolean>(),
    phase: signal<Phase>("loading"),
    reason: signal(""),
    transcript,
    faults: signal<readonly TranscriptFault[]>([]),
    steps: computed(() => (transcript.value === undefined ? [] : stepsOf(transcript.value))),
    begun: signal(0),
    outcomes,
    drift: computed(() => [...outcomes.value.values()].reduce((sum, outcome) => sum + driftOf(outcome).length, 0)),
    session,
    tree: computed<FileTree>(() => session.value?.tree.value ?? new Map()),
    expanded: signal<ReadonlySet<string>>(new Set()),
    revision: signal(0),
    view: signal<View>(),
    pace: signal(900),
  };
}

export function driftOf(outcome: Outcome | undefined): readonly Difference[] {
  return outcome !== undefined && "drift" in outcome ? outcome.drift : [];
}
