import { openOpfsVolume } from "../../../src/volumes/opfs/opfs.ts";
import type { Volume } from "../../../src/volumes/volume.ts";
import { createHistory, digestOf } from "../operations.ts";
import { workOnFullDisk } from "../../support/full-disk.ts";
import type { Found, FullDiskOrder, HistoryOrder, Order, Said } from "./messages.ts";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page
const say = (said: Said): void => self.postMessage(said);

self.addEventListener("message", ({ data }: MessageEvent<Order>) => {
  ("volume" in data ? fill(data) : run(data)).catch((error: unknown) =>
    say({ type: "failed", reason: error instanceof Error ? String(error.stack) : String(error) }),
  );
});

/** Opens the volume and says what is in it; then works on, and says of every operation that it is done. Small segments, so that it compacts all the time. */
async function run({ seed, from, known }: HistoryOrder): Promise<void> {
  const volume = await openOpfsVolume({ name: "killed", segmentBytes: 262_144, cacheBytes: 1_048_576 });
  if (from === undefined) {
    const found: Found = {
      lines: await digestOf(volume),
      reached: reachedIn(volume),
      committed: known.map((callId) => volume.committed(callId)),
      notes: volume.notes,
      files: await filesOf("killed"),
    };
    await volume.close();
    return say({ type: "found", found });
  }
  const { operate } = await createHistory(volume, seed);
  for (let k = from; ; k++) {
    say({ type: "began", k });
    await operate(k);
    say({ type: "done", k });
    // Otherwise nothing is ever done in the background.
    if (k % 3 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

function reachedIn(volume: Volume): number {
  let reached = 0;
  for (let k = 1; k < 1_000_000; k++) if (volume.committed(`op-${k}`) !== undefined) reached = k;
  return reached;
}

async function fill({ volume, fileBytes, segmentBytes, rounds }: FullDiskOrder): Promise<void> {
  const open = () => openOpfsVolume({ name: volume, segmentBytes, cacheBytes: 0 });
  const outcome = await workOnFullDisk({ open, fileBytes, rounds });
  const all = await (await navigator.storage.getDirectory()).getDirectoryHandle("portside");
  await all.removeEntry(volume, { recursive: true });
  say({ type: "filled", ...outcome });
}

async function filesOf(volume: string): Promise<readonly string[]> {
  const all = await (await navigator.storage.getDirectory()).getDirectoryHandle("portside");
  const names: string[] = [];
  for await (const name of (await all.getDirectoryHandle(volume)).keys()) names.push(name);
  return names.toSorted();
}
