import { decorate } from "./decorate.ts";
import type { Volume } from "./volume.ts";

/** What a slow volume takes its time for. */
export type SlowOperation = "read" | "commit" | "refresh";

/**
 * Makes contents and commits arrive later: each waits for `wait` first, then does what the volume does, at that time. The tree stays
 * synchronous, as in every volume. The wait is the host's, so a test decides when, and no clock is read.
 */
export function withLatency(volume: Volume, wait: (operation: SlowOperation) => Promise<void>): Volume {
  return decorate(volume, {
    capabilities: { ...volume.capabilities, resident: false },
    async read(file, start, end) {
      await wait("read");
      return volume.read(file, start, end);
    },
    async refresh(path, signal) {
      await wait("refresh");
      return volume.refresh(path, signal);
    },
    async commit(batch) {
      await wait("commit");
      return volume.commit(batch);
    },
  });
}
