import { serve } from "../../../src/worker/serve.ts";
import { createMemoryVolume } from "../../../src/volumes/memory.ts";
import type { Volume } from "../../../src/volumes/volume.ts";

const never = new Promise<never>(() => {});

/** A commit of a file never ends; a message says that it has begun. */
function createStuckVolume(): Volume {
  const memory = createMemoryVolume({ files: { "a.txt": "one\n" } });
  const commit: Volume["commit"] = (batch) => {
    if (batch.changes.every(({ op }) => op !== "put")) return memory.commit(batch);
    self.postMessage({ type: "began" }); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker's own page
    return never;
  };
  return { ...memory, commit };
}

serve({ volumes: { stuck: createStuckVolume } });
