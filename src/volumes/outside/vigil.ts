import { isInside, type VolumePath } from "../../core/path.ts";
import type { News } from "./news.ts";
import type { Storage } from "./storage.ts";
import type { Turns } from "./turns.ts";

/** Keeps the tree up with what others do: as soon as the storage tells, or when somebody asks. */
export interface Vigil {
  /** Takes in what others changed at and below `path`. Where the storage tells of changes, only those are looked at. */
  catchUp(path: VolumePath, signal?: AbortSignal): Promise<void>;
  end(): void;
}

export interface Watched {
  readonly storage: Storage;
  readonly news: News;
  readonly turns: Turns;
  /** The directory that shows the storage. */
  readonly root: VolumePath;
}

export function createVigil({ storage, news, turns, root }: Watched): Vigil {
  const changed = new Set<VolumePath>();
  let stop: (() => void) | undefined;

  function hear(path: VolumePath): void {
    changed.add(path);
    // One turn takes in all that was heard until then. Who asks next is told what goes wrong.
    if (changed.size === 1) turns.take(takeInChanged).catch(() => {});
  }

  async function takeInChanged(): Promise<void> {
    const paths = [...changed];
    changed.clear();
    try {
      await news.takeIn(paths);
    } catch (error) {
      for (const path of paths) changed.add(path);
      throw error;
    }
  }

  /** Looks at everything once the storage tells of changes, so that none is missed; where it never does, at what is asked for. */
  async function takeInAll(path: VolumePath, signal: AbortSignal | undefined): Promise<void> {
    let isOver = false;
    const stopThis = await storage.watch((heard) => {
      if (heard !== undefined) return hear(heard);
      isOver = true;
      stop = undefined;
    });
    try {
      await news.takeInBelow([stopThis || isInside(root, path) ? root : path], signal);
    } catch (error) {
      stopThis?.();
      throw error;
    }
    stop = isOver ? undefined : stopThis;
  }

  return {
    catchUp: (path, signal) => turns.take(() => (stop ? takeInChanged() : takeInAll(path, signal))),
    end() {
      stop?.();
      changed.clear();
    },
  };
}
