import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../core/text.ts";
import { unifiedDiff } from "./index.ts";
import type { FileDiff } from "./index.ts";

function diffOf(before: string, after: string, context?: number): string {
  return unifiedDiff([{ path: "f", before: encode(before), after: encode(after) }], context === undefined ? {} : { context });
}

/** The diff of one modified file without its three lines of header. */
function hunksOf(before: string, after: string, context?: number): string {
  return diffOf(before, after, context).split("\n").slice(3).join("\n");
}

function numbered(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join("");
}

describe("contents", () => {
  test("a changed line with three lines around it", () => {
    const before = numbered(1, 9);
    expect(diffOf(before, before.replace("5\n", "five\n"))).toBe(
      "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
    );
  });

  test("another number of lines around it", () => {
    expect(hunksOf("1\n2\n3\n4\n", "1\n2\nthree\n4\n", 1)).toBe("@@ -2,3 +2,3 @@\n 2\n-3\n+three\n 4\n");
    expect(hunksOf("1\n2\n3\n", "1\n3\n", 0)).toBe("@@ -2 +1,0 @@\n-2\n");
    expect(hunksOf("1\n3\n", "1\n2\n3\n", 0)).toBe("@@ -1,0 +2 @@\n+2\n");
  });

  test("changes up to six lines apart share a hunk, further ones do not", () => {
    const near = hunksOf(`a\n${numbered(1, 6)}b\n`, `A\n${numbered(1, 6)}B\n`);
    expect(near).toBe("@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
    const far = hunksOf(`a\n${numbered(1, 7)}b\n`, `A\nA\n${numbered(1, 7)}B\n`);
    expect(far).toBe("@@ -1,4 +1,5 @@\n-a\n+A\n+A\n 1\n 2\n 3\n@@ -6,4 +7,4 @@\n 5\n 6\n 7\n-b\n+B\n");
  });

  test("missing newlines at the end are marked on each side", () => {
    const marker = "\\ No newline at end of file\n";
    expect(hunksOf("a", "a\n")).toBe(`@@ -1 +1 @@\n-a\n${marker}+a\n`);
    expect(hunksOf("a\n", "a")).toBe(`@@ -1 +1 @@\n-a\n+a\n${marker}`);
    expect(hunksOf("a\nb", "A\nb")).toBe(`@@ -1,2 +1,2 @@\n-a\n+A\n b\n${marker}`);
  });

  test("only LF ends a line; CR and a byte order mark are content", () => {
    expect(hunksOf("a\rb\u2028c\r\n", "a\rb\u2028c\n")).toBe("@@ -1 +1 @@\n-a\rb\u2028c\r\n+a\rb\u2028c\n");
    expect(hunksOf("\uFEFFa\n", "a\n")).toBe("@@ -1 +1 @@\n-\uFEFFa\n+a\n");
  });

  test("a first line that is empty", () => {
    expect(hunksOf("\nx\n", "y\nx\n")).toBe("@@ -1,2 +1,2 @@\n-\n+y\n x\n");
  });

  test("no change is no text", () => {
    expect(diffOf("a\n", "a\n")).toBe("");
    expect(unifiedDiff([])).toBe("");
  });

  test("texts with little in common are one hunk from the first difference to the last", () => {
    const lines = (word: string) => Array.from({ length: 600 }, (_, i) => `${word} ${i}\n`);
    const [old, renewed] = [lines("old"), lines("new")];
    const shared = (part: string[]) => ["top\n", ...part.slice(0, 300), "shared\n", ...part.slice(300), "end\n"].join("");
    const signed = (sign: string, part: string[]) =>
      [...part.slice(0, 300), "shared\n", ...part.slice(300)].map((line) => sign + line).join("");
    expect(hunksOf(shared(old), shared(renewed))).toBe(`@@ -1,603 +1,603 @@\n top\n${signed("-", old)}${signed("+", renewed)} end\n`);
  });
});

describe("files", () => {
  const text = encode("a\n");

  test("made and removed", () => {
    expect(unifiedDiff([{ path: "d/new", after: text, executableAfter: true }])).toBe(
      "diff --git a/d/new b/d/new\nnew file mode 100755\n--- /dev/null\n+++ b/d/new\n@@ -0,0 +1 @@\n+a\n",
    );
    expect(unifiedDiff([{ path: "old", before: text }])).toBe(
      "diff --git a/old b/old\ndeleted file mode 100644\n--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
    );
  });

  test("made and removed empty", () => {
    const empty = new Uint8Array();
    expect(unifiedDiff([{ path: "e", after: empty }])).toBe("diff --git a/e b/e\nnew file mode 100644\n");
    expect(unifiedDiff([{ path: "e", before: empty }])).toBe("diff --git a/e b/e\ndeleted file mode 100644\n");
  });

  test("moved, with a change and another mode", () => {
    expect(unifiedDiff([{ path: "b", from: "a", before: text, after: text }])).toBe("diff --git a/a b/b\nrename from a\nrename to b\n");
    expect(unifiedDiff([{ path: "b", from: "a", before: text, after: encode("b\n"), executableAfter: true }])).toBe(
      "diff --git a/a b/b\nold mode 100644\nnew mode 100755\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-a\n+b\n",
    );
  });

  test("only the mode", () => {
    expect(unifiedDiff([{ path: "x", before: text, after: text, executableBefore: true }])).toBe(
      "diff --git a/x b/x\nold mode 100755\nnew mode 100644\n",
    );
  });

  test("a link shows its target", () => {
    expect(unifiedDiff([{ path: "l", after: encode("../a"), symlink: true }])).toBe(
      "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+../a\n\\ No newline at end of file\n",
    );
  });

  test("binary and invalid UTF-8 on either side", () => {
    const invalid = Uint8Array.of(0xff);
    expect(unifiedDiff([{ path: "x", before: text, after: encode("\0") }])).toBe("diff --git a/x b/x\nBinary files a/x and b/x differ\n");
    expect(unifiedDiff([{ path: "x", before: invalid, after: text }])).toBe("diff --git a/x b/x\nBinary files a/x and b/x differ\n");
    expect(unifiedDiff([{ path: "x", after: invalid }])).toBe(
      "diff --git a/x b/x\nnew file mode 100644\nBinary files /dev/null and b/x differ\n",
    );
    expect(unifiedDiff([{ path: "y", from: "x", before: invalid, after: invalid }])).toBe(
      "diff --git a/x b/y\nrename from x\nrename to y\n",
    );
  });

  test("several, in the order given", () => {
    const files = ["z", "a"].map((path) => ({ path, after: text }));
    expect(unifiedDiff(files)).toBe(files.map((file) => unifiedDiff([file])).join(""));
  });

  test.each([
    { path: "with blank", header: "a/with blank b/with blank", name: "b/with blank\t" },
    { path: 'a"b\\c', header: '"a/a\\"b\\\\c" "b/a\\"b\\\\c"', name: '"b/a\\"b\\\\c"' },
    {
      path: "tab\tnl\nbell\x07del\x7f",
      header: '"a/tab\\tnl\\nbell\\adel\\177" "b/tab\\tnl\\nbell\\adel\\177"',
      name: '"b/tab\\tnl\\nbell\\adel\\177"',
    },
    { path: "café", header: '"a/caf\\303\\251" "b/caf\\303\\251"', name: '"b/caf\\303\\251"' },
  ])("names are quoted as git does: $path", ({ path, header, name }) => {
    const lines = unifiedDiff([{ path, after: text }]).split("\n");
    expect([lines[0], lines[3]]).toEqual([`diff --git ${header}`, `+++ ${name}`]);
  });
});

const git = spawnSync("git", ["--version"]).status === 0;

interface Stored {
  readonly text: string;
  readonly executable: boolean;
}

/** What stands at the paths after the diff was applied in a directory that held the old files. */
function applied(files: readonly FileDiff[], paths: readonly string[] = files.map(({ path }) => path)): (Stored | undefined)[] {
  const directory = mkdtempSync(join(tmpdir(), "portside-diff-"));
  try {
    for (const file of files) putBefore(directory, file);
    const run = spawnSync("git", ["apply", "--whitespace=nowarn", "-"], { cwd: directory, input: unifiedDiff(files), encoding: "utf8" });
    if (run.status !== 0) throw new Error(run.stderr);
    return paths.map((path) => stored(join(directory, path)));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function stored(place: string): Stored | undefined {
  if (!existsSync(place)) return undefined;
  return { text: readFileSync(place, "utf8"), executable: (statSync(place).mode & 0o100) !== 0 };
}

function wanted(files: readonly FileDiff[]): (Stored | undefined)[] {
  return files.map(({ after, executableAfter }) => after && { text: decode(after), executable: executableAfter ?? false });
}

function putBefore(directory: string, { path, from, before, executableBefore }: FileDiff): void {
  if (!before) return;
  const place = join(directory, from ?? path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, before);
  chmodSync(place, executableBefore ? 0o755 : 0o644);
}

describe("git apply", () => {
  test("takes every kind of change", ({ skip }) => {
    skip(!git, "git is not installed");
    const text = encode(numbered(1, 20));
    const files: FileDiff[] = [
      { path: "made/a b", after: text },
      { path: "made/empty", after: new Uint8Array() },
      { path: "made/tool", after: text, executableAfter: true },
      { path: "gone", before: text },
      { path: "gone-empty", before: new Uint8Array() },
      { path: 'moved/"ü"\t', from: "old name", before: text, after: text },
      { path: "moved/changed", from: "old/changed", before: text, after: encode(numbered(2, 20)), executableAfter: true },
      { path: "mode", before: text, after: text, executableBefore: true },
    ];
    expect(applied(files)).toEqual(wanted(files));
    expect(applied(files, ["old name", "old/changed"])).toEqual([undefined, undefined]);
  });

  test("gives the new text of any two", ({ skip }) => {
    skip(!git, "git is not installed");
    const text = fc.string({ unit: fc.constantFrom("a\n", "b\n", "c\n", "\n", "é\r\n", "x"), maxLength: 30 }).map(encode);
    const pairs = fc.array(fc.record({ before: text, after: text }), { minLength: 20, maxLength: 40 });
    fc.assert(
      fc.property(pairs, (sides) => {
        const files = sides.map(({ before, after }, i) => ({ path: `f${i}`, before, after }));
        // An empty patch is an error to git.
        fc.pre(unifiedDiff(files) !== "");
        expect(applied(files)).toEqual(wanted(files));
      }),
      { numRuns: 10 },
    );
  });

  test("gives the new text of longer ones with few changes", ({ skip }) => {
    skip(!git, "git is not installed");
    const line = fc.constantFrom("a\n", "b\n", "c\n", "d\n");
    const change = fc.record({ at: fc.nat(59), remove: fc.nat(3), add: fc.array(line, { maxLength: 3 }) });
    const file = fc.record({
      lines: fc.array(line, { minLength: 60, maxLength: 60 }),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(file, { minLength: 20, maxLength: 30 }), (drawn) => {
        const files = drawn.map(({ lines, changes }, i) => {
          const after = [...lines];
          for (const { at, remove, add } of changes) after.splice(at, remove, ...add);
          return { path: `f${i}`, before: encode(lines.join("")), after: encode(after.join("")) };
        });
        // An empty patch is an error to git.
        fc.pre(unifiedDiff(files) !== "");
        expect(applied(files)).toEqual(wanted(files));
      }),
      { numRuns: 10 },
    );
  });

  test("takes a whole replacement, and changes among lines that repeat", ({ skip }) => {
    skip(!git, "git is not installed");
    const old = Array.from({ length: 1_500 }, (_, i) => `old ${i}\n`).join("");
    const renewed = Array.from({ length: 1_400 }, (_, i) => `new ${i}`).join("\n");
    const files = [
      { path: "whole", before: encode(old), after: encode(renewed) },
      { path: "fewer", before: encode(`P\n${"X\nr\n".repeat(20)}`), after: encode(`Q\n${"X\nr\n".repeat(19)}`) },
      { path: "more", before: encode(`P\n${"X\nr\n".repeat(20)}`), after: encode(`Q\n${"X\nr\n".repeat(21)}`) },
    ];
    expect(applied(files)).toEqual(wanted(files));
  });
});
