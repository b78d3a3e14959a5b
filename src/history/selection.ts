import { fail } from "../core/errors.ts";
import { isInside, join, type VolumePath } from "../core/path.ts";
import type { ChangeSelection } from "../ports/history.ts";
import type { Journal } from "./journal.ts";
import type { Lives, TracedStep } from "./lives.ts";
import type { HistoryRecord, Toggle } from "./record.ts";

/** The steps that an undo or a redo is about, and what it makes of them. */
export interface Selected {
  /** The oldest first. */
  readonly steps: readonly TracedStep[];
  /** Of a way back to a point: what is undone from now on, and what is not. Absent: the steps that are made. */
  readonly toggles?: readonly Toggle[];
}

/** Steps of others than undo that match and are not taken back. Throws invalid_arguments where nothing of the kind was ever known. */
export function selectForUndo(journal: Journal, what: ChangeSelection, root: VolumePath): Selected {
  const matching = matchingSteps(journal.lives(), what, root);
  return { steps: matching.filter(({ undone }) => !undone) };
}

/** Those that are taken back. The point of an undo stands for what it took back. */
export function selectForRedo(journal: Journal, what: ChangeSelection, root: VolumePath): Selected {
  const lives = journal.lives();
  const undoing = what.point === undefined ? [] : recordsOfPoint(lives, what.point).filter(({ origin }) => origin.by === "undo");
  if (undoing.length === 0) return { steps: matchingSteps(lives, what, root).filter(({ undone }) => undone) };
  const toggled = undoing.flatMap(({ toggles }) => toggles).filter(({ undone }) => undone);
  const steps = toggled.flatMap(({ number, index }) => lives.find(number, index) ?? []);
  const { point: _point, ...rest } = what;
  return { steps: steps.filter((traced) => traced.undone && matches(traced, rest, { lives, root })).sort(byTime) };
}

/** Everything since the point, whoever did it, undo and redo too: the tree is then as it was. */
export function selectSince(journal: Journal, since: number): Selected {
  const lives = journal.lives();
  const records = [...lives.records()].filter(({ number }) => number >= since);
  const steps = records.flatMap(({ number }) => lives.of(number));
  return { steps, toggles: togglesBack(lives, records, since) };
}

/** The number of the first record since a point or a checkpoint. Throws invalid_arguments where there is no way back to it. */
export function firstRecordOf(journal: Journal, to: number | string): number {
  const lives = journal.lives();
  const found = typeof to === "number" ? lives.record(to) : [...lives.records()].findLast(({ checkpoint }) => checkpoint === to);
  if (!found || lives.pointOf(found) !== found.number) throw unknown("to", String(to), pointNames(lives));
  return found.number;
}

function recordsOfPoint(lives: Lives, point: number): readonly HistoryRecord[] {
  const first = lives.record(point);
  if (!first || lives.pointOf(first) !== point) return [];
  return first.origin.callId === undefined ? [first] : lives.ofCall(first.origin.callId);
}

function matchingSteps(lives: Lives, what: ChangeSelection, root: VolumePath): readonly TracedStep[] {
  const named = Object.entries(what).filter(([, value]) => value !== undefined);
  if (named.length === 0)
    throw fail("invalid_arguments", { issues: [{ at: "", problem: "missing", expected: "callId, turn, actor, path or point" }] });
  const records = candidates(lives, what).filter(({ origin }) => origin.by !== "undo");
  const steps = records.flatMap(({ number }) => lives.of(number));
  const matching = steps.filter((traced) => matches(traced, what, { lives, root }));
  const [at, value] = named[0] as [string, string | number];
  if (matching.length === 0) throw unknown(at, String(value), []);
  return matching;
}

/** No others match: a call is taken back without a look at all the others. */
function candidates(lives: Lives, { callId, point }: ChangeSelection): readonly HistoryRecord[] {
  if (callId !== undefined) return lives.ofCall(callId);
  return point === undefined ? [...lives.records()] : recordsOfPoint(lives, point);
}

interface Known {
  readonly lives: Lives;
  readonly root: VolumePath;
}

function matches({ record, step, life }: TracedStep, what: ChangeSelection, { lives, root }: Known): boolean {
  const { callId, turn, actor, path, point } = what;
  if (callId !== undefined && record.origin.callId !== callId) return false;
  if (turn !== undefined && record.origin.turn !== turn) return false;
  if (actor !== undefined && record.origin.actor !== actor) return false;
  if (point !== undefined && lives.pointOf(record) !== point) return false;
  if (path === undefined) return true;
  const asked = path.startsWith("/") ? path : path === "" ? root : join(root, path);
  return [step.path, step.from, lives.pathOf(life)].some((known) => known !== undefined && isInside(known, asked));
}

/** What the steps since a point leave undone when all of them are gone: themselves, and what had been undone by then. */
function togglesBack(lives: Lives, records: readonly HistoryRecord[], since: number): readonly Toggle[] {
  const toggles = new Map<string, Toggle>();
  const set = (toggle: Toggle): unknown => toggles.set(`${toggle.number}.${toggle.index}`, toggle);
  for (const { number, origin, steps } of records) {
    if (origin.by !== "undo") steps.forEach((_step, index) => set({ number, index, undone: true }));
  }
  for (const { toggles: toggled } of records.toReversed()) {
    for (const { number, index, undone } of toggled) if (number < since) set({ number, index, undone: !undone });
  }
  return [...toggles.values()].filter(({ number, index, undone }) => lives.find(number, index)?.undone !== undone);
}

function byTime(a: TracedStep, b: TracedStep): number {
  return a.record.number - b.record.number || a.index - b.index;
}

function pointNames(lives: Lives): readonly string[] {
  return [...lives.records()].flatMap(({ checkpoint }) => checkpoint ?? []);
}

function unknown(at: string, received: string, allowed: readonly string[]): Error {
  return fail("invalid_arguments", { issues: [{ at, problem: "not_one_of", received, ...(allowed.length > 0 ? { allowed } : {}) }] });
}
