import { expect, test } from "vitest";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import { run } from "./containment.ts";
import { fuzzContainment } from "./containment/fuzz.ts";

test("no tool leaves the root", { timeout: 60_000 }, async () => {
  const printed: string[] = [];
  expect(await run(["--tries", "1500", "--seed", "7"], (line) => printed.push(line))).toBe(true);
  expect(printed.at(-1)).toBe("1500 passed, 0 failed");
});

test("what leaves the root is noticed", { timeout: 60_000 }, async () => {
  const { escapes } = await fuzzContainment({ tries: 300, seed: 7, createVolume: () => createMemoryVolume(), external: true });
  expect(escapes.length).toBeGreaterThan(10);
});
