import { isInside, parent, type VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import type { UndoResponse } from "../ports/history.ts";
import type { Change, Volume } from "../volumes/volume.ts";
import type { Access, Capability, Place, Plan, Target } from "../workspace/access.ts";
import { createContents } from "./contents.ts";
import { createDraft, type Draft, type DraftNode } from "./draft.ts";
import type { Journal } from "./journal.ts";
import type { Life, TracedStep } from "./lives.ts";
import type { StepReference } from "./record.ts";
import type { Announcement } from "./recorder.ts";
import type { Selected } from "./selection.ts";
import { createShifts } from "./shift.ts";
import type { Direction } from "./trail.ts";

export interface Ground {
  readonly journal: Journal;
  readonly access: Access;
}

/** A tree as it would be, and what became of each step on the way. */
export interface Drafted {
  readonly draft: Draft;
  readonly done: readonly TracedStep[];
  readonly left: UndoResponse["left"];
  /** Of nodes that were made anew: whose life they take up. */
  readonly restored: ReadonlyMap<DraftNode, StepReference>;
  nodeOf(life: Life): DraftNode | undefined;
}

/** Takes the steps back, the latest first, or makes them again. Throws what forbids it; nothing is changed. */
export async function draftShifts({ journal, access }: Ground, steps: readonly TracedStep[], direction: Direction): Promise<Drafted> {
  const { volume, shown } = access;
  const lives = journal.lives();
  const draft = createDraft(volume);
  const contents = createContents({ lives, volume, piece: journal.piece, damaged: journal.cut });
  const { shift, settle, restored, nodeOf } = createShifts({ draft, lives, contents, shown });
  const done: TracedStep[] = [];
  const left: UndoResponse["left"][number][] = [];
  for (const traced of direction === "undo" ? steps.toReversed() : steps) {
    const outcome = await shift(traced, direction);
    if (outcome === "done") done.push(traced);
    else left.push({ path: shown(lives.pathOf(traced.life) ?? traced.step.path), reason: outcome });
  }
  await settle();
  return { draft, done, left, restored, nodeOf };
}

/** One batch that leaves the tree as the draft has it, and what the history is to make of it. */
export async function planUndo(
  ground: Ground,
  { steps, toggles }: Selected,
  { direction, context }: { readonly direction: Direction; readonly context: CallContext },
): Promise<{ readonly plan: Plan<UndoResponse>; readonly announcement: Announcement }> {
  const { draft, done, left, restored } = await draftShifts(ground, steps, direction);
  const { changes, made } = await draft.changes();
  const restores = new Map<number, StepReference>();
  for (const [node, index] of made) {
    const reference = restored.get(node);
    if (reference) restores.set(index, reference);
  }
  const undone = direction === "undo";
  const points = [...new Set(done.map(({ record }) => ground.journal.lives().pointOf(record)))].sort((a, b) => a - b);
  return {
    plan: { targets: await targetsOf(ground.access, changes, context), changes, respond: () => ({ points, left }) },
    announcement: {
      restores,
      toggles: toggles ?? done.map(({ record, index }) => ({ number: record.number, index, undone })),
    },
  };
}

/** What must be allowed, each path once for each capability. */
async function targetsOf(access: Access, changes: readonly Change[], context: CallContext): Promise<readonly Target[]> {
  const wanted = new Map<string, readonly [VolumePath, Capability]>();
  for (const [path, capability] of changes.flatMap(endsOf)) wanted.set(`${capability} ${path}`, [path, capability]);
  const targets: Target[] = [];
  for (const [path, capability] of wanted.values())
    targets.push({ place: await placeOf(access, { path, capability }, context), capability });
  return targets;
}

/** What is there is located, so that what is protected is asked for. What is not has the parents that the changes before it leave, not those of now. */
async function placeOf(
  { root, volume, locate }: Access,
  { path, capability }: { readonly path: VolumePath; readonly capability: Capability },
  context: CallContext,
): Promise<Place> {
  const entry = volume.entry(path);
  if (entry && isInside(path, root)) return locate(path, { for: capability, leaf: "keep" }, context);
  return { path, entry, scope: scopeOf(volume, path), external: !isInside(path, root) };
}

function scopeOf(volume: Pick<Volume, "entry">, path: VolumePath): Place["scope"] {
  for (let above = parent(path); ; above = parent(above)) {
    const entry = volume.entry(above);
    if (entry?.kind === "directory") return { path: above, id: entry.id };
  }
}

function endsOf(change: Change): readonly (readonly [VolumePath, Capability])[] {
  switch (change.op) {
    case "put":
    case "symlink":
    case "mode":
      return [[change.path, "write"]];
    case "mkdir":
      return [[change.path, "mkdir"]];
    case "remove":
      return [[change.path, "delete"]];
    case "rename":
      return [
        [change.from, "move"],
        [change.to, "move"],
      ];
  }
}
