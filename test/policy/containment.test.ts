import { describe, expect, test } from "vitest";
import type { Guard } from "../../src/policy/guard.ts";
import { createPathRules } from "../../src/policy/path-rules.ts";
import { createTools } from "../../src/tools/catalog.ts";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import type { Change, Volume } from "../../src/volumes/volume.ts";
import { createWorkspace } from "../../src/workspace/index.ts";
import { openCatalog } from "../support/catalog.ts";
import { fakePorts } from "../support/fake-ports.ts";
import { openWorkspace, refusal, treeOf } from "../support/workspace.ts";

const origin = { by: "host" } as const;

describe("places", () => {
  test("a link to a directory or to nothing readable is no file, and the text says what it is [#43]", async () => {
    const other: Guard = {};
    const asOther = (volume: Volume): Volume => ({
      ...volume,
      entry: (path) => (path === "/workspace/pipe" ? { kind: "other", id: 9_999 } : volume.entry(path)),
    });
    const workspace = await openWorkspace({ "d/a": "" }, { links: { way: "d", "to-pipe": "pipe" }, wrap: asOther, guards: [other] });
    const model = openCatalog(workspace);
    const directory = await model.call("read", { path: "way" });
    expect(directory).toMatchObject({ code: "not_a_file", details: { kind: "directory" } });
    expect(directory.text).toContain("is a directory");
    const special = await model.call("read", { path: "to-pipe" });
    expect(special).toMatchObject({ code: "not_a_file", details: { kind: "other" } });
    expect(special.text).toContain("neither a file nor a directory");
  });

  test("a root that is a link is resolved once, and what is in it is inside [#44]", async () => {
    const volume = createMemoryVolume({ files: { "/real/a.txt": "a", "/elsewhere/b.txt": "b" } });
    await volume.commit({ changes: [{ op: "symlink", path: "/project", target: "real" }], origin });
    const { read, root } = await createWorkspace(volume, { root: "/project" });
    expect(root).toBe("/real");
    for (const path of ["a.txt", "/project/a.txt", "/real/a.txt"])
      expect(await read({ path })).toMatchObject({ path: "a.txt", content: "a" });
    const retarget: readonly Change[] = [
      { op: "remove", path: "/project" },
      { op: "symlink", path: "/project", target: "/elsewhere" },
    ];
    await volume.commit({ changes: retarget, origin });
    expect(await read({ path: "a.txt" })).toMatchObject({ content: "a" });
    expect((await refusal(read({ path: "b.txt" }))).code).toBe("not_found");
  });

  test("a relative path is of the root, and of nothing that was read before [#45]", async () => {
    const model = openCatalog(await openWorkspace({ "x.txt": "root", "d/x.txt": "below" }));
    await model.call("list", { path: "d" });
    expect(await model.call("read", { path: "x.txt" })).toMatchObject({ data: { content: "root" } });
    expect(await model.call("grep", { pattern: "o", path: "d/../d" })).toMatchObject({ data: { lines: [{ path: "d/x.txt" }] } });
  });
});

describe("while a question is open", () => {
  async function openWith(during: readonly Change[], links: Readonly<Record<string, string>> = {}) {
    const guard: Guard = { allow: () => void workspace.volume.commit({ changes: during, origin }) };
    const workspace = await openWorkspace({ d: null, "other/o": "", "a.txt": "a", "b.txt": "b" }, { guards: [guard], links });
    return workspace;
  }

  test("a link in the place of a directory is not taken for what it leads to [#61]", async () => {
    const { write, volume } = await openWith([
      { op: "remove", path: "/workspace/d" },
      { op: "symlink", path: "/workspace/d", target: "other" },
    ]);
    expect(await refusal(write({ path: "d/a.txt", content: "x" }))).toMatchObject({ code: "stale_version", details: { reason: "scope" } });
    expect(treeOf(volume)).toMatchObject({ d: "→ other", "other/o": "" });
    expect(volume.entry("/workspace/other/a.txt")).toBeUndefined();
  });

  test("an identity of nothing is equal to none, not even where nothing is [#60]", async () => {
    const { access, volume } = await openWith([{ op: "mkdir", path: "/workspace/moved" }]);
    for (const path of ["/workspace/d", "/workspace/none"]) {
      const plan = async () => {
        const place = await access.locate("d/a.txt", { for: "write", leaf: "follow", absent: true }, {});
        const change: Change = { op: "put", path: place.path, bytes: new Uint8Array() };
        const unidentified = { ...place, scope: { path, id: 0 } };
        return { targets: [{ place: unidentified, capability: "write" as const }], changes: [change], respond: () => ({}) };
      };
      expect(await refusal(access.change({ plan }, {}))).toMatchObject({ code: "stale_version", details: { reason: "scope" } });
      await volume.commit({ changes: [{ op: "remove", path: "/workspace/moved" }], origin });
    }
  });

  test("a path that leads elsewhere by then changes neither the one nor the other [#62]", async () => {
    const retarget: readonly Change[] = [
      { op: "remove", path: "/workspace/link" },
      { op: "symlink", path: "/workspace/link", target: "b.txt" },
    ];
    const { write, volume } = await openWith(retarget, { link: "a.txt" });
    expect(await refusal(write({ path: "link", content: "x" }))).toMatchObject({ code: "stale_version", details: { reason: "plan" } });
    expect(treeOf(volume)).toMatchObject({ "a.txt": "a", "b.txt": "b" });
  });
});

test("a preview shows what an edit would do, fails as the edit would, and changes nothing [#73]", async () => {
  const workspace = await openWorkspace({ "a.txt": "1\n2\n" });
  const model = openCatalog(workspace);
  const edits = [{ old_string: "2", new_string: "3" }];
  const preview = await model.call("edit", { path: "a.txt", edits, dry_run: true });
  expect(preview).toMatchObject({ status: "ok", effects: [] });
  expect(preview.text).toContain("-2\n+3\n");
  for (const args of [
    { path: "a.txt", edits: [{ old_string: "9", new_string: "" }] },
    { path: "none.txt", edits },
    { path: "a.txt", edits: [] },
  ]) {
    const { meta: _, ...expected } = await model.call("edit", args);
    const { meta: __, ...failed } = await model.call("edit", { ...args, dry_run: true });
    expect(failed).toEqual(expected);
  }
  expect(treeOf(workspace.volume)).toEqual({ "a.txt": "1\n2\n" });
});

test("blocked entries are neither shown nor entered, and each is told to the host [#74]", async () => {
  const blocked: string[] = [];
  const rules = createPathRules({
    root: "/workspace",
    rules: [{ glob: "private", sight: "hidden", reason: "private" }],
    onBlocked: (path) => blocked.push(path),
  });
  const model = openCatalog(await openWorkspace({ "private/deep/x.txt": "x", "d/private": "x", "open.txt": "x" }), { guards: [rules] });
  for (const [tool, args] of [
    ["glob", { pattern: "**/*", type: "any" }],
    ["grep", { pattern: "x" }],
    ["list", {}],
    ["tree", {}],
    ["file_count", {}],
  ] as const) {
    blocked.length = 0;
    const result = await model.call(tool, args);
    expect(JSON.stringify(result.status === "ok" && result.data)).not.toContain("private");
    expect(result).toMatchObject({ data: { skipped: { protected: tool === "list" ? 1 : 2 } } });
    expect(new Set(blocked)).toEqual(new Set(tool === "list" ? ["/workspace/private"] : ["/workspace/d/private", "/workspace/private"]));
  }
});

test("the paths of a patch are told without any port, sorted and once each [#75]", () => {
  const { ports, calls } = fakePorts();
  const tools = createTools(ports);
  const rename = "diff --git a/old.txt b/new.txt\nsimilarity index 100%\nrename from old.txt\nrename to new.txt\n";
  expect(tools.mutationPaths("apply_patch", { patch: rename })).toEqual(["new.txt", "old.txt"]);
  const twice = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-1\n+2\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+2\n";
  expect(tools.mutationPaths("apply_patch", { patch: twice })).toEqual(["a.txt", "b.txt"]);
  expect(calls).toEqual([]);
});
