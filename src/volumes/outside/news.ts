import { join, parent, type VolumePath } from "../../core/path.ts";
import type { Changed } from "../volume.ts";
import type { Shadow } from "./shadow.ts";
import type { Sight, Storage } from "./storage.ts";

/** What others change in a storage, taken into the tree. Nothing here may overlap with itself or with a commit. */
export interface News {
  /** Makes the tree what is found at these paths, of known directories without what is below. */
  takeIn(paths: Iterable<VolumePath>): Promise<void>;
  /** Makes it what is found at these paths and below, and tells what was otherwise. */
  takeInBelow(paths: readonly VolumePath[], signal?: AbortSignal): Promise<readonly Changed[]>;
}

export interface Newsroom {
  readonly storage: Storage;
  readonly shadow: Shadow;
  /** Told what was otherwise. */
  record(changed: readonly Changed[]): void;
}

type Seen = readonly [VolumePath, Sight | undefined];

export function createNews({ storage, shadow, record }: Newsroom): News {
  function adopt(seen: readonly Seen[]): readonly Changed[] {
    const changed = seen.flatMap(([path, sight]) => shadow.adopt(path, sight));
    if (changed.length > 0) record(changed);
    return changed;
  }

  async function look(path: VolumePath): Promise<Seen> {
    const sight = await storage.look(path);
    const isNew = sight?.kind === "directory" && shadow.entry(path)?.kind !== "directory";
    return isNew ? scan(path) : [path, sight];
  }

  async function scan(path: VolumePath, signal?: AbortSignal): Promise<Seen> {
    return [path, await storage.scan(path, signal)];
  }

  /** What a directory has that the tree lacks. By its own names: some disks, asked for "A", give "a". */
  async function scanNew(directory: VolumePath): Promise<readonly Seen[]> {
    const names = await storage.names(directory);
    if (!names) return [await scan(directory)];
    const paths = names.map((name) => join(directory, name)).filter((path) => !shadow.entry(path));
    return Promise.all(paths.map((path) => scan(path)));
  }

  async function see(paths: Iterable<VolumePath>, known: (path: VolumePath) => Promise<Seen>): Promise<readonly Seen[]> {
    const found = new Set<VolumePath>();
    const grown = new Set<VolumePath>();
    for (const path of paths) {
      const at = nearest(path);
      (at !== path && shadow.entry(at)?.kind === "directory" ? grown : found).add(at);
    }
    const [old, fresh] = await Promise.all([Promise.all([...found].map(known)), Promise.all([...grown].map(scanNew))]);
    return [...old, ...fresh.flat()];
  }

  /** The path itself, or the last above it that the tree has. */
  function nearest(path: VolumePath): VolumePath {
    let at = path;
    while (!shadow.entry(at)) at = parent(at);
    return at;
  }

  return {
    takeIn: async (paths) => void adopt(await see(paths, look)),
    takeInBelow: async (paths, signal) => adopt(await see(paths, (path) => scan(path, signal))),
  };
}
