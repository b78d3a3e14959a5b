import { fail, type PortsideError } from "../../core/errors.ts";
import { basename, isInside, join, parent, type VolumePath } from "../../core/path.ts";
import type { Change, Changed, Entry, FileEntry } from "../volume.ts";
import type { News } from "./news.ts";
import type { Shadow } from "./shadow.ts";
import type { Content, Sight, Storage } from "./storage.ts";

/** Makes changes in a storage and in the tree that shows it. */
export interface Maker {
  /** Refuses changes that meet one of others, as far as can be known before the first is made: stale_version. */
  confirm(changes: readonly Change[]): Promise<void>;
  /** The changes as they are made: one by one, or as many files as the storage takes at once. */
  steps(changes: readonly Change[]): readonly (readonly Change[])[];
  /** Makes a step that was confirmed. */
  make(step: readonly Change[]): Promise<readonly Changed[]>;
}

export interface Workshop {
  readonly storage: Storage;
  readonly shadow: Shadow;
  readonly news: News;
  /** The directory that shows the storage. */
  readonly root: VolumePath;
}

/** A file, and what it holds where it was copied to. */
interface Copy {
  readonly file: FileEntry;
  readonly content: Content;
}

type Put = Extract<Change, { op: "put" }>;

interface Standing {
  readonly path: VolumePath;
  readonly entry: Entry;
}

export function createMaker({ storage, shadow, news, root }: Workshop): Maker {
  const isStored = (path: VolumePath): boolean => isInside(path, root);

  async function confirm(changes: readonly Change[]): Promise<void> {
    changes.forEach(refuseRoot);
    const { first, later } = firstTouched(changes.flatMap(pathsOf).filter(isStored));
    const seen = await Promise.all(first.map(async (path) => [path, await storage.look(path)] as const));
    for (const [path, sight] of seen) if (!shadow.agrees(path, sight)) throw await otherwise(path, sight);
    await Promise.all(later.map((path) => storage.accepts(path)));
  }

  function refuseRoot(change: Change): void {
    if (change.op === "remove" && change.path === root) throw fail("path_not_allowed", { path: root, root, reason: "root" });
    if (change.op === "rename" && isInside(root, change.from))
      throw fail("invalid_move", { source: change.from, destination: change.to, reason: "root" });
  }

  async function otherwise(path: VolumePath, sight: Sight | undefined): Promise<PortsideError> {
    await news.takeIn([path]);
    // Still not in the tree, so it goes by another name.
    if (sight && !shadow.entry(path)) return fail("already_exists", { path: alike(path), kind: sight.kind });
    return fail("stale_version", { path, reason: "version" });
  }

  /** What a disk that does not tell all names apart has there. */
  function alike(path: VolumePath): VolumePath {
    const directory = shadow.entry(parent(path));
    const siblings = directory?.kind === "directory" ? shadow.children(directory.id) : [];
    const found = siblings.find(({ name }) => folded(name) === folded(basename(path)));
    return found ? join(parent(path), found.name) : path;
  }

  function steps(changes: readonly Change[]): readonly (readonly Change[])[] {
    const all: Change[][] = [];
    for (const change of changes) {
      const last = all.at(-1);
      if (storage.putAll && last && isStoredPut(change) && isStoredPut(last[0] as Change)) last.push(change);
      else all.push([change]);
    }
    return all;
  }

  const isStoredPut = (change: Change): change is Put => change.op === "put" && isStored(change.path);

  async function make(step: readonly Change[]): Promise<readonly Changed[]> {
    const puts = step.filter(isStoredPut);
    if (!storage.putAll || puts.length < 2) return [await makeOne(step[0] as Change)];
    const contents = await storage.putAll(puts);
    return puts.map((change, index) => shadow.apply({ ...change, executable: false }, contents[index]));
  }

  async function makeOne(change: Change): Promise<Changed> {
    switch (change.op) {
      case "put":
        return shadow.apply({ ...change, executable: false }, await put(change.path, change.bytes));
      case "rename":
        return rename(change);
      case "mkdir":
        if (isStored(change.path)) await storage.mkdir(change.path);
        break;
      case "remove":
        if (isStored(change.path)) await storage.remove(change.path);
        break;
      default: // what the capabilities exclude was refused
    }
    return shadow.apply(change);
  }

  async function put(path: VolumePath, bytes: Uint8Array): Promise<Content> {
    // A copy, or the caller could change what is stored.
    return isStored(path) ? storage.put(path, bytes) : new Uint8Array(bytes);
  }

  async function rename(change: Extract<Change, { op: "rename" }>): Promise<Changed> {
    const { from, to } = change;
    const copies = (await isMoved(from, to)) ? [] : await carry(from, to);
    const changed = shadow.apply(change);
    for (const { file, content } of copies) shadow.restamp(file, content);
    return changed;
  }

  async function isMoved(from: VolumePath, to: VolumePath): Promise<boolean> {
    if (isStored(from) !== isStored(to)) return false;
    return !isStored(from) || storage.move(from, to, (shadow.entry(from) as Entry).kind);
  }

  /** Copies all of it, and only then deletes: whatever ends the browser, it is whole in one place at least. */
  async function carry(from: VolumePath, to: VolumePath): Promise<readonly Copy[]> {
    const all = [...below(from)];
    const other = all.find(({ entry }) => entry.kind === "other");
    if (other) throw fail("unavailable", { what: other.path, reason: "what is neither a file nor a directory cannot be copied" });
    const copies = await copyAll(all, (path) => to + path.slice(from.length));
    if (isStored(from)) for (const { path } of all.toReversed()) await removeCopied(path);
    return copies;
  }

  async function removeCopied(path: VolumePath): Promise<void> {
    await confirm([{ op: "remove", path }]);
    await storage.remove(path);
  }

  /** The entry at the path and what is below, a directory before what it holds. */
  function* below(path: VolumePath): Generator<Standing> {
    const entry = shadow.entry(path) as Entry;
    yield { path, entry };
    if (entry.kind === "directory") for (const { name } of shadow.children(entry.id)) yield* below(join(path, name));
  }

  async function copyAll(all: readonly Standing[], target: (path: VolumePath) => VolumePath): Promise<readonly Copy[]> {
    const copies: Copy[] = [];
    const made: VolumePath[] = [];
    try {
      for (const { path, entry } of all) {
        if (entry.kind === "file") copies.push({ file: entry, content: await copyFile(path, entry, target(path)) });
        else if (isStored(target(path))) await storage.mkdir(target(path));
        made.push(target(path));
      }
      return copies;
    } catch (error) {
      await discard(made);
      throw error;
    }
  }

  async function copyFile(path: VolumePath, file: FileEntry, target: VolumePath): Promise<Content> {
    const content = shadow.contentOf(file);
    const bytes = content instanceof Uint8Array ? content : await storage.read(path, content, { start: 0, end: file.size });
    if (!bytes) throw await otherwise(path, undefined);
    return put(target, bytes);
  }

  async function discard(made: readonly VolumePath[]): Promise<void> {
    for (const path of made.toReversed()) if (isStored(path)) await storage.remove(path);
  }

  return { confirm, steps, make };
}

export function pathsOf(change: Change): readonly VolumePath[] {
  return change.op === "rename" ? [change.from, change.to] : [change.path];
}

/** Those of which the storage is still as the tree says when the batch begins, and those that an earlier change of it is about. */
function firstTouched(paths: readonly VolumePath[]): { readonly first: readonly VolumePath[]; readonly later: readonly VolumePath[] } {
  const first = new Set<VolumePath>();
  const later: VolumePath[] = [];
  for (const path of paths) {
    if (hasAncestor(path, first)) later.push(path);
    else first.add(path);
  }
  return { first: [...first], later };
}

function hasAncestor(path: VolumePath, paths: ReadonlySet<VolumePath>): boolean {
  for (let at = path; at !== "/"; at = parent(at)) if (paths.has(at)) return true;
  return paths.has("/");
}

/** As disks compare names that do not tell capital letters, or ways to write an accent, apart. */
function folded(name: string): string {
  return name.normalize().toLowerCase();
}
