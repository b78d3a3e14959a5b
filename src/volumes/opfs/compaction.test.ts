import { describe, expect, test } from "vitest";
import { createMemoryFolder, type MemoryFolder } from "../../../test/support/memory-folder.ts";
import { linesOf } from "../../../test/support/volume-model.ts";
import { breathe } from "../../core/cancel.ts";
import type { Change, FileEntry } from "../volume.ts";
import { openLogVolume, type LogVolume } from "./log-volume.ts";

const origin = { by: "host" } as const;
const put = (path: string, size: number, fill: number): Change => ({ op: "put", path, bytes: new Uint8Array(size).fill(fill) });

function segmentBytes({ files }: MemoryFolder): number {
  return [...files].reduce((sum, [name, bytes]) => sum + (name.startsWith("segment-") ? bytes.length : 0), 0);
}

describe("compaction", () => {
  test("works in slices: between two of them at most a megabyte is written of twelve", async () => {
    let written = 0;
    const folder = createMemoryFolder({ before: (step) => (written += step.op === "write" ? step.bytes.length : 0) });
    const volume = await openLogVolume("log", folder, { segmentBytes: 1_000_000, cacheBytes: 0 });
    const files = Array.from({ length: 6_000 }, (_, index) => put(`/f${index}`, 2_000, index));
    await volume.commit({ changes: files, origin });
    // As much again that is of no use, and more.
    await volume.commit({ changes: [put("/large", 13_500_000, 1)], origin });
    await volume.commit({ changes: [put("/large", 1, 1)], origin });
    written = 0;
    let [most, all] = [0, 0];
    let isDone = false;
    const compacting = volume.compact().then(() => (isDone = true));
    while (!isDone) {
      await breathe();
      [most, all, written] = [Math.max(most, written), all + written, 0];
    }
    await compacting;
    expect(all).toBeGreaterThan(12_000_000);
    expect(most).toBeLessThan(1_048_576);
    expect(segmentBytes(folder)).toBeLessThan(14_000_000);
  });

  test("begins by itself when more than half of the log is of no use", async () => {
    const folder = createMemoryFolder();
    const volume = await openLogVolume("log", folder, { segmentBytes: 10_000 });
    for (let index = 0; index < 60; index++) {
      await volume.commit({ changes: [put("/a", 2_000, index), put(`/b${index % 3}`, 1_000, index)], origin });
      await breathe();
    }
    await volume.compact();
    expect(segmentBytes(folder)).toBeLessThan(30_000);
  });

  test("an older version is read while its bytes are there, and is stale, never another, when they are not", async () => {
    const { volume, older } = await overwritten();
    expect(new Set(volume.read(older) as Uint8Array)).toEqual(new Set([1]));
    await volume.compact();
    expect(() => volume.read(older)).toThrow(expect.objectContaining({ code: "stale_version" }));
    expect(new Set(volume.read(volume.entry("/a") as FileEntry) as Uint8Array)).toEqual(new Set([2]));
  });

  test("a file whose bytes are damaged stays where it is, and the others are compacted", async () => {
    const folder = createMemoryFolder();
    const options = { segmentBytes: 1_000, cacheBytes: 0 };
    const volume = await openLogVolume("log", folder, options);
    await volume.commit({ changes: [put("/bad", 500, 66), put("/good", 500, 71)], origin });
    await volume.commit({ changes: [put("/large", 20_000, 1)], origin });
    await volume.commit({ changes: [put("/large", 10, 1)], origin });
    const bytes = folder.files.get("segment-1") as Uint8Array;
    bytes[bytes.indexOf(66) + 10] = 67;
    await volume.compact();
    const badFile = volume.entry("/bad") as FileEntry;
    expect(() => volume.read(badFile)).toThrow(expect.objectContaining({ code: "io_error" }));
    const lines = linesOf(volume);
    await volume.close();
    expect(linesOf(await openLogVolume("log", createMemoryFolder({ files: folder.files }), options))).toEqual(lines);
  });
});

async function overwritten(): Promise<{ readonly volume: LogVolume; readonly older: FileEntry }> {
  const volume = await openLogVolume("log", createMemoryFolder(), { segmentBytes: 500, cacheBytes: 0 });
  await volume.commit({ changes: [put("/a", 1_000, 1)], origin });
  const older = volume.entry("/a") as FileEntry;
  await volume.commit({ changes: [put("/a", 300, 2)], origin });
  return { volume, older };
}
