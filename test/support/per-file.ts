import { fail, PortsideError } from "../../src/core/errors.ts";
import { effectsOf } from "../../src/volumes/change-set.ts";
import { decorate } from "../../src/volumes/decorate.ts";
import { checkBatch } from "../../src/volumes/preconditions.ts";
import type { Batch, Entry, Receipt, State, Volume } from "../../src/volumes/volume.ts";

/**
 * A volume that is atomic per file, as a real folder is: the batch is checked as a whole, then each change is a commit of its own. `failAt` is
 * the 0-based index of the change at which every batch that long breaks with io_error: `partial` with the effects so far, `rejected` when
 * there are none.
 */
export function perFile(volume: Volume, failAt?: number): Volume {
  return decorate(volume, {
    capabilities: { ...volume.capabilities, atomic: "file" },
    async commit(batch) {
      const before = checkBatch(volume, batch.changes);
      if (batch.changes.length === 0) return volume.commit(batch);
      let sequence = 0;
      const entries: (Entry | undefined)[] = [];
      for (const [index, change] of batch.changes.entries()) {
        if (index === failAt) throw broken(batch, before, entries);
        const receipt: Receipt = await volume.commit({ ...batch, changes: [change] });
        sequence = receipt.sequence;
        entries.push(...receipt.entries);
      }
      return { sequence, entries };
    },
  });
}

function broken({ changes }: Batch, before: readonly State[], after: readonly (Entry | undefined)[]): PortsideError {
  const details = { operation: "commit", reason: "injected" };
  if (after.length === 0) return fail("io_error", details);
  const effects = effectsOf({ changes: changes.slice(0, after.length), before, after }, (path) => path);
  return new PortsideError({ code: "io_error", details, status: "partial", effects });
}
