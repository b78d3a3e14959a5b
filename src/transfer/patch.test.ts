import { expect, test } from "vitest";
import { createMemoryVolume } from "../volumes/memory.ts";
import { checkBatch } from "../volumes/preconditions.ts";
import type { Change } from "../volumes/volume.ts";
import { toPatch } from "./patch.ts";

test("a change set is written as a unified patch, relative to the root", async () => {
  const volume = createMemoryVolume({ files: { "a.txt": "one\ntwo\n" } });
  const changes: Change[] = [{ op: "put", path: "/workspace/a.txt", bytes: new TextEncoder().encode("one\n2\n") }];
  const before = checkBatch(volume, changes);
  const expected = ["diff --git a/a.txt b/a.txt", "--- a/a.txt", "+++ b/a.txt", "@@ -1,2 +1,2 @@", " one", "-two", "+2", ""].join("\n");
  expect(await toPatch({ changes, before }, volume, "/workspace")).toBe(expected);
});
