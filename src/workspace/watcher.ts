import type { Effect } from "../core/effects.ts";
import { isInside, relativeTo, type VolumePath } from "../core/path.ts";
import { compileFilters } from "../engines/glob/index.ts";
import type { Watcher, WatchEvent, WatchRequest } from "../ports/watcher.ts";
import type { Changed, CommitEvent, Entry, Volume } from "../volumes/volume.ts";
import { createDelivery } from "./delivery.ts";

export function createWatcher(volume: Pick<Volume, "watch">, root: VolumePath): Watcher {
  return {
    watch(request, listener) {
      const watched = watchedPaths(request, root);
      const delivery = createDelivery(listener);
      const stop = volume.watch((event) => {
        const batch = batchOf(event, watched);
        if (batch) delivery.send(batch);
      });
      return () => {
        stop();
        delivery.end();
      };
    },
  };
}

type Shown = (path: VolumePath) => string | undefined;

/** The root-relative path, or undefined when it is not watched. */
function watchedPaths({ include, exclude }: WatchRequest, root: VolumePath): Shown {
  const matches = compileFilters({ ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) });
  return (path) => {
    if (path === root || !isInside(path, root)) return undefined;
    const shown = relativeTo(path, root);
    return matches(shown) ? shown : undefined;
  };
}

function batchOf({ sequence, origin, changed }: CommitEvent, watched: Shown): WatchEvent | undefined {
  const changes = changed.flatMap((change) => effectsOf(change, watched));
  return changes.length > 0 ? { type: "batch", sequence, origin, changes } : undefined;
}

/** Moved in or out of what is watched, an entry appears or disappears. */
function effectsOf({ path, from, before, after }: Changed, watched: Shown): Effect[] {
  const to = watched(path);
  if (from === undefined) return to === undefined ? [] : [effectOf(to, before, after)];
  const source = watched(from);
  if (source !== undefined && to !== undefined) return [{ op: "move", path: to, from: source }];
  if (to !== undefined) return [effectOf(to, undefined, after)];
  return source === undefined ? [] : [effectOf(source, before, undefined)];
}

function effectOf(path: string, before: Entry | undefined, after: Entry | undefined): Effect {
  if (!before && after?.kind === "directory") return { op: "mkdir", path };
  const op = !before ? "create" : after ? "modify" : "delete";
  return { op, path, ...version("before", before), ...version("after", after) };
}

function version(name: "before" | "after", entry: Entry | undefined): Partial<Record<"before" | "after", string>> {
  return entry?.kind === "file" ? { [name]: entry.version } : {};
}
