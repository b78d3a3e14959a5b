import { comparePaths, type VolumePath } from "../core/path.ts";
import { encode } from "../core/text.ts";
import { unifiedDiff, type FileDiff } from "../engines/diff/index.ts";
import { movedDirectory } from "../volumes/change-set.ts";
import type { Entry } from "../volumes/volume.ts";
import type { DraftNode } from "./draft.ts";
import { stepsOf, type Life } from "./lives.ts";
import { draftShifts, type Drafted, type Ground } from "./plan-undo.ts";
import type { Selected } from "./selection.ts";

/** Unified text from before the steps to now, by path. Directories do not show, but for a moved one. */
export async function diffSince(ground: Ground, { steps }: Selected): Promise<string> {
  const drafted = await draftShifts(ground, steps, "undo");
  const files = new Map<string, readonly FileDiff[]>();
  for (const life of new Set(steps.map((traced) => traced.life))) {
    const file = await fileDiff(ground, drafted, life);
    if (file) files.set(file.path, withFile(files.get(file.path)?.[0], file));
  }
  return unifiedDiff([...files.values()].flat().sort((a, b) => comparePaths(a.path, b.path)));
}

/** One side of a file's diff. */
interface Side {
  readonly path: VolumePath;
  readonly kind: Entry["kind"];
  readonly bytes?: Uint8Array;
  readonly executable?: boolean;
}

async function fileDiff({ journal, access }: Ground, drafted: Drafted, life: Life): Promise<FileDiff | undefined> {
  const then = await sideThen(drafted, drafted.nodeOf(life));
  const now = await sideNow(access.volume, journal.lives().pathOf(life));
  const any = now ?? then;
  if (!any) return undefined;
  const path = access.shown(any.path);
  const from = then && now && then.path !== now.path ? access.shown(then.path) : undefined;
  if (any.kind === "directory") return from !== undefined && wasMoved(life) ? movedDirectory(path, from) : undefined;
  return {
    path,
    ...(from === undefined ? {} : { from }),
    ...(then?.bytes && { before: then.bytes, executableBefore: then.executable ?? false }),
    ...(now?.bytes && { after: now.bytes, executableAfter: now.executable ?? false }),
    ...(any.kind === "symlink" && { symlink: true }),
  };
}

/** By itself, and not with a directory above it. */
function wasMoved(life: Life): boolean {
  for (const { step } of stepsOf(life)) if (step.from !== undefined) return true;
  return false;
}

async function sideThen({ draft }: Drafted, node: DraftNode | undefined): Promise<Side | undefined> {
  const path = node && draft.pathOf(node);
  if (!node || path === undefined) return undefined;
  const { kind, executable } = node;
  if (kind === "file") return { path, kind, executable, bytes: await draft.content(node) };
  const target = node.origin?.entry.kind === "symlink" ? node.origin.entry.target : node.target;
  return { path, kind, ...(target !== undefined && { bytes: encode(target) }) };
}

async function sideNow(volume: Ground["access"]["volume"], path: VolumePath | undefined): Promise<Side | undefined> {
  const entry = path === undefined ? undefined : volume.entry(path);
  if (path === undefined || !entry) return undefined;
  if (entry.kind === "file") return { path, kind: "file", executable: entry.executable, bytes: await volume.read(entry) };
  return { path, kind: entry.kind, ...(entry.kind === "symlink" && { bytes: encode(entry.target) }) };
}

/**
 * What stood at a path and what stands there now. A file that was removed and one that was made in its place are one that was changed; what was
 * moved there, or is of another kind, is another, and comes after what it took the place of.
 */
function withFile(other: FileDiff | undefined, file: FileDiff): readonly FileDiff[] {
  if (!other) return [file];
  const [removed, made] = other.after ? [file, other] : [other, file];
  const areOne = !removed.after && !made.before && removed.symlink === made.symlink;
  return areOne ? [{ ...removed, ...made }] : [removed, made];
}
