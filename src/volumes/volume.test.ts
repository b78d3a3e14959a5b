import { describe, test } from "vitest";
import { perFile } from "../../test/support/per-file.ts";
import { registerCases } from "../conformance/suite.ts";
import type { Open } from "../conformance/suite.ts";
import { volumeCases } from "../conformance/volume.ts";
import { withFaults } from "./faults.ts";
import { withForks } from "./forks.ts";
import { withLatency } from "./latency.ts";
import { createMemoryVolume } from "./memory.ts";
import { withQuota } from "./quota.ts";
import type { Volume } from "./volume.ts";

const runner = { test, skip: (name: string) => test.skip(name, () => {}) };

const volumes: Readonly<Record<string, Open<Volume>>> = {
  memory: () => createMemoryVolume(),
  "memory with no fault planned": () => withFaults(createMemoryVolume(), {}),
  "memory behind a wait": () => withLatency(createMemoryVolume(), () => Promise.resolve()),
  "memory with quota to spare": () => withQuota(createMemoryVolume(), { maxBytes: 1_000_000, maxEntries: 1_000 }),
  "memory that can be forked": () => withForks(createMemoryVolume()),
  "a fork of a memory": () => withForks(createMemoryVolume()).fork("fork").volume,
  "a fork of a fork": () => withForks(createMemoryVolume()).fork("fork").volume.fork("fork").volume,
  "memory, each change a commit of its own": () => perFile(createMemoryVolume()),
};

for (const [name, open] of Object.entries(volumes)) {
  describe(name, () => {
    registerCases({ cases: volumeCases, open, runner });
  });
}
