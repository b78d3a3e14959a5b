import { describe, expect, test } from "vitest";
import { diffFilesOf } from "./diff-lines.ts";

describe("diffFilesOf", () => {
  test("numbers the lines of both sides and counts what was added and removed", () => {
    const text = [
      "diff --git a/src/a.ts b/src/a.ts",
      "--- a/src/a.ts",
      "+++ b/src/a.ts",
      "@@ -4,3 +4,3 @@",
      " four",
      "-five",
      "+FIVE",
      " six",
      "\\ No newline at end of file",
      "",
    ].join("\n");
    expect(diffFilesOf(text)).toEqual([
      {
        path: "src/a.ts",
        added: 1,
        removed: 1,
        lines: [
          { kind: "hunk", text: "@@ -4,3 +4,3 @@" },
          { kind: "same", text: "four", before: 4, after: 4 },
          { kind: "removed", text: "five", before: 5 },
          { kind: "added", text: "FIVE", after: 5 },
          { kind: "same", text: "six", before: 6, after: 6 },
          { kind: "note", text: "\\ No newline at end of file" },
        ],
      },
    ]);
  });

  test("names files that are new, gone, moved without a change, or binary", () => {
    const text = [
      "diff --git a/new.ts b/new.ts\nnew file mode 100644\n--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+one\n",
      "diff --git a/gone.ts b/gone.ts\ndeleted file mode 100644\n--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n",
      "diff --git a/old.ts b/moved.ts\nrename from old.ts\nrename to moved.ts\n",
      "diff --git a/a.png b/a.png\nBinary files a/a.png and b/a.png differ\n",
    ].join("");
    expect(diffFilesOf(text).map(({ path, from, added, removed }) => [path, from, added, removed])).toEqual([
      ["new.ts", undefined, 1, 0],
      ["gone.ts", undefined, 0, 1],
      ["moved.ts", "old.ts", 0, 0],
      ["a.png", undefined, 0, 0],
    ]);
    expect(diffFilesOf("")).toEqual([]);
  });
});
