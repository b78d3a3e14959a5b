import { describe, expect, test } from "vitest";
import { encode } from "../core/text.ts";
import { diffOf } from "./change-set.ts";
import type { Files } from "./files.ts";
import { createMemoryVolume } from "./memory.ts";
import { checkBatch } from "./preconditions.ts";
import type { Change } from "./volume.ts";

test("a directory that is moved is one line, however much it holds", async () => {
  const volume = createMemoryVolume({ files: { "dir/a": "1\n", "dir/b": "2\n" }, root: "/" });
  const changes: readonly Change[] = [{ op: "rename", from: "/dir", to: "/moved" }];
  const diff = await diffOf({ changes, before: checkBatch(volume, changes) }, volume, (path) => path.slice(1));
  expect(diff).toBe("diff --git a/dir b/moved\nrename from dir\nrename to moved\n");
});

describe("the diff of what was", () => {
  const at = (path: string): string => `/${path}`;
  const remove = (path: string): Change => ({ op: "remove", path: at(path) });
  const rename = (from: string, to: string): Change => ({ op: "rename", from: at(from), to: at(to) });
  const put = (path: string, text: string): Change => ({ op: "put", path: at(path), bytes: encode(text) });
  const symlink = (path: string, target: string): Change => ({ op: "symlink", path: at(path), target });

  function diff(files: Files, ...changes: readonly Change[]) {
    const volume = createMemoryVolume({ files, root: "/" });
    return diffOf({ changes, before: checkBatch(volume, changes) }, volume, (path) => path.slice(1));
  }

  const goneA = "diff --git a/a b/a\ndeleted file mode 100644\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n";
  const goneB = "diff --git a/b b/b\ndeleted file mode 100644\n--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-2\n";
  const movedB = "diff --git a/b b/a\nrename from b\nrename to a\n";
  const files = { a: "1\n", b: "2\n" };

  test("removed, and another was moved to its place, shows both", async () => {
    expect(await diff(files, remove("a"), rename("b", "a"))).toBe(goneA + movedB);
  });

  test("moved away and removed there, and another was moved to its place, shows both", async () => {
    expect(await diff(files, rename("a", "t"), rename("b", "a"), remove("t"))).toBe(goneA + movedB);
  });

  test("removed, as what had been moved to its place was, shows both", async () => {
    expect(await diff(files, remove("a"), rename("b", "a"), remove("a"))).toBe(goneA + goneB);
  });

  test("removed and made anew is a change, also when another was there between", async () => {
    const changed = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+3\n";
    expect(await diff(files, remove("a"), put("a", "3\n"))).toBe(changed);
    expect(await diff(files, remove("a"), rename("b", "a"), rename("a", "b"), put("a", "3\n"))).toBe(changed);
  });

  test("a link shows as one, and what became one as a file that went and a link that was made", async () => {
    const link = "diff --git a/a b/a\nnew file mode 120000\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+b\n\\ No newline at end of file\n";
    expect(await diff({}, symlink("a", "b"))).toBe(link);
    expect(await diff(files, remove("a"), symlink("a", "b"))).toBe(goneA + link);
  });

  test("a file in place of a directory, or the other way round, shows the file", async () => {
    const made = goneA
      .replace("deleted", "new")
      .replace("--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1", "--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+1");
    expect(await diff(files, remove("a"), { op: "mkdir", path: "/a" })).toBe(goneA);
    expect(await diff({ "a/x": "1\n", b: "2\n" }, rename("a/x", "x"), remove("a"), rename("x", "a"))).toBe(
      "diff --git a/a/x b/a\nrename from a/x\nrename to a\n",
    );
    expect(await diff({ a: null }, remove("a"), put("a", "1\n"))).toBe(made);
  });
});
