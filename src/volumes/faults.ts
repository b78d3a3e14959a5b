import type { Effect } from "../core/effects.ts";
import { PortsideError, fail } from "../core/errors.ts";
import { chain } from "../core/maybe-promise.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import { effectsOf } from "./change-set.ts";
import { decorate } from "./decorate.ts";
import { checkBatch } from "./preconditions.ts";
import type { Batch, FileEntry, Volume } from "./volume.ts";

/** Which operations fail. `nth` counts the calls of that member from 1; nothing is left to chance. */
export interface FaultPlan {
  readonly commit?: (batch: Batch, nth: number) => boolean;
  readonly read?: (file: FileEntry, nth: number) => boolean;
  /** Files whose reads fail, wherever the path leads at that time. */
  readonly unreadable?: readonly VolumePath[];
  /** What is thrown; io_error. */
  readonly error?: PortsideError;
  /** Of a volume that is atomic per file: how many changes of a failing batch are applied before the fault; 0. */
  readonly applied?: number;
}

/**
 * Makes chosen reads and commits fail, as storage does. A commit that fails changed nothing where the volume is atomic per batch; where it is
 * atomic per file, the first `applied` changes stand and the error is `partial` with their effects.
 */
export function withFaults(volume: Volume, plan: FaultPlan): Volume {
  let commits = 0;
  let reads = 0;
  const isUnreadable = (file: FileEntry) => plan.unreadable?.some((path) => volume.entry(path)?.id === file.id) ?? false;

  return decorate(volume, {
    read(file, start, end) {
      reads += 1;
      if (plan.read?.(file, reads) || isUnreadable(file)) throw faultOf(plan, "read");
      return volume.read(file, start, end);
    },
    commit(batch) {
      commits += 1;
      if (!plan.commit?.(batch, commits)) return volume.commit(batch);
      return failCommit(volume, batch, plan);
    },
  });
}

function failCommit(volume: Volume, batch: Batch, plan: FaultPlan): MaybePromise<never> {
  const before = checkBatch(volume, batch.changes);
  const error = faultOf(plan, "commit");
  const applied = volume.capabilities.atomic === "file" ? (plan.applied ?? 0) : 0;
  if (applied === 0) throw error;
  const changes = batch.changes.slice(0, applied);
  return chain(volume.commit({ ...batch, changes }), ({ entries }) => {
    throw partial(
      error,
      effectsOf({ changes, before, after: entries }, (path) => path),
    );
  });
}

function faultOf({ error }: FaultPlan, operation: "read" | "commit"): PortsideError {
  return error ?? fail("io_error", { operation, reason: "injected" });
}

function partial({ code, details }: PortsideError, effects: readonly Effect[]): PortsideError {
  return new PortsideError({ code, details, status: "partial", effects });
}
