import type { Version } from "../core/effects.ts";
import { basename, join, parent, segments, type VolumePath } from "../core/path.ts";
import type { Entry } from "../volumes/volume.ts";
import type { HistoryRecord, Step } from "./record.ts";

/** One node's life as far as the history has met it, wherever it stands and whatever it is called. */
export interface Life {
  name: string;
  /** Undefined: it is gone, or the volume's root. */
  directory: Life | undefined;
  readonly children: Map<string, Life>;
  /** What happened to it, the oldest first. */
  readonly steps: TracedStep[];
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
  /** Of the file that it left, where that is known. */
  version?: Version | undefined;
}

/** All lives, followed from step to step: names are enough for it, since every change of a name is a step. */
export interface Lives {
  /** Follows the next record. */
  trace(record: HistoryRecord): readonly TracedStep[];
  /** Where it stands now; undefined when it is gone. */
  pathOf(life: Life): VolumePath | undefined;
  find(number: number, index: number): TracedStep | undefined;
  /** The steps of the record, in order. */
  of(number: number): readonly TracedStep[];
  /** Learns the versions that were not known when the records were written: from the next step of a file, or from what there is now. */
  recallVersions(entry: (path: VolumePath) => Entry | undefined): void;
  /** Forgets the steps of the oldest record. */
  forget(number: number): void;
}

export function createLives(): Lives {
  const root = createLife("");
  const byRecord = new Map<number, readonly TracedStep[]>();

  function at(path: VolumePath): Life {
    return segments(path).reduce(childOf, root);
  }

  function trace(record: HistoryRecord): readonly TracedStep[] {
    const steps = record.steps.map((step, index) => traceStep(step, record, index));
    byRecord.set(record.number, steps);
    for (const { number, index, undone } of record.toggles) {
      const toggled = find(number, index);
      if (toggled) toggled.undone = undone;
    }
    return steps;
  }

  function traceStep(step: Step, record: HistoryRecord, index: number): TracedStep {
    const life = livesOn(step) ?? at(step.from ?? step.path);
    const fromDirectory = step.from === undefined ? undefined : at(parent(step.from));
    if (step.from !== undefined) detach(life);
    const directory = at(parent(step.path));
    if (step.after) attach(life, directory, basename(step.path));
    else detach(life);
    const made: TracedStep = { step, record, index, life, directory, fromDirectory, undone: false };
    if (step.after?.kind === "file" && step.after.version !== undefined) made.version = step.after.version;
    life.steps.push(made);
    return made;
  }

  /** What is made is a new life, unless it takes up an old one. */
  function livesOn({ before, after, restores, path }: Step): Life | undefined {
    if (before || !after) return undefined;
    return (restores && find(restores.number, restores.index)?.life) ?? createLife(basename(path));
  }

  function find(number: number, index: number): TracedStep | undefined {
    return byRecord.get(number)?.[index];
  }

  function recall(life: Life, entry: (path: VolumePath) => Entry | undefined): void {
    const path = pathOf(life);
    life.steps.forEach((traced, index) => {
      const next = life.steps[index + 1];
      const image = next ? next.step.before : path === undefined ? undefined : entry(path);
      if (image?.kind === "file") traced.version ??= image.version;
    });
  }

  function pathOf(life: Life): VolumePath | undefined {
    if (life === root) return "/";
    const above = life.directory && pathOf(life.directory);
    return above === undefined ? undefined : join(above, life.name);
  }

  return {
    trace,
    pathOf,
    find,
    of: (number) => byRecord.get(number) ?? [],
    recallVersions(entry) {
      for (const life of new Set([...byRecord.values()].flatMap((steps) => steps.map((each) => each.life)))) recall(life, entry);
    },
    forget(number) {
      for (const step of byRecord.get(number) ?? []) step.life.steps.shift();
      byRecord.delete(number);
    },
  };
}

function createLife(name: string): Life {
  return { name, directory: undefined, children: new Map(), steps: [] };
}

/** The child, met for the first time perhaps. */
function childOf(directory: Life, name: string): Life {
  const known = directory.children.get(name);
  if (known) return known;
  const child = createLife(name);
  attach(child, directory, name);
  return child;
}

function attach(life: Life, directory: Life, name: string): void {
  detach(life);
  life.name = name;
  life.directory = directory;
  directory.children.set(name, life);
}

function detach(life: Life): void {
  if (life.directory?.children.get(life.name) === life) life.directory.children.delete(life.name);
  life.directory = undefined;
}
