import { equalBytes } from "../core/bytes.ts";
import { fail, type PortsideError } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { basename, type VolumePath } from "../core/path.ts";
import { byteLength } from "../core/text.ts";
import { unifiedDiff } from "../engines/diff/index.ts";
import type { Contents } from "./contents.ts";
import type { Draft, DraftNode } from "./draft.ts";
import type { Life, Lives, TracedStep } from "./lives.ts";
import { mergeLines } from "./merge-lines.ts";
import type { Image, StepReference } from "./record.ts";

export type Direction = "undo" | "redo";

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
  contentFrom(): Promise<Uint8Array>;
  contentTo(): Promise<Uint8Array>;
}

export function createShifts(site: Site): Shifts {
  const { draft, lives, contents } = site;
  const nodes = new Map<Life, DraftNode>();
  const restored = new Map<DraftNode, StepReference>();

  function shift(traced: TracedStep, direction: Direction): Promise<Outcome> {
    const { step } = traced;
    const before = { image: step.before, place: placeBefore(traced), content: () => contents.before(traced) };
    const after = { image: step.after, place: placeAfter(traced), content: () => contents.after(traced) };
    const [a, b] = direction === "undo" ? [after, before] : [before, after];
    return make({
      traced,
      from: a.image,
      to: b.image,
      start: a.place,
      end: b.place,
      contentFrom: a.content,
      contentTo: b.content,
    });
  }

  async function make(move: Move): Promise<Outcome> {
    const node = nodeOf(move.traced.life);
    if (!move.from) return node || !move.to ? "in_use" : bring(move, move.to);
    if (!node) return "gone";
    return move.to ? alter(move, node) : take(move, node);
  }

  /** From nothing to something. */
  async function bring({ traced, end, contentTo }: Move, image: Image): Promise<Outcome> {
    if (image.kind === "other") throw fail("unavailable", { what: traced.step.path, reason: "it cannot be made again" });
    const directory = directoryAt(end, traced);
    refuseTaken(directory, end, traced);
    const executable = image.kind === "file" && image.executable;
    const bytes = image.kind === "file" ? { bytes: await contentTo() } : {};
    const target = image.kind === "symlink" ? { target: image.target } : {};
    const node = draft.make(directory, end.name, { kind: image.kind, executable, ...bytes, ...target });
    nodes.set(traced.life, node);
    restored.set(node, { number: traced.record.number, index: traced.index });
    return "done";
  }

  /** From something to nothing: what others did to it would go with it. */
  async function take({ traced, from, start, contentFrom }: Move, node: DraftNode): Promise<Outcome> {
    if (node.kind === "directory") {
      if (!stands(node, start) || !draft.isEmpty(node)) return "in_use";
    } else {
      if (!stands(node, start)) throw stale(node, traced);
      if (node.kind === "file") await refuseChanged(node, { traced, from, base: await contentFrom() });
    }
    draft.remove(node);
    return "done";
  }

  async function refuseChanged(
    node: DraftNode,
    { traced, from, base }: { readonly traced: TracedStep; readonly from: Image | undefined; readonly base: Uint8Array },
  ): Promise<void> {
    const now = await draft.content(node);
    const sameMode = from?.kind === "file" && from.executable === node.executable;
    if (!sameMode || !equalBytes(base, now)) throw stale(node, traced, { base, now });
  }

  /** From one thing to another. */
  async function alter(move: Move, node: DraftNode): Promise<Outcome> {
    const { traced, from, to, start, end } = move;
    if (traced.step.from !== undefined) moveBack(node, { traced, start, end });
    if (from?.kind !== "file" || to?.kind !== "file") return "done";
    if (from.executable !== to.executable && node.executable === from.executable) draft.setExecutable(node, to.executable);
    const { before } = traced.step;
    if (before?.kind === "file" && before.kept) await rewrite(move, node);
    return "done";
  }

  function moveBack(node: DraftNode, { traced, start, end }: Pick<Move, "traced" | "start" | "end">): void {
    if (!stands(node, start)) throw stale(node, traced);
    const directory = directoryAt(end, traced);
    refuseTaken(directory, end, traced);
    if (isBelow(directory, node)) throw stale(directory, traced);
    draft.move(node, directory, end.name);
  }

  async function rewrite({ traced, contentFrom, contentTo }: Move, node: DraftNode): Promise<void> {
    const [base, theirs, ours] = [await contentFrom(), await contentTo(), await draft.content(node)];
    if (equalBytes(ours, theirs)) return;
    const merged = equalBytes(ours, base) ? theirs : mergeLines(base, ours, theirs);
    if (!merged) throw stale(node, traced, { base, now: ours });
    draft.write(node, merged);
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

  function refuseTaken(directory: DraftNode, { name }: Place, traced: TracedStep): void {
    const taken = draft.child(directory, name);
    if (!taken) return;
    const { before } = traced.step;
    if (taken.kind === "file" && before?.kind === "file") throw stale(taken, traced);
    throw fail("already_exists", { path: site.shown(draft.pathOf(taken) ?? traced.step.path), kind: taken.kind });
  }

  /** With the version that the step left, or found where it left none, and the one that is there now. */
  function stale(node: DraftNode, traced: TracedStep, texts?: { readonly base: Uint8Array; readonly now: Uint8Array }): PortsideError {
    const path = site.shown(draft.pathOf(node) ?? traced.step.path);
    const entry = node.origin?.entry;
    const expected = versionOf(traced);
    const diff = texts && unifiedDiff([{ path, before: texts.base, after: texts.now }]);
    return fail("stale_version", {
      path,
      ...(expected === undefined ? {} : { expected }),
      ...(entry?.kind === "file" ? { actual: entry.version } : {}),
      reason: "version",
      ...(diff && byteLength(diff) <= limits.staleDiffBytes ? { diff } : {}),
    });
  }

  return { shift, restored, nodeOf };
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
function versionOf({ step, version }: TracedStep): string | undefined {
  if (step.after) return version;
  return step.before?.kind === "file" ? step.before.version : undefined;
}
