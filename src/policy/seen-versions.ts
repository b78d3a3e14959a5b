import type { Version } from "../core/effects.ts";
import { isInside, type VolumePath } from "../core/path.ts";
import type { FileEntry } from "../volumes/volume.ts";

/** What a caller knows of one file. */
export interface Seen {
  readonly version: Version;
  /** Reads as that version, where the volume still can. Absent: what has changed since cannot be shown. */
  readonly entry: FileEntry | undefined;
}

/**
 * The versions a caller has seen, by path. A version is a short string and is kept for good; the entry of one that is outdated may be all that keeps
 * the old bytes in memory, so of those at most so many bytes are kept.
 */
export interface SeenVersions {
  get(path: VolumePath): Seen | undefined;
  set(path: VolumePath, seen: Seen): void;
  delete(path: VolumePath): void;
  /** With everything below it. */
  move(from: VolumePath, to: VolumePath): void;
  /** The path holds something else now. The entries that were outdated first are let go where there are too many bytes. */
  outdate(path: VolumePath): void;
}

/** `mostBytes`: of outdated files, by their size. */
export function createSeenVersions(mostBytes: number): SeenVersions {
  const seen = new Map<VolumePath, Seen>();
  const outdated = new Map<VolumePath, number>();
  let bytes = 0;

  function release(path: VolumePath): void {
    bytes -= outdated.get(path) ?? 0;
    outdated.delete(path);
  }

  function set(path: VolumePath, known: Seen): void {
    release(path);
    seen.set(path, known);
  }

  function remove(path: VolumePath): void {
    release(path);
    seen.delete(path);
  }

  function letGo(path: VolumePath): void {
    set(path, { version: (seen.get(path) as Seen).version, entry: undefined });
  }

  return {
    get: (path) => seen.get(path),
    set,
    delete: remove,
    move(from, to) {
      for (const [path, known] of seen) {
        if (!isInside(path, from)) continue;
        remove(path);
        set(to + path.slice(from.length), known);
      }
    },
    outdate(path) {
      const entry = seen.get(path)?.entry;
      if (!entry || outdated.has(path)) return;
      outdated.set(path, entry.size);
      bytes += entry.size;
      for (const oldest of outdated.keys()) if (bytes > mostBytes) letGo(oldest);
    },
  };
}
