import { describe, expect, test } from "vitest";
import type { Guard } from "../../src/policy/guard.ts";
import { profiles } from "../../src/tools/profiles.ts";
import type { ToolResult } from "../../src/tools/result.ts";
import { openCatalog } from "../support/catalog.ts";
import { openWorkspace, treeOf } from "../support/workspace.ts";

const files = { "a.txt": "1\n2\n3\n", "b.txt": "b\n", "dir/c.txt": "c\n" };

async function open(links: Readonly<Record<string, string>> = {}, guards: readonly Guard[] = []) {
  const workspace = await openWorkspace(files, { links });
  return { ...workspace, model: openCatalog(workspace, { guards }) };
}

function expectStale(result: ToolResult, path: string): void {
  expect(result).toMatchObject({ status: "rejected", code: "stale_version", details: { path, reason: "version" }, effects: [] });
}

describe("over a file that somebody else has changed since it was seen", () => {
  test.each([
    ["write", { path: "a.txt", content: "mine\n" }],
    ["delete", { path: "a.txt" }],
    ["move", { source: "a.txt", destination: "z.txt" }],
  ])("%s is stale, with what was changed", async (tool, args) => {
    const { model, write, volume } = await open();
    await model.call("read", { path: "a.txt" });
    await write({ path: "a.txt", content: "1\ntwo\n3\n" });
    const result = await model.call(tool, args);
    expectStale(result, "a.txt");
    const diff = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n";
    expect(result).toMatchObject({ details: { diff } });
    expect(result.text).toContain("-2\n+two\n");
    expect(treeOf(volume)["a.txt"]).toBe("1\ntwo\n3\n");
    await model.call("read", { path: "a.txt" });
    expect(await model.call(tool, args)).toMatchObject({ status: "ok" });
  });

  test("an edit lands where its text is still there once, and says so until the file is read", async () => {
    const { model, write, volume } = await open();
    await model.call("read", { path: "a.txt" });
    await write({ path: "a.txt", content: "1\n2\nthree\n" });
    const edited = await model.call("edit", { path: "a.txt", edits: [{ old_string: "1", new_string: "one" }] });
    expect(edited).toMatchObject({ status: "ok", meta: { changed_meanwhile: ["a.txt"] } });
    expect(edited.text).toContain('"a.txt" was changed by others since you saw it');
    expect(treeOf(volume)["a.txt"]).toBe("one\n2\nthree\n");
    expectStale(await model.call("write", { path: "a.txt", content: "one\n2\n3\n" }), "a.txt");
    await model.call("read", { path: "a.txt" });
    const again = await model.call("edit", { path: "a.txt", edits: [{ old_string: "2", new_string: "two" }] });
    expect(again.meta).not.toHaveProperty("changed_meanwhile");
    expect(await model.call("write", { path: "a.txt", content: "x" })).toMatchObject({ status: "ok" });
  });

  test("an edit whose text is gone fails as any other", async () => {
    const { model, write } = await open();
    await model.call("read", { path: "a.txt" });
    await write({ path: "a.txt", content: "other\n" });
    const args = { path: "a.txt", edits: [{ old_string: "1", new_string: "one" }] };
    expect(await model.call("edit", args)).toMatchObject({ status: "rejected", code: "edit_not_found" });
  });

  test("a patch lands too", async () => {
    const { model, write, volume } = await open();
    await model.call("read", { path: "a.txt" });
    await write({ path: "a.txt", content: "0\n1\n2\n3\n" });
    const patched = await model.call("apply_patch", { patch: "--- a/a.txt\n+++ b/a.txt\n@@ -2,2 +2,2 @@\n 2\n-3\n+4\n" });
    expect(patched).toMatchObject({ status: "ok", meta: { changed_meanwhile: ["a.txt"] } });
    expect(treeOf(volume)["a.txt"]).toBe("0\n1\n2\n4\n");
  });

  test("one that is gone is told once", async () => {
    const { model, remove } = await open();
    await model.call("read", { path: "b.txt" });
    await remove({ path: "b.txt" });
    expectStale(await model.call("write", { path: "b.txt", content: "again" }), "b.txt");
    expect(await model.call("write", { path: "b.txt", content: "again" })).toMatchObject({ status: "ok" });
  });

  test("nobody is asked for a change that is stale", async () => {
    let asked = 0;
    const { model, write } = await open({}, [{ allow: () => void asked++ }]);
    await model.call("read", { path: "a.txt" });
    await write({ path: "a.txt", content: "x" });
    expectStale(await model.call("delete", { path: "a.txt" }), "a.txt");
    expect(asked).toBe(0);
  });

  test("one that is changed while somebody is asked is stale then", async () => {
    const guard: Guard = { allow: async () => void (await workspace.write({ path: "a.txt", content: "theirs" })) };
    const workspace = await openWorkspace(files);
    const model = openCatalog(workspace, { guards: [guard] });
    await model.call("read", { path: "a.txt" });
    expectStale(await model.call("write", { path: "a.txt", content: "mine" }), "a.txt");
    expect(treeOf(workspace.volume)["a.txt"]).toBe("theirs");
  });
});

describe("what is known", () => {
  test("is known of the file, however it is spelled", async () => {
    const { model, write } = await open({ link: "a.txt", way: "dir" });
    await model.call("read", { path: "link" });
    await model.call("read", { path: "way/c.txt" });
    await write({ path: "a.txt", content: "x" });
    await write({ path: "dir/c.txt", content: "x" });
    expectStale(await model.call("write", { path: "./a.txt", content: "y" }), "a.txt");
    expectStale(await model.call("write", { path: "/workspace/dir/c.txt", content: "y" }), "dir/c.txt");
  });

  test("what was never seen is not stale", async () => {
    const { model, write } = await open();
    await write({ path: "a.txt", content: "x" });
    expect(await model.call("write", { path: "a.txt", content: "y" })).toMatchObject({ status: "ok" });
  });

  test("what the caller wrote itself it knows, in every way of writing", async () => {
    const { model } = await open();
    const calls = [
      ["write", { path: "a.txt", content: "one\n" }],
      ["edit", { path: "a.txt", edits: [{ old_string: "one", new_string: "two" }] }],
      ["apply_patch", { patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-two\n+three\n" }],
      ["move", { source: "a.txt", destination: "m.txt" }],
      ["write", { path: "m.txt", content: "four\n" }],
      ["delete", { path: "m.txt" }],
      ["create", { path: "m.txt", content: "five\n" }],
      ["write", { path: "m.txt", content: "six\n" }],
    ] as const;
    for (const [tool, args] of calls) {
      const result = await model.call(tool, args);
      expect(result).toMatchObject({ status: "ok" });
      expect(result.meta).not.toHaveProperty("changed_meanwhile");
    }
  });

  test("what it wrote and others changed is stale", async () => {
    const { model, write } = await open();
    await model.call("write", { path: "n.txt", content: "mine" });
    await write({ path: "n.txt", content: "theirs" });
    expectStale(await model.call("write", { path: "n.txt", content: "mine again" }), "n.txt");
  });

  test("a move takes what is known along, below a directory too", async () => {
    const { model, write } = await open();
    await model.call("read", { path: "dir/c.txt" });
    await model.call("move", { source: "dir", destination: "moved" });
    expect(await model.call("write", { path: "moved/c.txt", content: "x" })).toMatchObject({ status: "ok" });
    await write({ path: "moved/c.txt", content: "theirs" });
    expectStale(await model.call("write", { path: "moved/c.txt", content: "y" }), "moved/c.txt");
  });

  test("each catalog knows its own", async () => {
    const workspace = await openWorkspace(files);
    const [one, other] = [openCatalog(workspace, { name: "one" }), openCatalog(workspace, { name: "other" })];
    await one.call("read", { path: "a.txt" });
    await other.call("write", { path: "a.txt", content: "x" });
    expectStale(await one.call("write", { path: "a.txt", content: "y" }), "a.txt");
    expect(await other.call("write", { path: "a.txt", content: "z" })).toMatchObject({ status: "ok" });
  });

  test.each([
    ["scope", "read", "write"],
    ["agentkit", "read_file", "write_file"],
    ["codemeld", "read", "delete"],
  ] as const)("the tools of %s remember too", async (profile, read, change) => {
    const workspace = await openWorkspace(files);
    const model = openCatalog(workspace, { profile: profiles[profile] });
    await model.call(read, { path: "a.txt" });
    await workspace.write({ path: "a.txt", content: "x" });
    const args = change === "delete" ? { path: "a.txt" } : { path: "a.txt", content: "y" };
    expectStale(await model.call(change, args), "a.txt");
  });
});

describe("what others changed", () => {
  test("is told once, path by path, without saying who", async () => {
    const { model, write, move, makeDirectory, remove } = await open();
    await model.call("write", { path: "mine.txt", content: "x" });
    expect(await model.changes()).toBe("");
    await write({ path: "a.txt", content: "x" });
    await write({ path: "a.txt", content: "y" });
    await write({ path: "new.txt", content: "n" });
    await write({ path: "brief.txt", content: "n" });
    await remove({ path: "brief.txt" });
    await move({ source: "b.txt", destination: "dir/b.txt" });
    await makeDirectory({ path: "made" });
    expect(await model.changes()).toBe(
      [
        "Changed meanwhile:",
        '  changed "a.txt"',
        '  created "new.txt"',
        '  moved "b.txt" to "dir/b.txt"',
        '  created the directory "made"',
      ].join("\n"),
    );
    expect(await model.changes()).toBe("");
    await remove({ path: "new.txt" });
    expect(await model.changes()).toBe('Changed meanwhile:\n  deleted "new.txt"');
  });
});
