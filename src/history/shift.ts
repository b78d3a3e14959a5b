import { fail, type PortsideError } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { basename, type VolumePath } from "../core/path.ts";
import { byteLength } from "../core/text.ts";
import { unifiedDiff } from "../engines/diff/index.ts";
import type { Contents } from "./contents.ts";
import type { Draft, DraftNode } from "./draft.ts";
import type { Life, Lives, TracedStep } from "./lives.ts";
import type { Image, StepReference } from "./record.ts";
import { createTrail, type Direction, type Trail } from "./trail.ts";

/** gone: others removed it, and that stays. in_use: a directory that others put something into, or that they moved. */
export type Outcome = "done" | "gone" | "in_use";

/** A draft of the tree as it will be, and the lives in it. */
export interface Site {
  readonly draft: Draft;
  readonly lives: Lives;
  readonly contents: Contents;
  shown(path: VolumePath): string;
}

export interface Shifts {
  /**
   * Takes one step back in the draft, or makes it again, whatever else happened since. Throws where that would take what others did: stale_version,
   * already_exists.
   */
  shift(traced: TracedStep, direction: Direction): Promise<Outcome>;
  /** When all steps are made: gives every file what it holds in the end. */
  settle(): Promise<void>;
  /** Of nodes that were made anew: whose life they take up. */
  readonly restored: ReadonlyMap<DraftNode, StepReference>;
  /** What the draft has of it; undefined when it is gone. */
  nodeOf(life: Life): DraftNode | undefined;
}

interface Place {
  readonly life: Life;
  readonly name: string;
}

/** One step, seen in the direction in which it is made. */
interface Move {
  readonly traced: TracedStep;
  readonly from: Image | undefined;
  readonly to: Image | undefined;
  readonly start: Place;
  readonly end: Place;
  readonly direction: Direction;
}

export function createShifts(site: Site): Shifts {
  const { draft, lives, contents } = site;
  const nodes = new Map<Life, DraftNode>();
  const restored = new Map<DraftNode, StepReference>();
  const trails = new Map<Life, Trail>();

  function shift(traced: TracedStep, direction: Direction): Promise<Outcome> {
    const { step } = traced;
    const [before, after] = [placeBefore(traced), placeAfter(traced)];
    return direction === "undo"
      ? make({ traced, direction, from: step.after, to: step.before, start: after, end: before })
      : make({ traced, direction, from: step.before, to: step.after, start: before, end: after });
  }

  async function make(move: Move): Promise<Outcome> {
    const node = nodeOf(move.traced.life);
    if (!move.from) return node || !move.to ? "in_use" : bring(move, move.to);
    if (!node) return "gone";
    return move.to ? alter(move, node) : take(move, node);
  }

  /** From nothing to something. */
  async function bring(move: Move, image: Image): Promise<Outcome> {
    const { traced, end, direction } = move;
    if (image.kind === "other") throw fail("unavailable", { what: traced.step.path, reason: "it cannot be made again" });
    const directory = directoryAt(end, traced);
    await refuseTaken(directory, move);
    const executable = image.kind === "file" && image.executable;
    const target = image.kind === "symlink" ? { target: image.target } : {};
    const node = draft.make(directory, end.name, { kind: image.kind, executable, ...target });
    nodes.set(traced.life, node);
    if (image.kind === "file") (await trailOf(traced.life)).begin(traced, direction);
    restored.set(node, { number: traced.record.number, index: traced.index });
    return "done";
  }

  /** From something to nothing: what others did to it would go with it. */
  async function take(move: Move, node: DraftNode): Promise<Outcome> {
    const isThere = stands(node, move.start);
    if (node.kind === "directory" && (!isThere || !draft.isEmpty(node))) return "in_use";
    if (!isThere) throw await stale(node, move);
    if (node.kind === "file" && !(await isUnchanged(node, move))) throw await stale(node, move);
    draft.remove(node);
    return "done";
  }

  async function isUnchanged(node: DraftNode, { traced, from, direction }: Move): Promise<boolean> {
    if (from?.kind !== "file" || from.executable !== node.executable) return false;
    return (await trailOf(traced.life)).holdsStartOf(traced, direction);
  }

  /** From one thing to another. */
  async function alter(move: Move, node: DraftNode): Promise<Outcome> {
    const { traced, from, to, direction } = move;
    if (traced.step.from !== undefined) await moveBack(node, move);
    if (from?.kind !== "file" || to?.kind !== "file") return "done";
    if (from.executable !== to.executable && node.executable === from.executable) draft.setExecutable(node, to.executable);
    const { before } = traced.step;
    const rewrites = before?.kind === "file" && before.kept !== undefined;
    if (rewrites && !(await (await trailOf(traced.life)).make(traced, direction))) throw await stale(node, move);
    return "done";
  }

  async function moveBack(node: DraftNode, move: Move): Promise<void> {
    const { traced, start, end } = move;
    if (!stands(node, start)) throw await stale(node, move);
    const directory = directoryAt(end, traced);
    await refuseTaken(directory, move);
    if (isBelow(directory, node)) throw await stale(directory, move);
    draft.move(node, directory, end.name);
  }

  async function trailOf(life: Life): Promise<Trail> {
    const trail = trails.get(life) ?? (await createTrail(life, contents));
    trails.set(life, trail);
    return trail;
  }

  async function settle(): Promise<void> {
    for (const [life, trail] of trails) {
      const node = nodeOf(life);
      if (node) draft.write(node, await trail.bytes());
    }
  }

  function nodeOf(life: Life): DraftNode | undefined {
    const known = nodes.get(life) ?? findNode(life);
    if (known) nodes.set(life, known);
    return known && draft.pathOf(known) !== undefined ? known : undefined;
  }

  function findNode(life: Life): DraftNode | undefined {
    const path = lives.pathOf(life);
    return path === undefined ? undefined : draft.original(path);
  }

  function stands(node: DraftNode, { life, name }: Place): boolean {
    return node.name === name && node.directory === nodeOf(life);
  }

  function directoryAt({ life }: Place, { step }: TracedStep): DraftNode {
    const directory = nodeOf(life);
    if (directory?.kind !== "directory") throw fail("stale_version", { path: site.shown(step.from ?? step.path), reason: "scope" });
    return directory;
  }

  async function refuseTaken(directory: DraftNode, move: Move): Promise<void> {
    const taken = draft.child(directory, move.end.name);
    if (!taken) return;
    if (taken.kind === "file" && move.to?.kind === "file") throw await stale(taken, move);
    throw fail("already_exists", { path: site.shown(draft.pathOf(taken) ?? move.traced.step.path), kind: taken.kind });
  }

  /** With the version that the step left, or found where it left none, the one that is there now, and what is between them. */
  async function stale(node: DraftNode, { traced }: Move): Promise<PortsideError> {
    const path = site.shown(draft.pathOf(node) ?? traced.step.path);
    const entry = node.origin?.entry;
    const expected = versionOf(traced, lives);
    const diff = node === nodeOf(traced.life) && entry?.kind === "file" ? await diffSince(node, traced, path) : "";
    return fail("stale_version", {
      path,
      ...(expected === undefined ? {} : { expected }),
      ...(entry?.kind === "file" ? { actual: entry.version } : {}),
      reason: "version",
      ...(diff !== "" && byteLength(diff) <= limits.staleDiffBytes ? { diff } : {}),
    });
  }

  async function diffSince(node: DraftNode, traced: TracedStep, path: string): Promise<string> {
    if (traced.step.after?.kind !== "file") return "";
    return unifiedDiff([{ path, before: await contents.after(traced), after: await draft.content(node) }]);
  }

  return { shift, settle, restored, nodeOf };
}

function placeAfter({ step, directory }: TracedStep): Place {
  return { life: directory, name: basename(step.path) };
}

function placeBefore({ step, directory, fromDirectory }: TracedStep): Place {
  return { life: fromDirectory ?? directory, name: basename(step.from ?? step.path) };
}

function isBelow(node: DraftNode, above: DraftNode): boolean {
  for (let at: DraftNode | undefined = node; at; at = at.directory) if (at === above) return true;
  return false;
}

/** The version that the step left, or that it found where it left nothing. */
function versionOf(traced: TracedStep, lives: Lives): string | undefined {
  const { step } = traced;
  if (step.after) return lives.versionAfter(traced);
  return step.before?.kind === "file" ? step.before.version : undefined;
}
