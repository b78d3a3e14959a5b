import { memfs } from "memfs";
import { describe, test } from "vitest";
import { createMemoryFolder } from "../../test/support/memory-folder.ts";
import { perFile } from "../../test/support/per-file.ts";
import { registerCases } from "../conformance/suite.ts";
import { portCases } from "../conformance/ports.ts";
import { withForks } from "../volumes/forks.ts";
import { withLatency } from "../volumes/latency.ts";
import { createMemfsVolume } from "../volumes/memfs.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import { openLogVolume } from "../volumes/opfs/log-volume.ts";
import type { Volume } from "../volumes/volume.ts";
import { createWorkspace } from "./create-workspace.ts";

const runner = { test, skip: (name: string) => test.skip(name, () => {}) };

const volumes: Readonly<Record<string, () => Volume | Promise<Volume>>> = {
  memory: () => createMemoryVolume(),
  memfs: () => createMemfsVolume({ memfs: memfs() }),
  "a log in memory": () => openLogVolume("log", createMemoryFolder()),
  "memory behind a wait": () => withLatency(createMemoryVolume(), () => Promise.resolve()),
  "memory, each change a commit of its own": () => perFile(createMemoryVolume()),
  "a fork of a memory": () => withForks(createMemoryVolume()).fork("fork").volume,
};

for (const [name, open] of Object.entries(volumes)) {
  describe(`a workspace over ${name}`, () => {
    for (const [port, cases] of Object.entries(portCases)) {
      describe(port, () => {
        registerCases({ cases, open: async () => createWorkspace(await open()), runner });
      });
    }
  });
}
