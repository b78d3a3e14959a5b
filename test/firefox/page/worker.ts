import { volumeCases } from "../../../src/conformance/volume.ts";
import { createMemoryVolume } from "../../../src/volumes/memory.ts";
import { openOpfsVolume } from "../../../src/volumes/opfs/opfs.ts";
import type { Volume } from "../../../src/volumes/volume.ts";
import { serve } from "../../../src/worker/serve.ts";
import type { Suite } from "./messages.ts";
import { runCases } from "./run-cases.ts";

/** Serves a workspace at each port that it is sent, and runs the cases of storage, which only a worker can where they are about files. */
self.addEventListener("message", ({ data }: MessageEvent<MessagePort | Suite["volume"]>) => {
  if (typeof data !== "string") return serve({}, data);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page
  void runCases(volumeCases, volumes[data]).then((outcome) => self.postMessage(outcome));
});

let made = 0;

const volumes: Readonly<Record<Suite["volume"], () => Volume | Promise<Volume>>> = {
  memory: () => createMemoryVolume(),
  opfs: () => openOpfsVolume({ name: `storage-${made++}`, flush: "idle" }),
};
