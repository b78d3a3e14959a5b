import { volumeCases } from "../../../src/conformance/volume.ts";
import { openOpfsVolume } from "../../../src/volumes/opfs/opfs.ts";

/** Runs one case of the suite on a real volume and says what it came to: sync access handles are for workers only. */
self.addEventListener("message", ({ data: name }: MessageEvent<string>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page
  void runCase(name).then((fault) => self.postMessage({ name, fault }));
});

let opened = 0;

async function runCase(name: string): Promise<string | undefined> {
  try {
    await volumeCases.find((each) => each.name === name)?.run(() => openOpfsVolume({ name: `suite-${name}-${opened++}`, flush: "idle" }));
    return undefined;
  } catch (error) {
    return String(error);
  }
}
