import { describe, expect, test } from "vitest";
import { createMemoryFolder } from "../../../test/support/memory-folder.ts";
import { linesOf, outcomeOf } from "../../../test/support/volume-model.ts";
import type { Batch, Change } from "../volume.ts";
import { openLogVolume } from "./log-volume.ts";

const options = { segmentBytes: 4_096, cacheBytes: 0 };
const batch = (...changes: Change[]): Batch => ({ changes, origin: { by: "host" } });
const path = (index: number): string => `/file-${index}`;
const put = (index: number): Batch => batch({ op: "put", path: path(index), bytes: new Uint8Array(1_000).fill(index) });
const remove = (index: number): Batch => batch({ op: "remove", path: path(index) });

describe.each(["throw", "short", "absurd"] as const)("a full disk that answers with: %s", (full) => {
  test("refuses what is too much and keeps the rest; what is deleted makes room, again and again", async () => {
    const folder = createMemoryFolder({ quota: () => 60_000, full });
    const volume = await openLogVolume("log", folder, options);
    const held: number[] = [];
    let next = 0;
    for (let round = 0; round < 6; round++) {
      for (; ; next++) {
        const before = linesOf(volume);
        const outcome = await outcomeOf(volume, put(next));
        if (typeof outcome !== "string") {
          held.push(next);
          continue;
        }
        expect(outcome).toBe("no_space");
        expect(linesOf(volume)).toEqual(before);
        break;
      }
      expect(held.length).toBeGreaterThan(20);
      for (const index of held.splice(0, 15)) expect(await outcomeOf(volume, remove(index))).toMatchObject({ entries: [undefined] });
      for (let again = 0; again < 8; again++) {
        expect(await outcomeOf(volume, put(next))).not.toBe("no_space");
        held.push(next++);
      }
    }
    const lines = linesOf(volume);
    await volume.close();
    expect(lines).toHaveLength(held.length + 1);
    expect(linesOf(await openLogVolume("log", createMemoryFolder({ files: folder.files }), options))).toEqual(lines);
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
