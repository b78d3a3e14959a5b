import type { Version } from "../core/effects.ts";
import { basename, join, parent, segments, type VolumePath } from "../core/path.ts";
import type { Entry } from "../volumes/volume.ts";
import type { HistoryRecord, Step } from "./record.ts";

/** One node's life as far as the history has met it, wherever it stands and whatever it is called. */
export interface Life {
  name: string;
  /** Undefined: it is gone, or the volume's root. */
  directory: Life | undefined;
  /** Absent: none was met. */
  children?: Map<string, Life>;
  /** What happened to it first, and `next` of each what happened then. */
  first?: TracedStep | undefined;
  last?: TracedStep;
}

/** A step, and whose it is. */
export interface TracedStep {
  readonly step: Step;
  readonly record: HistoryRecord;
  readonly index: number;
  readonly life: Life;
  /** Where it stands afterwards, or stood before it went. */
  readonly directory: Life;
  /** Where it was moved from. */
  readonly fromDirectory: Life | undefined;
  /** Taken back by an undo. */
  undone: boolean;
  /** The next of the same life. */
  next: TracedStep | undefined;
}

/** The records that there is a way back from, and all lives, followed from step to step: names are enough for it, since every change of a name is a step. */
export interface Lives {
  /** Follows the next record; its pieces have these lengths. */
  trace(record: HistoryRecord, pieces: readonly number[]): void;
  /** Forgets the oldest record. */
  forget(number: number): void;
  /** The oldest first. */
  records(): Iterable<HistoryRecord>;
  record(number: number): HistoryRecord | undefined;
  /** The id of the point that the record belongs to: the number of the first that is left of its call. */
  pointOf(record: HistoryRecord): number;
  /** The records of a call, the oldest first. */
  ofCall(callId: string): readonly HistoryRecord[];
  /** The steps of the record, in order. */
  of(number: number): readonly TracedStep[];
  find(number: number, index: number): TracedStep | undefined;
  /** Where a piece is among all of its record's. */
  piece(number: number, index: number): Part | undefined;
  /** Where it stands now; undefined when it is gone. */
  pathOf(life: Life): VolumePath | undefined;
  /** Of the file that the step left: what the next step found, or what there is now. Undefined where that is not known. */
  versionAfter(traced: TracedStep): Version | undefined;
}

/** Bytes [start, end). */
export interface Part {
  readonly start: number;
  readonly end: number;
}

interface Traced {
  readonly record: HistoryRecord;
  readonly steps: readonly TracedStep[];
  /** Where each of its pieces ends. */
  readonly ends: readonly number[];
}

/** `entry` is what stands at a path now, when all records are traced. */
export function createLives(entry: (path: VolumePath) => Entry | undefined): Lives {
  const root = createLife("");
  const traced = new Map<number, Traced>();
  const calls = new Map<string, HistoryRecord[]>();

  function at(path: VolumePath): Life {
    return segments(path).reduce(childOf, root);
  }

  function trace(record: HistoryRecord, pieces: readonly number[]): void {
    const steps = record.steps.map((step, index) => traceStep(step, record, index));
    traced.set(record.number, { record, steps, ends: endsOf(pieces) });
    for (const { number, index, undone } of record.toggles) {
      const toggled = find(number, index);
      if (toggled) toggled.undone = undone;
    }
    const { callId } = record.origin;
    if (callId === undefined) return;
    const known = calls.get(callId);
    if (known) known.push(record);
    else calls.set(callId, [record]);
  }

  function traceStep(step: Step, record: HistoryRecord, index: number): TracedStep {
    const life = livesOn(step) ?? at(step.from ?? step.path);
    const fromDirectory = step.from === undefined ? undefined : at(parent(step.from));
    if (step.from !== undefined) detach(life);
    const directory = at(parent(step.path));
    if (step.after) attach(life, directory, basename(step.path));
    else detach(life);
    const made: TracedStep = { step, record, index, life, directory, fromDirectory, undone: false, next: undefined };
    if (life.first && life.last) life.last.next = made;
    else life.first = made;
    life.last = made;
    return made;
  }

  /** What is made is a new life, unless it takes up an old one. */
  function livesOn({ before, after, restores, path }: Step): Life | undefined {
    if (before || !after) return undefined;
    return (restores && find(restores.number, restores.index)?.life) ?? createLife(basename(path));
  }

  function forget(number: number): void {
    const forgotten = traced.get(number);
    if (!forgotten) return;
    for (const { life, next } of forgotten.steps) life.first = next;
    traced.delete(number);
    const { callId } = forgotten.record.origin;
    const known = callId === undefined ? undefined : calls.get(callId);
    known?.shift();
    if (callId !== undefined && known?.length === 0) calls.delete(callId);
  }

  function find(number: number, index: number): TracedStep | undefined {
    return traced.get(number)?.steps[index];
  }

  function pathOf(life: Life): VolumePath | undefined {
    if (life === root) return "/";
    const above = life.directory && pathOf(life.directory);
    return above === undefined ? undefined : join(above, life.name);
  }

  function versionAfter({ step, life, next }: TracedStep): Version | undefined {
    if (step.after?.kind !== "file") return undefined;
    if (step.after.version !== undefined) return step.after.version;
    const path = next ? undefined : pathOf(life);
    const image = next ? next.step.before : path === undefined ? undefined : entry(path);
    if (image?.kind !== "file") return undefined;
    // Within a batch a file has no version yet; one that only moves has it when it is there.
    return image.version ?? (next?.step.from === undefined ? undefined : versionAfter(next));
  }

  return {
    trace,
    forget,
    *records() {
      for (const { record } of traced.values()) yield record;
    },
    record: (number) => traced.get(number)?.record,
    pointOf: ({ number, origin: { callId } }) => (callId === undefined ? number : (calls.get(callId)?.[0]?.number ?? number)),
    ofCall: (callId) => calls.get(callId) ?? [],
    of: (number) => traced.get(number)?.steps ?? [],
    find,
    piece(number, index) {
      const ends = traced.get(number)?.ends;
      return ends?.[index] === undefined ? undefined : { start: ends[index - 1] ?? 0, end: ends[index] };
    },
    pathOf,
    versionAfter,
  };
}

/** What happened to it, the oldest first. */
export function* stepsOf({ first }: Life): Iterable<TracedStep> {
  for (let step = first; step; step = step.next) yield step;
}

function endsOf(lengths: readonly number[]): readonly number[] {
  let end = 0;
  return lengths.map((length) => (end += length));
}

function createLife(name: string): Life {
  return { name, directory: undefined };
}

/** The child, met for the first time perhaps. */
function childOf(directory: Life, name: string): Life {
  const known = directory.children?.get(name);
  if (known) return known;
  const child = createLife(name);
  attach(child, directory, name);
  return child;
}

function attach(life: Life, directory: Life, name: string): void {
  detach(life);
  life.name = name;
  life.directory = directory;
  directory.children ??= new Map();
  directory.children.set(name, life);
}

function detach(life: Life): void {
  if (life.directory?.children?.get(life.name) === life) life.directory.children.delete(life.name);
  life.directory = undefined;
}
