import type { Effect } from "../core/effects.ts";
import type { VolumePath } from "../core/path.ts";
import type { PatchPlan, PlannedFile, Rescue } from "../engines/patch/index.ts";
import type { PatchedFile, PatchResponse } from "../ports/patch-applier.ts";
import type { Change, Receipt } from "../volumes/volume.ts";

/** A planned patch, and how it was read. */
export interface PlannedPatch {
  readonly plan: PatchPlan;
  readonly rescues: readonly Rescue[];
}

export interface Carrying {
  readonly changes: readonly Change[];
  readonly receipt: Receipt | undefined;
  volumePath(path: string): VolumePath;
}

/** What the whole patch came to, or in a dry run would. */
export function wholeResponse({ plan, rescues }: PlannedPatch, carrying: Carrying): PatchResponse {
  return { files: plan.files.map((file) => patchedFile(file, carrying)), hunks: plan.hunks, notes: rescues };
}

function patchedFile(file: PlannedFile, { changes, receipt, volumePath }: Carrying): PatchedFile {
  const { path, change, from, hunks } = file;
  const version = change === "delete" ? undefined : versionAt(volumePath(path), changes, receipt);
  return {
    path,
    hunks,
    ...(change === "create" ? { created: true } : {}),
    ...(change === "delete" ? { deleted: true } : {}),
    ...(from === undefined ? {} : { movedFrom: from }),
    ...(version === undefined ? {} : { version }),
  };
}

/** The version that the last change at a path left. */
function versionAt(path: VolumePath, changes: readonly Change[], receipt: Receipt | undefined): string | undefined {
  const index = changes.findLastIndex((change) => (change.op === "rename" ? change.to : change.path) === path);
  const entry = receipt?.entries[index];
  return entry?.kind === "file" ? entry.version : undefined;
}

/** What a patch that broke off came to: only the files of which a change is known. */
export function acknowledged({ plan, rescues }: PlannedPatch, effects: readonly Effect[]): PatchResponse {
  const files = plan.files.flatMap((file) => acknowledgedFile(file, effects));
  const paths = new Set(files.map(({ path }) => path));
  const hunks = files.reduce((sum, file) => sum + file.hunks, 0);
  return { files, hunks, notes: rescues.filter(({ path }) => paths.has(path)) };
}

/** A rename whose source still stands is only a new file; a file that was moved and not yet written has none of its hunks. */
function acknowledgedFile({ path, change, from, hunks }: PlannedFile, effects: readonly Effect[]): PatchedFile[] {
  const written = effects.findLast((effect) => effect.path === path && (effect.op === "create" || effect.op === "modify"));
  if (change === "delete")
    return effects.some((effect) => effect.op === "delete" && effect.path === path) ? [{ path, hunks, deleted: true }] : [];
  const left = from !== undefined && effects.some((one) => (one.op === "move" ? one.from : one.op === "delete" && one.path) === from);
  const moved = effects.some((effect) => effect.op === "move" && effect.path === path);
  if (written === undefined && !moved) return [];
  const version = written?.after;
  return [
    {
      path,
      hunks: written === undefined ? 0 : hunks,
      ...(change === "create" || (from !== undefined && !left) ? { created: true } : {}),
      ...(left ? { movedFrom: from } : {}),
      ...(version === undefined ? {} : { version }),
    },
  ];
}
