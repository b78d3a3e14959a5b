import { expect, test } from "vitest";
import { diffOf } from "./change-set.ts";
import { createMemoryVolume } from "./memory.ts";
import { checkBatch } from "./preconditions.ts";
import type { Change } from "./volume.ts";

test("a directory that is moved is one line, however much it holds", async () => {
  const volume = createMemoryVolume({ files: { "dir/a": "1\n", "dir/b": "2\n" }, root: "/" });
  const changes: readonly Change[] = [{ op: "rename", from: "/dir", to: "/moved" }];
  const diff = await diffOf({ changes, before: checkBatch(volume, changes) }, volume, (path) => path.slice(1));
  expect(diff).toBe("diff --git a/dir b/moved\nrename from dir\nrename to moved\n");
});
