import { openOpfsVolume } from "../../../src/volumes/opfs/opfs.ts";
import { opfsWorkspaces } from "../../../src/volumes/opfs/workspaces.ts";
import type { Entry, Volume } from "../../../src/volumes/volume.ts";
import { fuzzContainment, type ContainmentOrder } from "./fuzz.ts";
import type { Said } from "./on-disk.ts";
import { canaryText, outsideFiles } from "./tree.ts";

self.addEventListener("message", ({ data: order }: MessageEvent<ContainmentOrder>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page
  void fuzz(order).then((said) => self.postMessage(said));
});

let opened = 0;

async function fuzz(order: ContainmentOrder): Promise<Said> {
  const createVolume = (): Promise<Volume> => openRange(`containment-${++opened}`, order.external === true);
  try {
    return { report: await fuzzContainment({ ...order, createVolume }) };
  } catch (error) {
    return { fault: error instanceof Error ? String(error.stack) : String(error) };
  }
}

/** When it is closed, what is on the disk is looked at too, and goes. */
async function openRange(name: string, mayChange: boolean): Promise<Volume> {
  const open = (): Promise<Volume> => openOpfsVolume({ name, flush: "idle" });
  const volume = await open();
  return {
    ...volume,
    async close() {
      await volume.close();
      const again = await open();
      if (!mayChange) for (const path of outsideFiles) await expectCanary(again, path);
      await again.close();
      await opfsWorkspaces.delete(name);
    },
  };
}

async function expectCanary(volume: Volume, path: string): Promise<void> {
  const entry: Entry | undefined = volume.entry(path);
  const text = entry?.kind === "file" ? new TextDecoder().decode(await volume.read(entry)) : undefined;
  if (text !== canaryText) throw new Error(`${path} holds ${JSON.stringify(text)} when the volume is opened again`);
}
