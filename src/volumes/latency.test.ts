import { expect, test } from "vitest";
import { decode, encode } from "../core/text.ts";
import { withLatency } from "./latency.ts";
import type { SlowOperation } from "./latency.ts";
import { createMemoryVolume } from "./memory.ts";
import type { FileEntry } from "./volume.ts";

function waits(): { readonly wait: (operation: SlowOperation) => Promise<void>; readonly asked: SlowOperation[]; release(): void } {
  const asked: SlowOperation[] = [];
  const waiting: (() => void)[] = [];
  return {
    asked,
    wait: (operation) => {
      asked.push(operation);
      return new Promise((resolve) => waiting.push(resolve));
    },
    release: () => waiting.shift()?.(),
  };
}

test("a commit happens after its wait, and the tree shows it only then", async () => {
  const { wait, asked, release } = waits();
  const volume = withLatency(createMemoryVolume(), wait);
  const commit = volume.commit({ changes: [{ op: "mkdir", path: "/workspace/d" }], origin: { by: "host" } });
  await Promise.resolve();
  expect(volume.entry("/workspace/d")).toBeUndefined();
  release();
  await commit;
  expect(volume.entry("/workspace/d")?.kind).toBe("directory");
  expect(asked).toEqual(["commit"]);
});

test("a read that waits while the file is rewritten gives the bytes it was asked for", async () => {
  const { wait, release } = waits();
  const memory = createMemoryVolume({ files: { a: "one" } });
  const volume = withLatency(memory, wait);
  const read = volume.read(volume.entry("/workspace/a") as FileEntry);
  void memory.commit({ changes: [{ op: "put", path: "/workspace/a", bytes: encode("two") }], origin: { by: "external" } });
  release();
  expect(decode(await read)).toBe("one");
});

test("what it says of itself", () => {
  const { capabilities } = withLatency(createMemoryVolume(), () => Promise.resolve());
  expect(capabilities).toEqual({ ...createMemoryVolume().capabilities, resident: false });
});
