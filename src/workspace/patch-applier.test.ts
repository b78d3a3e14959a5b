import { describe, expect, test } from "vitest";
import { fail, PortsideError } from "../core/errors.ts";
import type { Effect } from "../core/effects.ts";
import { decorate } from "../volumes/decorate.ts";
import { withFaults } from "../volumes/faults.ts";
import type { Volume } from "../volumes/volume.ts";
import { perFile } from "../../test/support/per-file.ts";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";

const before = { "a.txt": "A\n", "b.txt": "B\n", "c.txt": "C\n", "d/e.txt": "E\n" };
const after = { "a.txt": "1\n", "new/n.txt": "N\n", "moved.txt": "C\n", "d/e.txt": "5\n", "b.txt": "2\n" };

/** Two changes, a new file in a new directory, a rename and another change: five files, six steps. */
const patch = [
  change("a.txt", "A", "1"),
  "diff --git a/new/n.txt b/new/n.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new/n.txt\n@@ -0,0 +1 @@\n+N\n",
  "diff --git a/c.txt b/moved.txt\nsimilarity index 100%\nrename from c.txt\nrename to moved.txt\n",
  change("d/e.txt", "E", "5"),
  change("b.txt", "B", "2"),
].join("");

function change(path: string, from: string, to: string): string {
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
}

const steps = 6;
const reads = 4;

/** A volume whose every commit breaks off, with these effects acknowledged. */
function breaking(volume: Volume, effects: readonly Effect[]): Volume {
  return decorate(volume, {
    commit: () => {
      throw new PortsideError({ code: "io_error", details: { operation: "commit", reason: "injected" }, status: "partial", effects });
    },
  });
}

describe("faults", () => {
  test("the five-file patch is whole without any", async () => {
    const { apply, volume } = await openWorkspace(before);
    expect((await apply({ patch })).files).toHaveLength(5);
    expect(treeOf(volume)).toEqual(after);
  });

  test.each(Array.from({ length: reads }, (_, i) => i + 1))("read %i fails: nothing is changed", async (nth) => {
    const wrap = (inner: Volume): Volume => withFaults(inner, { read: (_, count) => count === nth });
    for (const one of [wrap, (inner: Volume) => perFile(wrap(inner))]) {
      const { apply, volume } = await openWorkspace(before, { wrap: one });
      expect(await refusal(apply({ patch }))).toMatchObject({ code: "io_error", status: "rejected", effects: [] });
      expect(treeOf(volume)).toEqual(before);
    }
  });

  test("an atomic volume that fails to commit keeps the tree as it was", async () => {
    const { apply, volume } = await openWorkspace(before, { wrap: (inner) => withFaults(inner, { commit: (_, nth) => nth === 1 }) });
    expect(await refusal(apply({ patch }))).toMatchObject({ code: "io_error", status: "rejected", effects: [] });
    expect(treeOf(volume)).toEqual(before);
    expect((await apply({ patch })).files).toHaveLength(5);
    expect(treeOf(volume)).toEqual(after);
  });

  test.each(Array.from({ length: steps - 1 }, (_, i) => i + 1))(
    "a volume of single files that fails at step %i: effects and response are the files that differ",
    async (failAt) => {
      const { apply, volume } = await openWorkspace(before, { wrap: (inner) => perFile(inner, failAt) });
      const { status, effects, details } = await refusal(apply({ patch }));
      expect(status).toBe("partial");
      const now: Record<string, string | null> = treeOf(volume);
      const paths = new Set([...Object.keys(before), ...Object.keys(now)]);
      const differing = [...paths].filter((path) => now[path] !== (before as Record<string, string>)[path] && now[path] !== null);
      const told = (effects as Effect[])
        .filter(({ op }) => op !== "mkdir")
        .flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
      expect(told.toSorted()).toEqual(differing.toSorted());
      const { files } = details["response"] as { files: { path: string; movedFrom?: string }[] };
      const listed = files.flatMap(({ path, movedFrom }) => (movedFrom === undefined ? [path] : [path, movedFrom]));
      expect(listed.toSorted()).toEqual(differing.toSorted());
    },
  );

  test("a failure at the second of three files lists the first only [#185]", async () => {
    const three = change("a.txt", "A", "1") + change("b.txt", "B", "2") + change("c.txt", "C", "3");
    const { apply, volume } = await openWorkspace(before, { wrap: (inner) => perFile(inner, 1) });
    const { status, details } = await refusal(apply({ patch: three }));
    expect(status).toBe("partial");
    expect(details["response"]).toMatchObject({ files: [{ path: "a.txt", hunks: 1, version: expect.any(String) }], hunks: 1 });
    expect(treeOf(volume)).toEqual({ ...before, "a.txt": "1\n" });
  });

  test("a rename whose source could not be removed is only a new file [#186]", async () => {
    const rename = "diff --git a/c.txt b/moved.txt\nsimilarity index 100%\nrename from c.txt\nrename to moved.txt\n";
    const created: Effect = { op: "create", path: "/workspace/moved.txt", after: "9" };
    const half = await openWorkspace(before, { wrap: (inner) => breaking(inner, [created]) });
    const { details, effects } = await refusal(half.apply({ patch: rename }));
    expect(effects).toEqual([{ op: "create", path: "moved.txt", after: "9" }]);
    expect(details["response"]).toEqual({ files: [{ path: "moved.txt", hunks: 0, created: true, version: "9" }], hunks: 0, notes: [] });

    const moved: Effect = { op: "move", from: "/workspace/c.txt", path: "/workspace/moved.txt" };
    const whole = await openWorkspace(before, { wrap: (inner) => breaking(inner, [moved]) });
    expect((await refusal(whole.apply({ patch: rename }))).details["response"]).toMatchObject({
      files: [{ path: "moved.txt", hunks: 0, movedFrom: "c.txt" }],
    });
  });

  test("a refusal before the commit has no response", async () => {
    const { apply } = await openWorkspace(before, {
      wrap: (inner) => withFaults(inner, { commit: () => true, error: fail("no_space", {}) }),
    });
    expect(await refusal(apply({ patch }))).toMatchObject({ code: "no_space", status: "rejected", details: {} });
  });
});

describe("a name that changes between file and directory", () => {
  const rename = (from: string, to: string) =>
    `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
  const create = (path: string) =>
    `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+N\n`;
  const remove = (path: string) =>
    `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-A\n`;

  test.each([
    ["a file gives its name to a directory", { d: "A\n" }, create("d/x/y") + remove("d"), { "d/x/y": "N\n" }],
    ["a file moves below its own name", { d: "A\n" }, rename("d", "d/x"), { "d/x": "A\n" }],
    ["a file moves away from a new directory", { d: "A\n" }, create("d/x") + rename("d", "e"), { "d/x": "N\n", e: "A\n" }],
    ["a directory gives its name to a file", { "d/x/y": "A\n" }, remove("d/x/y") + create("d"), { d: "N\n" }],
    ["a file takes the name of its directory", { "d/e/x": "A\n" }, rename("d/e/x", "d"), { d: "A\n" }],
    ["another file takes the name of a directory", { "d/x": "A\n", y: "Y\n" }, rename("y", "d") + remove("d/x"), { d: "Y\n" }],
    ["a file leaves a directory that a new file replaces", { "d/x": "A\n" }, rename("d/x", "e") + create("d"), { d: "N\n", e: "A\n" }],
  ])("%s", async (_, files: Record<string, string>, text, expected) => {
    const { apply, volume } = await openWorkspace(files);
    await apply({ patch: text });
    expect(treeOf(volume)).toEqual(expected);
  });

  test.each([
    ["a directory that keeps a file", { "d/x": "A\n", "d/y": "Y\n" }, remove("d/x") + create("d"), "already_exists"],
    ["a file that stays", { d: "A\n" }, create("d/x"), "not_a_directory"],
    [
      "a copy of a file that stays",
      { d: "A\n" },
      "diff --git a/d b/d/x\nsimilarity index 100%\ncopy from d\ncopy to d/x\n",
      "not_a_directory",
    ],
  ])("refused: %s", async (_, files: Record<string, string>, text, code) => {
    const { apply, volume } = await openWorkspace(files);
    expect((await refusal(apply({ patch: text }))).code).toBe(code);
    expect(treeOf(volume)).toEqual(files);
  });
});

describe("notes", () => {
  const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}\n`).join("");
  const changed = text.replace("line 6\n", "six\n");
  const body = " line 5\n-line 6\n+six\n line 7\n";

  test.each([
    ["relocated", `--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n${body}`, 3],
    ["recounted", `--- a/f\n+++ b/f\n@@ -5,7 +5,9 @@\n${body}\`\`\`\n`, 3],
    ["bare_hunk_header", `--- a/f\n+++ b/f\n@@ ... @@\n${body}`, 3],
    ["missing_final_newline", `--- a/f\n+++ b/f\n@@ -5,3 +5,3 @@\n${body.slice(0, -1)}`, 7],
    ["no_prefix", `diff --git f f\n--- f\n+++ f\n@@ -5,3 +5,3 @@\n${body}`, 1],
    ["begin_patch", `*** Begin Patch\n*** Update File: f\n@@\n${body}*** End Patch\n`, 1],
  ])("%s, with the line of the patch", async (rescue, patchText, line) => {
    const { apply, volume } = await openWorkspace({ f: text });
    const { notes } = await apply({ patch: patchText });
    expect(notes).toEqual([{ rescue, path: "f", line }]);
    expect(treeOf(volume)).toEqual({ f: changed });
  });

  test("git, without rescues, takes none of them but what only stands elsewhere", async () => {
    const dialect = { placement: "git", rescue: false } as const;
    const refused = [
      `--- f\n+++ d/f\n@@ -5,3 +5,3 @@\n${body}`,
      `--- a/f\n+++ b/f\n@@ ... @@\n${body}`,
      `*** Begin Patch\n*** Update File: f\n@@\n${body}*** End Patch\n`,
    ];
    for (const patchText of refused) {
      const { apply } = await openWorkspace({ f: text });
      expect(await refusal(apply({ patch: patchText, dialect }))).toMatchObject({ code: "patch_invalid", status: "rejected" });
    }
    const { apply, volume } = await openWorkspace({ f: text });
    await apply({ patch: `--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n${body}`, dialect });
    expect(treeOf(volume)).toEqual({ f: changed });
  });

  test("line_endings, blank_lines and a fence", async () => {
    const { apply, volume } = await openWorkspace({ f: text.replaceAll("\n", "\r\n") });
    const two = `\`\`\`diff\n--- a/f\n+++ b/f\n@@ -5,3 +5,3 @@\n${body}\n@@ -10,3 +10,2 @@\n line 10\n-line 11\n line 12\n\`\`\`\n`;
    const { notes } = await apply({ patch: two });
    expect(notes).toEqual([
      { rescue: "surrounding_text", path: "f", line: 1 },
      { rescue: "line_endings", path: "f", line: 4 },
      { rescue: "blank_lines", path: "f", line: 9 },
    ]);
    expect(treeOf(volume)).toEqual({ f: changed.replace("line 11\n", "").replaceAll("\n", "\r\n") });
  });

  test("a patch that is applied by its letter has none", async () => {
    const { apply } = await openWorkspace({ f: text });
    expect((await apply({ patch: `--- a/f\n+++ b/f\n@@ -5,3 +5,3 @@\n${body}` })).notes).toEqual([]);
  });
});

describe("git's own files and paths that lead out", () => {
  test.each(["a/.git/config", "b/.GIT/hooks/x", "a/sub/.git/config"])("%s is refused", async (name) => {
    const { apply, volume } = await openWorkspace({});
    const call = apply({ patch: `--- /dev/null\n+++ ${name}\n@@ -0,0 +1 @@\n+x\n` });
    expect(await refusal(call)).toMatchObject({ code: "patch_invalid", details: { reason: "git_directory" } });
    expect(treeOf(volume)).toEqual({});
  });
});
