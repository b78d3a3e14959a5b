import { memfs } from "memfs";
import { createMemfsVolume } from "../../../src/volumes/memfs.ts";
import { serve } from "../../../src/worker/serve.ts";

/** Serves a workspace at each port that it is sent: a worker for every case would load the sources as often. */
self.addEventListener("message", ({ data: port }: MessageEvent<MessagePort>) => {
  serve({ volumes: { memfs: () => createMemfsVolume({ memfs: memfs() }) } }, port);
});
