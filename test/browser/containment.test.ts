import { expect, test } from "vitest";
import { fuzzOnDisk } from "../fuzz/containment/on-disk.ts";

test("no tool leaves the root of a volume on a disk", async () => {
  const { escapes, reaching } = await fuzzOnDisk({ tries: 240, seed: 11 });
  expect(escapes).toEqual([]);
  expect(reaching).toBeGreaterThan(72);
});

test("what leaves it is noticed", async () => {
  const { escapes } = await fuzzOnDisk({ tries: 80, seed: 7, external: true });
  expect(escapes.length).toBeGreaterThan(2);
});
