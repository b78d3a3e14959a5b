import { allOf, chain, type MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import { diffOf } from "./change-set.ts";
import { decorate } from "./decorate.ts";
import { createOverlay, type Numbers, type OverlayVolume } from "./overlay.ts";
import { takeSnapshot, type Snapshot } from "./snapshot.ts";
import { createTouched } from "./touched.ts";
import type { Change, Volume } from "./volume.ts";

/** A volume of which copies can be made that cost nothing but their changes. */
export interface ForkableVolume extends Volume {
  /** Called between commits. The fork sees the volume as it is now, whatever becomes of it; closing the volume ends its forks. */
  fork(name: string): Fork;
}

export interface Fork {
  readonly volume: OverlayVolume & ForkableVolume;
  /** What was changed in it, as unified text. */
  diff(shown: (path: VolumePath) => string): MaybePromise<string>;
  /** Paths changed on both sides since the fork; none: `toMerge` can be made on the volume. */
  conflicts(): readonly VolumePath[];
  /** What makes the volume hold what the fork holds, in one batch. */
  toMerge(): readonly Change[];
}

/**
 * Lets a volume be forked. While a fork is open, a commit puts aside what it takes away before it does: a reference where contents are in RAM,
 * a read of each file that is rewritten or removed for the first time where they are not.
 */
export function withForks(volume: Volume | ForkableVolume, numbers: Numbers = createNumbers()): ForkableVolume {
  if ("fork" in volume) return volume;
  const snapshots = new Set<Snapshot>();

  function fork(name: string): Fork {
    const taken = takeSnapshot(volume);
    const snapshot: Snapshot = {
      ...taken,
      release() {
        snapshots.delete(taken);
        taken.release();
      },
    };
    snapshots.add(taken);
    const overlay = createOverlay({ name, capabilities: volume.capabilities, snapshot, numbers });
    const [ours, theirs] = [createTouched(), taken.changed];
    overlay.watch(({ changed }) => changed.forEach(ours.add));
    return {
      volume: { ...overlay, ...withForks(overlay, numbers) },
      diff: (shown) => diffOf(overlay.changes(), snapshot, shown),
      conflicts: () => ours.meets(theirs),
      toMerge: () => overlay.changes().changes.filter((change) => !(change.op === "mkdir" && theirs.isMade(change.path))),
    };
  }

  return {
    ...decorate(volume, {
      commit: (batch) =>
        snapshots.size === 0
          ? volume.commit(batch)
          : chain(allOf([...snapshots].map(({ preserve }) => preserve(batch.changes))), () => volume.commit(batch)),
    }),
    fork,
  };
}

/** There is room at the top: volumes count up from one. */
function createNumbers(): Numbers {
  let [id, version] = [0, 0];
  return { nextId: () => Number.MAX_SAFE_INTEGER - ++id, nextVersion: () => `fork-${++version}` };
}
