import type { ToolResult } from "../tools/result.ts";
import { compareExpected, compareResult } from "./compare.ts";
import type { Difference } from "./compare.ts";
import { compareFiles } from "./compare-files.ts";
import type { FileView } from "./compare-files.ts";
import { isKnownEvent } from "./format.ts";
import type { ExpectFilesEvent, MessageEvent, OtherEvent, ToolCallEvent, Transcript, TranscriptEntry } from "./format.ts";

/** Where the calls go: a catalog of tools, here or in a worker, and the files it works on. */
export interface ReplayTarget extends FileView {
  readonly tools: { call(name: string, args: unknown, options: ReplayCallOptions): Promise<ToolResult> };
}

export interface ReplayCallOptions {
  readonly id: string;
  readonly turn?: string;
  readonly signal?: AbortSignal;
}

/** What is about to happen. The calls of a group are one step. */
export type ReplayStep =
  | { readonly type: "message"; readonly entry: TranscriptEntry<MessageEvent> }
  | { readonly type: "calls"; readonly entries: readonly TranscriptEntry<ToolCallEvent>[] }
  | { readonly type: "files"; readonly entry: TranscriptEntry<ExpectFilesEvent> }
  | { readonly type: "other"; readonly entry: TranscriptEntry<OtherEvent> };

export interface ReplayOptions {
  /** Ends the replay: running calls are aborted and answer, nothing more is begun. */
  readonly signal?: AbortSignal;
  /** Awaited before each step: the way to pause, and to go step by step. */
  readonly before?: (step: ReplayStep) => Promise<void>;
}

/** What has happened. `drift` lists where it is not what was recorded or expected. */
export type ReplayEvent =
  | { readonly type: "message"; readonly entry: TranscriptEntry<MessageEvent> }
  | { readonly type: "call"; readonly entry: TranscriptEntry<ToolCallEvent> }
  | {
      readonly type: "result";
      readonly entry: TranscriptEntry<ToolCallEvent>;
      readonly result: ToolResult;
      /** There was something to compare with: a recorded result, or an expectation. */
      readonly compared: boolean;
      readonly drift: readonly Difference[];
    }
  | { readonly type: "files"; readonly entry: TranscriptEntry<ExpectFilesEvent>; readonly drift: readonly Difference[] }
  | { readonly type: "other"; readonly entry: TranscriptEntry<OtherEvent> }
  /** The last event. `drift` is the number of all differences. */
  | { readonly type: "end"; readonly drift: number; readonly aborted: boolean };

/**
 * Plays a transcript: the simulated model says and calls again what was written down. Calls are made one after another, those of a group at
 * once, and answered in the order of the file. What a tool did never throws; what `before` throws ends the replay.
 */
export async function* replay(
  transcript: Transcript,
  target: ReplayTarget,
  options: ReplayOptions = {},
): AsyncGenerator<ReplayEvent, void> {
  const { signal, before } = options;
  let drift = 0;
  for (const step of stepsOf(transcript)) {
    if (signal?.aborted) break;
    await before?.(step);
    if (signal?.aborted) break;
    for await (const event of perform(step, { transcript, target, signal })) {
      if ("drift" in event) drift += event.drift.length;
      yield event;
    }
  }
  yield { type: "end", drift, aborted: signal?.aborted ?? false };
}

type PerformedEvent = Exclude<ReplayEvent, { readonly type: "end" }>;

interface Stage {
  readonly transcript: Transcript;
  readonly target: ReplayTarget;
  readonly signal: AbortSignal | undefined;
}

async function* perform(step: ReplayStep, stage: Stage): AsyncGenerator<PerformedEvent, void> {
  switch (step.type) {
    case "calls":
      return yield* performCalls(step.entries, stage);
    case "files":
      return yield { ...step, drift: await compareFiles(step.entry.event, stage.target) };
    case "message":
    case "other":
      return yield step;
    default:
      return step satisfies never;
  }
}

async function* performCalls(entries: readonly TranscriptEntry<ToolCallEvent>[], stage: Stage): AsyncGenerator<PerformedEvent, void> {
  const { transcript, target, signal } = stage;
  for (const entry of entries) yield { type: "call", entry };
  const answers = entries.map(({ event }) => issue(event, target, signal));
  for (const [index, entry] of entries.entries()) {
    const result = (await answers[index]) as ToolResult;
    yield { type: "result", entry, result, ...compared(transcript, entry.event, result) };
  }
}

/** A catalog never rejects for what a tool did; what another host's does is shown as a result. */
async function issue(call: ToolCallEvent, { tools }: ReplayTarget, signal: AbortSignal | undefined): Promise<ToolResult> {
  const { id, name, turn } = call;
  try {
    return await tools.call(name, call.argumentsText ?? call.arguments, { id, turn, signal });
  } catch (error) {
    const details = { operation: name, reason: String(error) };
    const text = `The call of ${name} failed: ${details.reason}. It is not known whether anything was changed.`;
    return { status: "uncertain", code: "io_error", details, text, effects: [], meta: { tool: name, duration_ms: 0 } };
  }
}

function compared({ entries }: Transcript, { id }: ToolCallEvent, result: ToolResult) {
  const outcomes = entries.flatMap(({ event }) => {
    if (!isKnownEvent(event) || !("toolCallId" in event) || event.toolCallId !== id) return [];
    return [event.type === "expect" ? compareExpected(event, result) : compareResult(event, result)];
  });
  return { compared: outcomes.length > 0, drift: outcomes.flat() };
}

/** The steps in the order of the file: what belongs to a call is no step of its own. */
export function stepsOf({ entries }: Transcript): readonly ReplayStep[] {
  const steps: ReplayStep[] = [];
  for (const entry of entries) {
    const step = stepOf(entry);
    const last = steps.at(-1);
    if (step?.type === "calls" && last?.type === "calls" && sameGroup(last, step)) {
      steps[steps.length - 1] = { type: "calls", entries: [...last.entries, ...step.entries] };
    } else if (step !== undefined) steps.push(step);
  }
  return steps;
}

function stepOf({ line, event }: TranscriptEntry): ReplayStep | undefined {
  if (!isKnownEvent(event)) return { type: "other", entry: { line, event } };
  if (event.type === "message") return { type: "message", entry: { line, event } };
  if (event.type === "tool_call") return { type: "calls", entries: [{ line, event }] };
  if (event.type === "expect" && "files" in event) return { type: "files", entry: { line, event } };
  return undefined;
}

function sameGroup(last: ReplayStep & { type: "calls" }, next: ReplayStep & { type: "calls" }): boolean {
  const group = next.entries[0]?.event.group;
  return group !== undefined && last.entries[0]?.event.group === group;
}
