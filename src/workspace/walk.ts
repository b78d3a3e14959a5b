import { breathe, createPace, type Pace } from "../core/cancel.ts";
import { isPortsideError } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { chain, isPromise, type MaybePromise } from "../core/maybe-promise.ts";
import { join, type VolumePath } from "../core/path.ts";
import type { Sight } from "../policy/guard.ts";
import type { Skipped } from "../ports/call.ts";
import type { Child, DirectoryEntry, Entry, Volume } from "../volumes/volume.ts";
import type { Visit, WalkFilter, WalkOptions } from "./access.ts";

/** What a walk needs to know of its workspace. */
export interface WalkContext {
  readonly volume: Pick<Volume, "children">;
  see(path: VolumePath, entry: Entry): Sight | undefined;
  readonly signal?: AbortSignal;
}

type Counts = { -readonly [Reason in keyof Skipped]: number };

/** One directory being walked: which child is next, and where it stands in what is looked for. */
interface Frame<State> {
  readonly path: VolumePath;
  readonly state: State;
  readonly children: readonly Child[];
  next: number;
}

interface Walk<State> {
  readonly context: WalkContext;
  readonly options: WalkOptions<State>;
  readonly visit: Visit;
  readonly skipped: Counts;
  readonly pace: Pace;
  readonly frames: Frame<State>[];
}

/** Nothing skipped. */
export function noneSkipped(): Counts {
  return { hidden: 0, ignored: 0, binary: 0, too_large: 0, read_error: 0, protected: 0 };
}

/** Walks what is below `start`, which itself is not visited. Synchronous while the visitor is and the tree is small. */
export function walkTree<State>(
  context: WalkContext,
  start: { readonly path: VolumePath; readonly entry: DirectoryEntry },
  options: WalkOptions<State>,
  visit: Visit,
): MaybePromise<Skipped> {
  const pace = createPace(limits.yieldEntries, context.signal);
  const walk: Walk<State> = { context, options, visit, skipped: noneSkipped(), pace, frames: [] };
  enter(walk, { ...start, state: options.filter.start });
  return advance(walk);
}

/** The loop: an explicit stack, so that it can be left at any entry and taken up again. */
function advance<State>(walk: Walk<State>): MaybePromise<Skipped> {
  for (let frame = walk.frames.at(-1); frame !== undefined; frame = walk.frames.at(-1)) {
    const child = frame.children[frame.next++];
    if (child === undefined) {
      walk.frames.pop();
      continue;
    }
    const tired = walk.pace.spend(1);
    const goOn = meet(walk, frame, child);
    if (isPromise(goOn) || tired) return resume(walk, goOn, tired);
    if (!goOn) return walk.skipped;
  }
  return walk.skipped;
}

async function resume<State>(walk: Walk<State>, goOn: MaybePromise<boolean>, tired: boolean): Promise<Skipped> {
  if (tired) await breathe();
  return (await goOn) ? advance(walk) : walk.skipped;
}

/** One entry: left out, counted as skipped, or visited and entered. False ends the walk. */
function meet<State>(walk: Walk<State>, frame: Frame<State>, { name, entry }: Child): MaybePromise<boolean> {
  const { filter } = walk.options;
  const state = filter.step(frame.state, name);
  if (state === undefined) return true;
  const accepted = filter.accepts(state, entry);
  const opens = entry.kind === "directory" && filter.opens(state);
  if (!accepted && !opens) return true;
  const path = join(frame.path, name);
  const reason = skipReason(walk, frame, { path, name, entry });
  if (reason) {
    walk.skipped[reason]++;
    return true;
  }
  const goOn = accepted ? walk.visit(path, entry) : true;
  if (!opens) return goOn;
  return chain(goOn, (yes) => {
    if (yes) enter(walk, { path, entry, state });
    return yes;
  });
}

function skipReason<State>(
  walk: Walk<State>,
  frame: Frame<State>,
  { path, name, entry }: { readonly path: VolumePath; readonly name: string; readonly entry: Entry },
): keyof Skipped | undefined {
  const { filter, includeHidden } = walk.options;
  if (name.startsWith(".") && !includeHidden && !filter.unhides(frame.state, name)) return "hidden";
  if (name === ".git") return "ignored"; // no option opens it: only a path that names it does
  const sight = walk.context.see(path, entry)?.sight;
  return sight === "hidden" || sight === "protected" ? "protected" : undefined;
}

function enter<State>(
  walk: Walk<State>,
  directory: { readonly path: VolumePath; readonly entry: DirectoryEntry; readonly state: State },
): void {
  const { path, entry, state } = directory;
  if (walk.options.depth !== undefined && walk.frames.length >= walk.options.depth) return;
  walk.frames.push({ path, state, children: childrenOf(walk.context.volume, entry), next: 0 });
}

/** A directory removed while the walk was elsewhere has no children any more. */
function childrenOf(volume: Pick<Volume, "children">, directory: DirectoryEntry): readonly Child[] {
  try {
    return volume.children(directory);
  } catch (error) {
    if (isPortsideError(error, "not_found")) return [];
    throw error;
  }
}

/** Everything is in the answer. */
export const everything: WalkFilter<true> = {
  start: true,
  step: () => true,
  accepts: () => true,
  opens: () => true,
  unhides: () => false,
};

/** What a test of root-relative paths picks out; only files it picks are in the answer. */
export function filesMatching(start: string, test: (path: string) => boolean): WalkFilter<string> {
  return {
    start,
    step: (directory, name) => (directory === "" ? name : `${directory}/${name}`),
    accepts: (path, entry) => entry.kind === "file" && test(path),
    opens: () => true,
    unhides: () => false,
  };
}
