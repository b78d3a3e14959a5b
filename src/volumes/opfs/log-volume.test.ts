import { describe, test } from "vitest";
import { createMemoryFolder } from "../../../test/support/memory-folder.ts";
import { registerCases } from "../../conformance/suite.ts";
import { volumeCases } from "../../conformance/volume.ts";
import type { Volume } from "../volume.ts";
import { openLogVolume, type LogVolumeOptions } from "./log-volume.ts";

const runner = { test, skip: (name: string) => test.skip(name, () => {}) };

async function open(options: LogVolumeOptions): Promise<Volume> {
  const volume = await openLogVolume("log", createMemoryFolder(), options);
  await volume.commit({ changes: [{ op: "mkdir", path: "/workspace" }], origin: { by: "host" } });
  return volume;
}

const ways: Readonly<Record<string, LogVolumeOptions>> = {
  "a log": {},
  "a log without RAM for contents": { cacheBytes: 0 },
  "a log of short segments, always compacting": { segmentBytes: 4_096, flush: "idle" },
};

for (const [name, options] of Object.entries(ways)) {
  describe(name, () => {
    registerCases({ cases: volumeCases, open: () => open(options), runner });
  });
}
