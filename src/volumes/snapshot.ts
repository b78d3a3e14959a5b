import { chain, isPromise, type MaybePromise } from "../core/maybe-promise.ts";
import { basename, parent, type VolumePath } from "../core/path.ts";
import { compareUtf8 } from "../core/text.ts";
import { createFormerPaths } from "./former-paths.ts";
import { createTouched, type Touched } from "./touched.ts";
import type { Change, Changed, Child, DirectoryEntry, Entry, FileEntry, NodeId, Volume } from "./volume.ts";

/**
 * A volume's tree as it is now, for as long as it is held. Nothing is copied at first: what is about to change below is put aside before it does.
 */
export interface Snapshot {
  readonly root: DirectoryEntry;
  child(directory: NodeId, name: string): Child | undefined;
  /** Throws not_found. */
  children(directory: NodeId): readonly Child[];
  /** As a volume's. Bytes that others took away before anybody could put them aside are `stale_version`. */
  read(file: FileEntry, start?: number, end?: number): MaybePromise<Uint8Array>;
  /** Puts aside what the changes would take away. Never fails: what could not be read fails when it is asked for. */
  preserve(changes: readonly Change[]): MaybePromise<void>;
  /** What was changed below since. */
  readonly changed: Touched;
  release(): void;
}

export function takeSnapshot(volume: Volume): Snapshot {
  const directories = new Map<NodeId, readonly Child[]>();
  const files = new Map<NodeId, Aside>();
  const newcomers = new Set<NodeId>();
  const touched = createTouched();
  const unwatch = volume.watch((event) => {
    if (event.origin.by === "external") putBack(event.changed);
    for (const change of event.changed) {
      if (!change.before && change.after) newcomers.add(change.after.id);
      touched.add(change);
    }
  });

  function children(id: NodeId): readonly Child[] {
    return directories.get(id) ?? volume.children({ kind: "directory", id });
  }

  function read(file: FileEntry, start?: number, end?: number): MaybePromise<Uint8Array> {
    const aside = files.get(file.id);
    if (aside?.version !== file.version) return volume.read(file, start, end);
    return chain(aside.bytes(), (bytes) => bytes.subarray(start ?? 0, end));
  }

  function preserve(changes: readonly Change[]): MaybePromise<void> {
    const former = createFormerPaths();
    const reads: Promise<void>[] = [];
    for (const change of changes) {
      for (const path of pathsOf(change)) keepDirectory(volume.entry(parent(former.of(path))));
      if (change.op === "rename") former.add(change);
      else if (change.op === "put" || change.op === "remove") {
        const reading = keep(volume.entry(former.of(change.path)));
        if (reading) reads.push(reading);
      }
    }
    return reads.length > 0 ? Promise.all(reads).then(() => undefined) : undefined;
  }

  function keep(entry: Entry | undefined): Promise<void> | undefined {
    keepDirectory(entry);
    if (entry?.kind !== "file" || files.has(entry.id) || newcomers.has(entry.id)) return undefined;
    const bytes = attempt(() => volume.read(entry));
    if (!isPromise(bytes)) return void files.set(entry.id, { version: entry.version, bytes });
    return bytes.then((settled) => void files.set(entry.id, { version: entry.version, bytes: settled }));
  }

  function keepDirectory(entry: Entry | undefined): void {
    if (entry?.kind === "directory" && !directories.has(entry.id)) directories.set(entry.id, volume.children(entry));
  }

  /** Others do not say beforehand what they will change: the listings are what they are now, with the changes taken back. */
  function putBack(external: readonly Changed[]): void {
    const listings = new Map<NodeId, Map<string, Child>>();
    const former = new Map<VolumePath, Entry>();

    function listingAbove(path: VolumePath): Map<string, Child> | undefined {
      const directory = former.get(parent(path)) ?? volume.entry(parent(path));
      if (directory?.kind !== "directory" || directories.has(directory.id)) return undefined;
      const listing = listings.get(directory.id) ?? new Map(now(directory).map((child) => [child.name, child]));
      listings.set(directory.id, listing);
      return listing;
    }

    for (const { path, from = path, before, after } of external.toReversed()) {
      if (after) listingAbove(path)?.delete(basename(path));
      if (!before) continue;
      former.set(from, before);
      listingAbove(from)?.set(basename(from), { name: basename(from), entry: before });
    }
    for (const [id, listing] of listings) directories.set(id, sorted(listing));
  }

  function now(directory: DirectoryEntry): readonly Child[] {
    try {
      return volume.children(directory);
    } catch {
      return []; // it is gone, and empty before it went
    }
  }

  return {
    root: volume.entry("/") as DirectoryEntry,
    children,
    child(directory, name) {
      return find(children(directory), name);
    },
    read,
    preserve,
    changed: touched,
    release: unwatch,
  };
}

/** A file's bytes as they were, or the error that reading them met. */
interface Aside {
  readonly version: string;
  bytes(): Uint8Array;
}

function pathsOf(change: Change): readonly VolumePath[] {
  return change.op === "rename" ? [change.from, change.to] : [change.path];
}

function attempt(read: () => MaybePromise<Uint8Array>): MaybePromise<() => Uint8Array> {
  const failed = (error: unknown) => (): never => {
    throw error;
  };
  try {
    const bytes = read();
    return isPromise(bytes) ? bytes.then((value) => () => value, failed) : () => bytes;
  } catch (error) {
    return failed(error);
  }
}

function sorted(listing: ReadonlyMap<string, Child>): readonly Child[] {
  return [...listing.values()].sort((a, b) => compareUtf8(a.name, b.name));
}

function find(children: readonly Child[], name: string): Child | undefined {
  let [low, high] = [0, children.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUtf8((children[middle] as Child).name, name) < 0) low = middle + 1;
    else high = middle;
  }
  return children[low]?.name === name ? children[low] : undefined;
}
