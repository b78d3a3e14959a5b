import { describe, expect, test } from "vitest";
import { workOnFullDisk } from "../../../test/support/full-disk.ts";
import { createMemoryFolder, filesAfter } from "../../../test/support/memory-folder.ts";
import { linesOf, outcomeOf } from "../../../test/support/volume-model.ts";
import type { Batch } from "../volume.ts";
import { openLogVolume } from "./log-volume.ts";

const options = { segmentBytes: 4_096, cacheBytes: 0 };
const put = (index: number): Batch => ({
  changes: [{ op: "put", path: `/file-${index}`, bytes: new Uint8Array(1_000).fill(index) }],
  origin: { by: "host" },
});

describe.each(["throw", "short", "absurd"] as const)("a full disk that answers with: %s", { timeout: 60_000 }, (full) => {
  test("refuses what is too much and keeps the rest; what is deleted makes room, again and again", async () => {
    const folder = createMemoryFolder({ quota: () => 60_000, full });
    const outcome = await workOnFullDisk({ open: () => openLogVolume("log", folder, options), fileBytes: 1_000, rounds: 6 });
    expect(outcome).toEqual({ faults: [], full: expect.any(Number) });
    expect(outcome.full).toBeGreaterThanOrEqual(6);
  });

  test("may fill up at any moment: a batch is done or refused, and all is well when there is room again", async () => {
    for (let limit = 200; limit < 24_000; limit += 379) {
      let quota = limit;
      const folder = createMemoryFolder({ quota: () => quota, full });
      const volume = await openLogVolume("log", folder, options).catch(() => undefined);
      if (!volume) continue;
      for (let index = 0; index < 12; index++) {
        const before = linesOf(volume);
        const outcome = await outcomeOf(volume, put(index % 4));
        const after = typeof outcome === "string" ? [outcome, linesOf(volume)] : ["no_space", before];
        expect(after).toEqual(["no_space", before]);
        if (index % 3 === 0) await volume.compact();
      }
      quota = Infinity;
      expect(await outcomeOf(volume, put(1))).toHaveProperty("sequence");
      await volume.compact();
      const lines = linesOf(volume);
      await volume.close();
      expect(linesOf(await openLogVolume("log", createMemoryFolder({ files: folder.files }), options))).toEqual(lines);
    }
  });
});

test("a process that is killed while it makes room loses nothing", { timeout: 60_000 }, async () => {
  const folder = createMemoryFolder({ quota: () => 40_000 });
  const volume = await openLogVolume("log", folder, options);
  const states: { readonly lines: readonly string[]; readonly steps: number }[] = [];
  const note = (): void => void states.push({ lines: linesOf(volume), steps: folder.steps.length });
  note();
  for (let index = 0; typeof (await outcomeOf(volume, put(index))) !== "string"; index++) note();
  for (let index = 1; index < 20; index += 2) {
    await volume.commit({ changes: [{ op: "remove", path: `/file-${index}` }], origin: { by: "host" } });
    note();
  }
  for (let index = 100; index < 106; index++) {
    await volume.commit(put(index));
    note();
  }
  expect(folder.files.get("segment-1")?.length ?? 0).toBeLessThan(20_000);
  for (let done = 0; done <= folder.steps.length; done++) {
    const last = states.findLastIndex(({ steps }) => steps <= done);
    const again = await openLogVolume("log", createMemoryFolder({ files: filesAfter(folder.steps.slice(0, done)) }), options);
    expect([states[Math.max(last, 0)]?.lines, states[last + 1]?.lines]).toContainEqual(linesOf(again));
  }
});
