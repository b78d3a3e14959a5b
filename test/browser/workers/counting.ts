import { serve, type VolumeOrder } from "../../../src/worker/serve.ts";
import { createMemoryVolume } from "../../../src/volumes/memory.ts";
import type { Volume } from "../../../src/volumes/volume.ts";

const total = { bytes: 0, entries: 0 };
let atAbort: typeof total | undefined;

/** A memory volume that counts what is asked of it. */
function createCountingVolume(order: VolumeOrder): Volume {
  const memory = createMemoryVolume(order);
  return {
    ...memory,
    read(...args: Parameters<typeof memory.read>) {
      const bytes = memory.read(...args) as Uint8Array;
      total.bytes += bytes.byteLength;
      return bytes;
    },
    children(...args: Parameters<typeof memory.children>) {
      const children = memory.children(...args);
      total.entries += children.length;
      return children;
    },
  };
}

/** Sees what the page sends before the worker's own listener does: when an abort arrives, and a question for the counts. */
self.addEventListener("message", ({ data }: MessageEvent<{ readonly path?: readonly string[]; readonly counts?: "start" | "tell" }>) => {
  if (data.path?.[0] === "abort") atAbort ??= { ...total };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page
  if (data.counts === "tell") self.postMessage({ sinceAbort: atAbort && minus(total, atAbort), total });
  if (data.counts === "start") {
    Object.assign(total, { bytes: 0, entries: 0 });
    atAbort = undefined;
  }
});

function minus(later: typeof total, earlier: typeof total): typeof total {
  return { bytes: later.bytes - earlier.bytes, entries: later.entries - earlier.entries };
}

serve({ volumes: { counting: createCountingVolume } });
