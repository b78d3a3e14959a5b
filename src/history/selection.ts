import { fail } from "../core/errors.ts";
import { isInside, join, type VolumePath } from "../core/path.ts";
import type { ChangeSelection } from "../ports/history.ts";
import type { Journal } from "./journal.ts";
import type { TracedStep } from "./lives.ts";
import type { HistoryRecord, Toggle } from "./record.ts";
import type { Held } from "./shelf.ts";

/** The steps that an undo or a redo is about, and what it makes of them. */
export interface Selected {
  /** The oldest first. */
  readonly steps: readonly TracedStep[];
  /** Of a way back to a point: what is undone from now on, and what is not. Absent: the steps that are made. */
  readonly toggles?: readonly Toggle[];
}

/** Steps of others than undo that match and are not taken back. Throws invalid_arguments where nothing of the kind was ever known. */
export function selectForUndo(journal: Journal, what: ChangeSelection, root: VolumePath): Selected {
  const matching = matchingSteps(journal, what, root);
  return { steps: matching.filter(({ undone }) => !undone) };
}

/** Those that are taken back. The point of an undo stands for what it took back. */
export function selectForRedo(journal: Journal, what: ChangeSelection, root: VolumePath): Selected {
  const undoing = journal.restorable().filter(({ record }) => record.origin.by === "undo" && pointOf(journal, record) === what.point);
  if (what.point === undefined || undoing.length === 0) return { steps: matchingSteps(journal, what, root).filter(({ undone }) => undone) };
  const toggled = undoing.flatMap(({ record }) => record.toggles).filter(({ undone }) => undone);
  const steps = toggled.flatMap(({ number, index }) => journal.lives().find(number, index) ?? []);
  const { point: _point, ...rest } = what;
  return { steps: steps.filter((traced) => traced.undone && matches(traced, rest, { journal, root })).sort(byTime) };
}

/** Everything since the point, whoever did it, undo and redo too: the tree is then as it was. */
export function selectSince(journal: Journal, since: number): Selected {
  const records = journal.restorable().filter(({ record }) => record.number >= since);
  const steps = records.flatMap(({ record }) => journal.lives().of(record.number));
  return { steps, toggles: togglesBack(journal, records, since) };
}

/** The number of the first record since a point or a checkpoint. Throws invalid_arguments where there is no way back to it. */
export function firstRecordOf(journal: Journal, to: number | string): number {
  const found = journal.restorable().findLast(({ record }) => (typeof to === "string" ? record.checkpoint === to : record.number === to));
  const first = found && firstOfPoint(journal, found.record);
  if (first === undefined || first !== found?.record.number) throw unknown("to", String(to), pointNames(journal));
  return first;
}

/** The id of the point that the record belongs to: the number of the first that is left of its call. */
export function pointOf(journal: Journal, record: HistoryRecord): number {
  return firstOfPoint(journal, record);
}

function firstOfPoint(journal: Journal, { number, origin }: HistoryRecord): number {
  const { callId } = origin;
  const records = callId === undefined ? [] : journal.call(callId).filter(({ pieces }) => pieces);
  return records[0]?.record.number ?? number;
}

function matchingSteps(journal: Journal, what: ChangeSelection, root: VolumePath): readonly TracedStep[] {
  const named = Object.entries(what).filter(([, value]) => value !== undefined);
  if (named.length === 0)
    throw fail("invalid_arguments", { issues: [{ at: "", problem: "missing", expected: "callId, turn, actor, path or point" }] });
  const records = journal.restorable().filter(({ record }) => record.origin.by !== "undo");
  const steps = records.flatMap(({ record }) => journal.lives().of(record.number));
  const matching = steps.filter((traced) => matches(traced, what, { journal, root }));
  const [at, value] = named[0] as [string, string | number];
  if (matching.length === 0) throw unknown(at, String(value), []);
  return matching;
}

interface Known {
  readonly journal: Journal;
  readonly root: VolumePath;
}

function matches({ record, step, life }: TracedStep, what: ChangeSelection, { journal, root }: Known): boolean {
  const { callId, turn, actor, path, point } = what;
  if (callId !== undefined && record.origin.callId !== callId) return false;
  if (turn !== undefined && record.origin.turn !== turn) return false;
  if (actor !== undefined && record.origin.actor !== actor) return false;
  if (point !== undefined && pointOf(journal, record) !== point) return false;
  if (path === undefined) return true;
  const asked = path.startsWith("/") ? path : path === "" ? root : join(root, path);
  return [step.path, step.from, journal.lives().pathOf(life)].some((known) => known !== undefined && isInside(known, asked));
}

/** What the steps since a point leave undone when all of them are gone: themselves, and what had been undone by then. */
function togglesBack(journal: Journal, records: readonly Held[], since: number): readonly Toggle[] {
  const toggles = new Map<string, Toggle>();
  const set = (toggle: Toggle): unknown => toggles.set(`${toggle.number}.${toggle.index}`, toggle);
  for (const { record } of records) {
    if (record.origin.by !== "undo") record.steps.forEach((_step, index) => set({ number: record.number, index, undone: true }));
  }
  for (const { record } of records.toReversed()) {
    for (const { number, index, undone } of record.toggles) if (number < since) set({ number, index, undone: !undone });
  }
  return [...toggles.values()].filter(({ number, index, undone }) => journal.lives().find(number, index)?.undone !== undone);
}

function byTime(a: TracedStep, b: TracedStep): number {
  return a.record.number - b.record.number || a.index - b.index;
}

function pointNames(journal: Journal): readonly string[] {
  return journal.restorable().flatMap(({ record }) => record.checkpoint ?? []);
}

function unknown(at: string, received: string, allowed: readonly string[]): Error {
  return fail("invalid_arguments", { issues: [{ at, problem: "not_one_of", received, ...(allowed.length > 0 ? { allowed } : {}) }] });
}
