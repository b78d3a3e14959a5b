import { fail } from "../core/errors.ts";
import { isPromise } from "../core/maybe-promise.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { decorate } from "./decorate.ts";
import { checkBatch } from "./preconditions.ts";
import type { Batch, Change, Changed, Entry, Receipt, State, Volume } from "./volume.ts";

export interface Quota {
  /** Of all files' contents. */
  readonly maxBytes?: number;
  /** Of every kind; "/" is not counted. */
  readonly maxEntries?: number;
}

interface Usage {
  readonly bytes: number;
  readonly entries: number;
}

const nothing: Usage = { bytes: 0, entries: 0 };

/**
 * Refuses a batch that would grow the volume beyond the quota as `no_space`, and the tree is unchanged. A batch that makes nothing larger is
 * always allowed, so that a full volume, or one that was too full from the start, can be cleared. The tree is counted once; after that
 * every commit is, whoever made it.
 */
export function withQuota(volume: Volume, quota: Quota): Volume {
  let used = measure(volume);
  // What commits under way may still add.
  let reserved = nothing;
  const unwatch = volume.watch(({ changed }) => {
    used = changed.map(growthOfChanged).reduce(sum, used);
  });

  function commit(batch: Batch): MaybePromise<Receipt> {
    const growth = growthOf(batch.changes, checkBatch(volume, batch.changes));
    refuseExcess(sum(used, reserved), growth, quota);
    const receipt = volume.commit(batch);
    return isPromise(receipt) ? reserve(receipt, growth) : receipt;
  }

  function reserve(receipt: Promise<Receipt>, growth: Usage): Promise<Receipt> {
    reserved = sum(reserved, growth);
    return receipt.finally(() => {
      reserved = difference(reserved, growth);
    });
  }

  return decorate(volume, {
    commit,
    async close() {
      unwatch();
      await volume.close();
    },
  });
}

function refuseExcess(used: Usage, growth: Usage, { maxBytes = Infinity, maxEntries = Infinity }: Quota): void {
  if (growth.bytes > 0 && used.bytes + growth.bytes > maxBytes) throw fail("no_space", { limit: maxBytes, unit: "bytes" });
  if (growth.entries > 0 && used.entries + growth.entries > maxEntries) throw fail("no_space", { limit: maxEntries, unit: "entries" });
}

function growthOf(changes: readonly Change[], states: readonly State[]): Usage {
  return changes.map((change, index) => growthOfChange(change, states[index]?.entry)).reduce(sum, nothing);
}

function growthOfChange(change: Change, before: Entry | undefined): Usage {
  switch (change.op) {
    case "put":
      return difference({ bytes: change.bytes.byteLength, entries: 1 }, usageOf(before));
    case "mkdir":
    case "symlink":
      return { bytes: 0, entries: 1 };
    case "remove":
      return difference(nothing, usageOf(before));
    case "mode":
    case "rename":
      return nothing;
  }
}

function growthOfChanged({ before, after }: Changed): Usage {
  return difference(usageOf(after), usageOf(before));
}

/** What everything below "/" takes. */
function measure(volume: Volume): Usage {
  let total = nothing;
  const left = [volume.entry("/")];
  for (let entry = left.pop(); entry; entry = left.pop()) {
    if (entry.kind !== "directory") continue;
    for (const child of volume.children(entry)) {
      total = sum(total, usageOf(child.entry));
      left.push(child.entry);
    }
  }
  return total;
}

function usageOf(entry: Entry | undefined): Usage {
  return { bytes: entry?.kind === "file" ? entry.size : 0, entries: entry ? 1 : 0 };
}

function sum(a: Usage, b: Usage): Usage {
  return { bytes: a.bytes + b.bytes, entries: a.entries + b.entries };
}

function difference(a: Usage, b: Usage): Usage {
  return { bytes: a.bytes - b.bytes, entries: a.entries - b.entries };
}
