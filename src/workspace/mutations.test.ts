import { describe, expect, test } from "vitest";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";
import type { Guard } from "../policy/guard.ts";
import { withLatency } from "../volumes/latency.ts";
import type { FileEntry } from "../volumes/volume.ts";
import { withFaults } from "../volumes/faults.ts";
import { perFile } from "../../test/support/per-file.ts";

describe("write", () => {
  test("makes missing directories and tells the bytes on disk [#107]", async () => {
    const { write, volume } = await openWorkspace();
    expect(await write({ path: "a/b/c.txt", content: "é\n" })).toMatchObject({
      path: "a/b/c.txt",
      bytesWritten: 3,
      created: true,
      effects: [
        { op: "mkdir", path: "a" },
        { op: "mkdir", path: "a/b" },
        { op: "create", path: "a/b/c.txt" },
      ],
    });
    expect(treeOf(volume)).toEqual({ "a/b/c.txt": "é\n" });
  });

  test("a NUL in the content is refused before any directory is made [#108]", async () => {
    const { write, volume } = await openWorkspace();
    expect(await refusal(write({ path: "a/b.txt", content: "x\0y" }))).toMatchObject({ code: "binary_file", details: { in: "content" } });
    expect(treeOf(volume)).toEqual({});
  });

  test("a lone surrogate could not be stored as it is", async () => {
    const { write, volume } = await openWorkspace();
    expect(await refusal(write({ path: "a.txt", content: "x\uD800" }))).toMatchObject({
      code: "invalid_arguments",
      details: { issues: [{ at: "content", problem: "not_well_formed" }] },
    });
    expect(treeOf(volume)).toEqual({});
  });

  test.each([
    { was: "1\r\n2\r\n", content: "a\nb\n", stored: "a\r\nb\r\n" },
    { was: "1\r\n", content: "a\r\nb\r\n", stored: "a\r\nb\r\n" },
    { was: "1\r\n", content: "a\r\nb\n", stored: "a\r\nb\r\n" },
    { was: "\uFEFF1\n", content: "a\n", stored: "\uFEFFa\n" },
    { was: "\uFEFF1\n", content: "\uFEFFa\n", stored: "\uFEFFa\n" },
    { was: "1\n2\r\n", content: "a\nb\n", stored: "a\nb\n" },
    { was: "1\n", content: "a\r\n", stored: "a\r\n" },
  ])("over $was it stores $stored [#109]", async ({ was, content, stored }) => {
    const { write, volume } = await openWorkspace({ "a.txt": was });
    const { bytesWritten } = await write({ path: "a.txt", content });
    expect(treeOf(volume)).toEqual({ "a.txt": stored });
    expect(bytesWritten).toBe(new TextEncoder().encode(stored).length);
  });

  test("or what it is given, where a dialect says so; bytes are always stored as they are", async () => {
    const { write, volume } = await openWorkspace({ "a.txt": "1\r\n", "b.txt": "1\r\n" });
    await write({ path: "a.txt", content: "a\n", dialect: { keepFormat: false } });
    await write({ path: "b.txt", content: new Uint8Array([0x62, 0x00, 0x0a]) });
    expect(treeOf(volume)).toEqual({ "a.txt": "a\n", "b.txt": "b\0\n" });
  });

  test("keeps the executable bit; a new file has none [#110]", async () => {
    const { write, edit, apply, volume } = await openWorkspace({ "run.sh": "1\n" });
    await volume.commit({ changes: [{ op: "mode", path: "/workspace/run.sh", executable: true }], origin: { by: "host" } });
    await write({ path: "run.sh", content: "2\n" });
    expect(volume.entry("/workspace/run.sh")).toMatchObject({ executable: true });
    await edit({ path: "run.sh", edits: [{ oldString: "2", newString: "3" }] });
    expect(volume.entry("/workspace/run.sh")).toMatchObject({ executable: true });
    await apply({ patch: "--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-3\n+4\n" });
    expect(volume.entry("/workspace/run.sh")).toMatchObject({ executable: true });
    await write({ path: "new.sh", content: "" });
    expect(volume.entry("/workspace/new.sh")).toMatchObject({ executable: false });
  });

  test("32 at once leave exactly one of them, and an empty queue [#111] [#113]", async () => {
    const { write, dispose, volume } = await openWorkspace({ "a.txt": "start" });
    const contents = Array.from({ length: 32 }, (_, index) => `content ${index}`);
    await Promise.all(contents.map((content) => write({ path: "a.txt", content })));
    expect(treeOf(volume)).toEqual({ "a.txt": contents.at(-1) });
    await dispose();
  });

  test("a directory is never replaced [#114]", async () => {
    const { write, volume } = await openWorkspace({ "d/x": "1" });
    expect(await refusal(write({ path: "d", content: "z" }))).toMatchObject({ code: "is_a_directory" });
    expect(await refusal(write({ path: ".", content: "z" }))).toMatchObject({ code: "is_a_directory" });
    expect(await refusal(write({ path: "", content: "z" }))).toMatchObject({
      code: "invalid_arguments",
      details: { issues: [{ at: "path", problem: "empty" }] },
    });
    expect(treeOf(volume)).toEqual({ "d/x": "1" });
  });

  test("a link inside the root is written through and stays a link [#37] [#38]", async () => {
    const { write, read, volume } = await openWorkspace(
      { "real/a.txt": "1" },
      { links: { alias: "real", link: "real/a.txt", out: "/outside/a.txt" } },
    );
    expect((await write({ path: "alias/a.txt", content: "2" })).path).toBe("real/a.txt");
    expect((await write({ path: "link", content: "3" })).path).toBe("real/a.txt");
    expect(await refusal(write({ path: "out", content: "4" }))).toMatchObject({ code: "path_not_allowed" });
    expect(await refusal(read({ path: "out" }))).toMatchObject({ code: "path_not_allowed" });
    expect(treeOf(volume)).toEqual({ "real/a.txt": "3", alias: "→ real", link: "→ real/a.txt", out: "→ /outside/a.txt" });
  });

  test("what is there already is no change", async () => {
    const { write, read, watch } = await openWorkspace({ "a.txt": "same\r\n" });
    const seen: unknown[] = [];
    watch({}, (event) => void seen.push(event));
    const { version } = await read({ path: "a.txt" });
    // The line ending of the file is kept, so these are its very bytes.
    expect(await write({ path: "a.txt", content: "same\n" })).toMatchObject({ bytesWritten: 6, created: false, version, effects: [] });
    expect(await write({ path: "a.txt", content: "Same\n" })).toMatchObject({ effects: [{ op: "modify", before: version }] });
    expect(seen).toHaveLength(1);
  });

  test("a failed commit leaves the file as it was", async () => {
    const { write, volume } = await openWorkspace(
      { "a.txt": "keep" },
      {
        wrap: (inner) => ({
          ...inner,
          commit: () => {
            throw new Error("the disk is on fire");
          },
        }),
      },
    );
    expect(await refusal(write({ path: "a.txt", content: "lost" }))).toMatchObject({
      code: "io_error",
      status: "uncertain",
      details: { reason: "the disk is on fire" },
    });
    expect(treeOf(volume)).toEqual({ "a.txt": "keep" });
  });
});

describe("makeDirectory", () => {
  test("makes what is missing, and is content with what is there [#119]", async () => {
    const { makeDirectory, volume } = await openWorkspace({ a: null });
    const { created, effects } = await makeDirectory({ path: "a/b/c" });
    expect(created).toEqual(["a/b", "a/b/c"]);
    expect(effects).toEqual([
      { op: "mkdir", path: "a/b" },
      { op: "mkdir", path: "a/b/c" },
    ]);
    expect(await makeDirectory({ path: "a/b" })).toMatchObject({ created: [], effects: [] });
    expect(treeOf(volume)).toEqual({ "a/b/c": null });
  });

  test("a file is in the way, as the last name or before it [#120]", async () => {
    let asked = 0;
    const { makeDirectory, volume } = await openWorkspace({ a: "1" }, { guards: [{ allow: () => void asked++ }] });
    expect(await refusal(makeDirectory({ path: "a" }))).toMatchObject({ code: "already_exists", details: { kind: "file" } });
    expect(await refusal(makeDirectory({ path: "a/b/c" }))).toMatchObject({ code: "not_a_directory", details: { at: "a" } });
    expect(treeOf(volume)).toEqual({ a: "1" });
    expect(asked).toBe(0);
  });
});

describe("remove", () => {
  test("takes a file, a link or an empty directory, and nothing else [#39] [#121]", async () => {
    const { remove, volume } = await openWorkspace(
      { "a.txt": "1", empty: null, "full/.keep": "" },
      { links: { link: "a.txt", out: "/outside" } },
    );
    expect(await refusal(remove({ path: "full" }))).toMatchObject({ code: "not_empty", details: { entries: 1 } });
    expect(await remove({ path: "link" })).toMatchObject({ kind: "symlink" });
    expect(await remove({ path: "out" })).toMatchObject({ kind: "symlink" });
    expect(await remove({ path: "empty" })).toMatchObject({ kind: "directory" });
    expect(treeOf(volume)).toEqual({ "a.txt": "1", "full/.keep": "" });
    expect(await remove({ path: "a.txt" })).toMatchObject({ kind: "file", effects: [{ op: "delete", path: "a.txt" }] });
    expect(await refusal(remove({ path: "." }))).toMatchObject({ code: "path_not_allowed", details: { reason: "root" } });
  });

  test("what is missing is refused before anybody is asked [#122]", async () => {
    let asked = 0;
    const { remove } = await openWorkspace({}, { guards: [{ allow: () => void asked++ }] });
    expect(await refusal(remove({ path: "a.txt" }))).toMatchObject({ code: "not_found" });
    expect(asked).toBe(0);
  });
});

describe("move", () => {
  const files = { "a.txt": "a", "b.txt": "b", "d/x": "1", "d/s/y": "2", "e/z": "3", "new-parent": null };

  test("takes a whole subtree along [#126]", async () => {
    const { move, volume } = await openWorkspace({ "d/x": "1", "d/s/y": "2", e: null });
    expect(await move({ source: "d", destination: "e/d" })).toMatchObject({
      kind: "directory",
      effects: [{ op: "move", path: "e/d", from: "d" }],
    });
    expect(treeOf(volume)).toEqual({ "e/d/x": "1", "e/d/s/y": "2" });
  });

  test("never onto anything that is there [#124]", async () => {
    const { move, volume } = await openWorkspace(files, { links: { link: "b.txt", dangling: "nowhere" } });
    const before = treeOf(volume);
    for (const destination of ["b.txt", "d", "link", "dangling", "d/"]) {
      expect(await refusal(move({ source: "a.txt", destination }))).toMatchObject({ code: "already_exists" });
    }
    expect(await refusal(move({ source: "d", destination: "e" }))).toMatchObject({
      code: "already_exists",
      details: { kind: "directory" },
    });
    expect(treeOf(volume)).toEqual(before);
  });

  test("not without a source, a parent, or a change [#125]", async () => {
    const { move, volume } = await openWorkspace(files);
    const before = treeOf(volume);
    expect(await refusal(move({ source: "nope", destination: "c" }))).toMatchObject({ code: "not_found", details: { path: "nope" } });
    expect(await refusal(move({ source: "a.txt", destination: "no/parent.txt" }))).toMatchObject({
      code: "not_found",
      details: { path: "no" },
    });
    expect(await refusal(move({ source: "a.txt", destination: "./d/../a.txt" }))).toMatchObject({
      code: "invalid_move",
      details: { reason: "same" },
    });
    expect(treeOf(volume)).toEqual(before);
  });

  test("not below itself [#127]", async () => {
    const { move, volume } = await openWorkspace({ "a/x": "1" });
    expect(await refusal(move({ source: "a", destination: "a/b" }))).toMatchObject({
      code: "invalid_move",
      details: { reason: "into_itself" },
    });
    expect(await refusal(move({ source: ".", destination: "a/b" }))).toMatchObject({ code: "invalid_move", details: { reason: "root" } });
    expect(treeOf(volume)).toEqual({ "a/x": "1" });
  });

  test("not a link [#40], and only by case where names have one [#129]", async () => {
    const { move, volume } = await openWorkspace({ "a.txt": "1" }, { links: { link: "a.txt" } });
    expect(await refusal(move({ source: "link", destination: "moved" }))).toMatchObject({
      code: "invalid_move",
      details: { reason: "link" },
    });
    await move({ source: "a.txt", destination: "A.txt" });
    expect(treeOf(volume)).toEqual({ "A.txt": "1", link: "→ a.txt" });
  });

  test("a rival that creates the destination first wins, and loses nothing [#128]", async () => {
    const { move, write, volume } = await openWorkspace({ "a.txt": "a" });
    const both = await Promise.allSettled([write({ path: "b.txt", content: "b" }), move({ source: "a.txt", destination: "b.txt" })]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(treeOf(volume)).toEqual({ "a.txt": "a", "b.txt": "b" });
  });
});

describe("edit", () => {
  test("two edits of one file, by two spellings, both land [#112]", async () => {
    const numbers = `\n${Array.from({ length: 100 }, (_, index) => index + 1).join("\n")}\n`;
    const { edit, volume } = await openWorkspace({ "race.txt": numbers }, { links: { link: "race.txt" } });
    await Promise.all([
      edit({ path: "race.txt", edits: [{ oldString: "\n50\n", newString: "\nFIFTY\n" }] }),
      edit({ path: "./race.txt", edits: [{ oldString: "\n75\n", newString: "\nSEVENTY-FIVE\n" }] }),
      edit({ path: "link", edits: [{ oldString: "\n25\n", newString: "\nTWENTY-FIVE\n" }] }),
    ]);
    expect(treeOf(volume)["race.txt"]).toBe(
      numbers.replace("\n50\n", "\nFIFTY\n").replace("\n75\n", "\nSEVENTY-FIVE\n").replace("\n25\n", "\nTWENTY-FIVE\n"),
    );
  });

  test("where reading takes its time, edits of one file wait for each other and none is refused", async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index};\n`);
    const { edit, volume } = await openWorkspace(
      { "a.txt": lines.join("") },
      { wrap: (inner) => withLatency(inner, () => new Promise<void>((resolve) => queueMicrotask(resolve))) },
    );
    await Promise.all(
      lines.map((_, index) => edit({ path: "a.txt", edits: [{ oldString: `line ${index};`, newString: `LINE ${index};` }] })),
    );
    const entry = volume.entry("/workspace/a.txt") as FileEntry;
    expect(new TextDecoder().decode(await volume.read(entry))).toBe(lines.join("").toUpperCase());
  });

  test("a file over the limit is told before it is read", async () => {
    const { edit } = await openWorkspace(
      { "a.txt": "x".repeat(100) },
      {
        wrap: (volume) => ({
          ...volume,
          read: () => {
            throw new Error("it was read");
          },
        }),
      },
    );
    const call = edit({ path: "a.txt", edits: [{ oldString: "x", newString: "y" }], dialect: { maxFileBytes: 99 } });
    expect(await refusal(call)).toMatchObject({ code: "file_too_large", details: { size: 100, limit: 99 } });
  });

  test("a directory is no file, a missing file is not found", async () => {
    const { edit } = await openWorkspace({ d: null });
    const edits = [{ oldString: "x", newString: "y" }];
    expect(await refusal(edit({ path: "d", edits }))).toMatchObject({ code: "not_a_file" });
    expect(await refusal(edit({ path: "x", edits }))).toMatchObject({ code: "not_found" });
    expect(await refusal(edit({ path: "", edits }))).toMatchObject({ code: "invalid_arguments" });
  });
});

const fiveFiles = { "1.txt": "one\n", "2.txt": "two\n", "3.txt": "three\n", "4.txt": "four\n" };
const fivePatch =
  Object.entries(fiveFiles)
    .map(([path, text]) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${text}+changed\n`)
    .join("") + "diff --git a/deep/5.txt b/deep/5.txt\nnew file mode 100644\n--- /dev/null\n+++ b/deep/5.txt\n@@ -0,0 +1 @@\n+five\n";
const fiveChanged = { "1.txt": "changed\n", "2.txt": "changed\n", "3.txt": "changed\n", "4.txt": "changed\n", "deep/5.txt": "five\n" };

describe("apply", () => {
  test("changes, makes, moves and deletes as one batch, with directories where they are missing", async () => {
    const { apply, volume } = await openWorkspace({ "a.txt": "1\n", "b.txt": "2\n", "c.txt": "3\n" });
    const patch = [
      "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+one\n",
      "diff --git a/b.txt b/new/place/b.txt\nsimilarity index 100%\nrename from b.txt\nrename to new/place/b.txt\n",
      "diff --git a/c.txt b/c.txt\ndeleted file mode 100644\n--- a/c.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-3\n",
    ].join("");
    const { files, hunks } = await apply({ patch });
    expect(hunks).toBe(2);
    expect(files).toMatchObject([
      { path: "a.txt", hunks: 1 },
      { path: "new/place/b.txt", movedFrom: "b.txt", hunks: 0 },
      { path: "c.txt", deleted: true, hunks: 1 },
    ]);
    expect(treeOf(volume)).toEqual({ "a.txt": "one\n", "new/place/b.txt": "2\n" });
  });

  test("paths in headers are contained like every other, and absolute ones shown relative [#189]", async () => {
    const { apply, volume } = await openWorkspace({ "a.txt": "A\n" });
    const patch = (path: string) => `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-A\n+B\n`;
    expect(await refusal(apply({ patch: patch("a/../out.txt") }))).toMatchObject({ code: "path_not_allowed" });
    expect(await refusal(apply({ patch: patch("/etc/a.txt") }))).toMatchObject({ code: "path_not_allowed" });
    expect((await apply({ patch: patch("/workspace/a.txt") })).files).toMatchObject([{ path: "a.txt" }]);
    expect(treeOf(volume)).toEqual({ "a.txt": "B\n" });
  });

  test("a path through a link is refused; scope follows it, and takes no file twice under two names [#178]", async () => {
    const { apply, volume } = await openWorkspace({ "real/a.txt": "A\n" }, { links: { alias: "real" } });
    const section = (path: string, to: string) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-A\n+${to}\n`;
    const through = await refusal(apply({ patch: section("alias/a.txt", "B") }));
    expect(through).toMatchObject({ code: "path_not_allowed", details: { path: "alias/a.txt", reason: "link" } });
    const scope = { sections: "scope", rescue: false } as const;
    for (const second of ["alias/a.txt", "real/a.txt", "real/../real/a.txt"]) {
      const twice = await refusal(apply({ patch: section("real/a.txt", "B") + section(second, "C"), dialect: scope }));
      expect(twice).toMatchObject({ code: "patch_invalid", details: { reason: "path_twice", path: "real/a.txt" } });
    }
    expect(treeOf(volume)["real/a.txt"]).toBe("A\n");
    await apply({ patch: section("alias/a.txt", "B"), dialect: scope });
    expect(treeOf(volume)["real/a.txt"]).toBe("B\n");
  });

  test("every fault is told, and nothing is changed", async () => {
    const { apply, volume } = await openWorkspace({ "a.txt": "1\n" });
    const patch = "--- a/no.txt\n+++ b/no.txt\n@@ -1 +1 @@\n-1\n+2\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-other\n+2\n";
    const { details } = await refusal(apply({ patch }));
    expect(details["faults"]).toMatchObject([
      { code: "not_found", path: "no.txt", patchLine: 1 },
      { code: "patch_conflict", path: "a.txt" },
    ]);
    expect(treeOf(volume)).toEqual({ "a.txt": "1\n" });
  });

  test("an abort while it waits for its turn changes nothing; one after its commit began comes too late [#187]", async () => {
    const controller = new AbortController();
    const guard: Guard = {
      allow() {
        controller.abort();
        return undefined;
      },
    };
    const { apply, volume } = await openWorkspace(fiveFiles, { guards: [guard] });
    expect(await refusal(apply({ patch: fivePatch }, { signal: controller.signal }))).toMatchObject({
      code: "aborted",
      status: "rejected",
    });
    expect(treeOf(volume)).toEqual(fiveFiles);

    const late = new AbortController();
    const oneByOne = await openWorkspace(fiveFiles, {
      wrap: (inner) => perFile({ ...inner, commit: (batch) => (late.abort(), inner.commit(batch)) }),
    });
    expect((await oneByOne.apply({ patch: fivePatch }, { signal: late.signal })).files).toHaveLength(5);
    expect(treeOf(oneByOne.volume)).toEqual(fiveChanged);
  });

  test("whatever commit fails, the tree is the one before or the one after", async () => {
    const { apply, volume } = await openWorkspace(fiveFiles, { wrap: (inner) => withFaults(inner, { commit: () => true }) });
    expect(await refusal(apply({ patch: fivePatch }))).toMatchObject({ code: "io_error", status: "rejected", effects: [] });
    expect(treeOf(volume)).toEqual(fiveFiles);
  });

  test("where files are committed one by one, all of them are changed too", async () => {
    const { apply, volume } = await openWorkspace(fiveFiles, { wrap: (inner) => perFile(inner) });
    await apply({ patch: fivePatch });
    expect(treeOf(volume)).toEqual(fiveChanged);
  });

  // Four files, a directory and the fifth file are six changes.
  test.each([0, 1, 2, 3, 4, 5])("and when change %i fails, the effects are the files that differ [#20] [#185]", async (failAt) => {
    const { apply, volume } = await openWorkspace(fiveFiles, { wrap: (inner) => perFile(inner, failAt) });
    const { status, effects } = await refusal(apply({ patch: fivePatch }));
    expect(status).toBe(failAt === 0 ? "rejected" : "partial");
    const after = treeOf(volume);
    const differing = Object.keys({ ...fiveFiles, ...after }).filter((path) => after[path] !== (fiveFiles as Record<string, string>)[path]);
    expect(effects.map((effect) => (effect as { path: string }).path)).toEqual(differing);
  });
});
