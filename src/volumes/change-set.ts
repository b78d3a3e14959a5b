import type { Effect } from "../core/effects.ts";
import { allOf, chain, type MaybePromise } from "../core/maybe-promise.ts";
import { isInside, type VolumePath } from "../core/path.ts";
import { encode } from "../core/text.ts";
import { unifiedDiff, type FileDiff } from "../engines/diff/index.ts";
import type { Change, Entry, State, Volume } from "./volume.ts";

/** A batch with what stood before each of its changes (from `checkBatch`) and, once it is committed, what stands after (from its receipt). */
export interface Changes {
  readonly changes: readonly Change[];
  readonly before: readonly State[];
  readonly after?: readonly (Entry | undefined)[];
}

/** What the batch does, one effect a change. `shown` makes a result's path of a volume's. Versions after are known only after the commit. */
export function effectsOf({ changes, before, after }: Changes, shown: (path: VolumePath) => string): Effect[] {
  return changes.map((change, index) => effectOf(change, { shown, was: before[index]?.entry, is: after?.[index] }));
}

interface Around {
  readonly shown: (path: VolumePath) => string;
  readonly was: Entry | undefined;
  readonly is: Entry | undefined;
}

function effectOf(change: Change, { shown, was, is }: Around): Effect {
  if (change.op === "rename") return { op: "move", path: shown(change.to), from: shown(change.from) };
  const path = shown(change.path);
  if (change.op === "mkdir") return { op: "mkdir", path };
  const versions = { ...versionOf("before", was), ...versionOf("after", is) };
  if (change.op === "remove") return { op: "delete", path, ...versions };
  return { op: was ? "modify" : "create", path, ...versions };
}

function versionOf(name: "before" | "after", entry: Entry | undefined): Partial<Record<"before" | "after", string>> {
  return entry?.kind === "file" && entry.version !== "" ? { [name]: entry.version } : {};
}

/** One path across a batch: what was there at first, where it came from, and what is there in the end. */
interface Item {
  readonly origin?: { readonly path: VolumePath; readonly state: State };
  readonly now?: { readonly entry?: Entry; readonly bytes?: Uint8Array; readonly executable?: boolean };
}

/** The unified text of the batch, as git writes it: the sum of its changes, whatever order they came in. Directories do not show, but for a moved one. */
export function diffOf(changes: Changes, volume: Pick<Volume, "read">, shown: (path: VolumePath) => string): MaybePromise<string> {
  const { items, gone } = compose(changes);
  const sections = [...gone, ...items].flatMap(([path, item]) =>
    withoutMixture(item).map((each) => fileDiff(path, each, { volume, shown })),
  );
  return chain(allOf(sections), (files) => unifiedDiff(files.filter((file) => file !== undefined)));
}

interface Composed {
  readonly items: Map<VolumePath, Item>;
  /** What went from where something else was moved to. */
  readonly gone: Map<VolumePath, Item>;
}

function compose({ changes, before }: Changes): Composed {
  const composed: Composed = { items: new Map(), gone: new Map() };
  changes.forEach((change, index) => apply(composed, change, before[index] ?? {}));
  return composed;
}

function apply(composed: Composed, change: Change, state: State): void {
  if (change.op === "rename") return move(composed, change, state);
  const { items, gone } = composed;
  const { path } = change;
  const item = items.get(path) ?? (state.entry ? { origin: { path, state } } : (gone.get(path) ?? {}));
  if (change.op === "remove") {
    // Not taken out where it was there from the beginning, so that it keeps its turn.
    if (item.origin?.path === path) items.set(path, { origin: item.origin });
    else items.delete(path);
    if (item.origin && item.origin.path !== path) leave(composed, item.origin);
  } else {
    if (item === gone.get(path)) gone.delete(path);
    items.set(path, { ...item, now: stateAfter(change, item, state) });
  }
}

/** What was there at first is gone, whatever was moved there since. */
function leave({ items, gone }: Composed, origin: NonNullable<Item["origin"]>): void {
  (items.get(origin.path)?.now ? gone : items).set(origin.path, { origin });
}

function stateAfter(change: Exclude<Change, { op: "rename" | "remove" }>, item: Item, state: State): Item["now"] {
  if (change.op === "put") return { bytes: change.bytes, executable: change.executable ?? isExecutable(state.entry) };
  if (change.op === "symlink") return { entry: { kind: "symlink", id: 0, target: change.target }, bytes: encode(change.target) };
  if (change.op === "mkdir") return { entry: { kind: "directory", id: 0 } };
  return { ...(item.now ?? state), executable: change.executable };
}

function move({ items, gone }: Composed, { from, to }: { readonly from: VolumePath; readonly to: VolumePath }, state: State): void {
  if (!items.has(from)) items.set(from, { origin: { path: from, state }, now: { ...state, executable: isExecutable(state.entry) } });
  // Only a directory has anything below it.
  const moved = state.entry?.kind === "directory" ? [...items.keys()].filter((path) => isInside(path, from)) : [from];
  for (const path of moved) {
    const item = items.get(path);
    if (!item?.now) continue;
    items.delete(path);
    const target = to + path.slice(from.length);
    const left = items.get(target);
    if (left) gone.set(target, left);
    items.set(target, item);
  }
}

function isExecutable(entry: Entry | undefined): boolean {
  return entry?.kind === "file" && entry.executable;
}

interface Source {
  readonly volume: Pick<Volume, "read">;
  readonly shown: (path: VolumePath) => string;
}

/** A file in place of a link or of a directory, or the other way round, is one that went and one that was made. */
function withoutMixture(item: Item): readonly Item[] {
  const { origin, now } = item;
  // What was written has no entry yet.
  const [was, is] = [origin?.state.entry?.kind ?? "file", now?.entry?.kind ?? "file"];
  return !origin || !now || was === is ? [item] : [{ origin }, { now }];
}

function isLink(entry: Entry | undefined): boolean {
  return entry?.kind === "symlink";
}

function fileDiff(path: VolumePath, { origin, now }: Item, { volume, shown }: Source): MaybePromise<FileDiff | undefined> {
  if (!origin && now?.entry?.kind === "directory") return undefined;
  if (origin?.state.entry?.kind === "directory") return directoryDiff(path, { origin, now }, shown);
  return chain(contentOf(origin?.state, volume), (before) => {
    const moved = origin && now && origin.path !== path;
    const kept = now && now.bytes === undefined ? before : now?.bytes;
    return {
      path: shown(path),
      ...(moved ? { from: shown(origin.path) } : {}),
      ...(isLink((now ?? origin?.state)?.entry) ? { symlink: true } : {}),
      ...(before ? { before, executableBefore: isExecutable(origin?.state.entry) } : {}),
      ...(kept ? { after: kept, executableAfter: now?.executable ?? false } : {}),
    };
  });
}

/** A moved directory is one line of the diff however much it holds; git would list every file. */
function directoryDiff(path: VolumePath, { origin, now }: Item, shown: (path: VolumePath) => string): FileDiff | undefined {
  if (!origin || !now || origin.path === path) return undefined;
  return movedDirectory(shown(path), shown(origin.path));
}

/** A directory that is somewhere else now, as the header of a file that is. */
export function movedDirectory(path: string, from: string): FileDiff {
  return { path, from, before: nothing, after: nothing };
}

const nothing = new Uint8Array(0);

function contentOf(state: State | undefined, volume: Pick<Volume, "read">): MaybePromise<Uint8Array | undefined> {
  if (state?.bytes) return state.bytes;
  if (state?.entry?.kind === "symlink") return encode(state.entry.target);
  return state?.entry?.kind === "file" ? volume.read(state.entry) : undefined;
}
