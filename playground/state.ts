import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ToolResult } from "portside";
import type { FileDiff } from "portside/engines/diff";
import { stepsOf } from "portside/transcript";
import type { Difference, ReplayStep, Transcript, TranscriptFault } from "portside/transcript";
import type { FileTree } from "./file-tree.ts";
import type { Session } from "./session.ts";

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

/** What the middle of the page shows: a line of the transcript, or a file. */
export type View = { readonly type: "line"; readonly line: number } | { readonly type: "file"; readonly path: string } | undefined;

/** All that the page shows, and nothing else. */
export interface State {
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

export function createState(): State {
  const transcript = signal<Transcript>();
  const outcomes = signal<ReadonlyMap<number, Outcome>>(new Map());
  const session = signal<Session>();
  return {
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
