import { describe, expect, test } from "vitest";
import { createTools } from "../../src/tools/index.ts";
import { openWorkspace, treeOf, type TestFiles } from "../support/workspace.ts";

async function open(files: TestFiles = {}, links: Readonly<Record<string, string>> = {}) {
  const workspace = await openWorkspace(files, { links });
  return { tools: createTools(workspace), volume: workspace.volume };
}

describe("read", () => {
  test("a directory is said to be one, and list is named [#96]", async () => {
    const other = await openWorkspace(
      { "d/a": "" },
      { wrap: (volume) => ({ ...volume, entry: (path) => (path === "/workspace/pipe" ? { kind: "other", id: 99 } : volume.entry(path)) }) },
    );
    const tools = createTools(other);
    const directory = await tools.call("read", { path: "d" });
    expect(directory).toMatchObject({ status: "rejected", code: "not_a_file", details: { kind: "directory" } });
    expect(directory.text).toContain("directory");
    expect(directory.text).toContain("list");
    expect(await tools.call("read", { path: "pipe" })).toMatchObject({
      status: "rejected",
      code: "not_a_file",
      details: { kind: "other" },
    });
  });

  test("malformed arguments are refused without a look at the tree [#101]", async () => {
    let looks = 0;
    const workspace = await openWorkspace(
      { a: "" },
      {
        wrap: (volume) => ({
          ...volume,
          entry: (path) => {
            looks++;
            return volume.entry(path);
          },
        }),
      },
    );
    const tools = createTools(workspace);
    looks = 0;
    for (const args of [{}, { path: 1 }, { path: "a", offset: 0 }, { path: "a", limit: 10_001 }, { path: "a", nope: 1 }, "{"]) {
      expect(await tools.call("read", args)).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    }
    expect(looks).toBe(0);
  });
});

describe("create", () => {
  test("never over anything that is there [#117]", async () => {
    const { tools, volume } = await open({ "a.txt": "1", d: null }, { dangling: "nowhere" });
    const before = treeOf(volume);
    for (const path of ["a.txt", "d", "dangling"]) {
      expect(await tools.call("create", { path, content: "x" })).toMatchObject({ status: "rejected", code: "already_exists", effects: [] });
    }
    expect(treeOf(volume)).toEqual(before);
  });

  test("makes the missing directories below the one it was allowed in [#118]", async () => {
    const { tools, volume } = await open({ d: null });
    expect(await tools.call("create", { path: "d/e/f.txt", content: "x\n" })).toMatchObject({
      status: "ok",
      data: { bytes_written: 2 },
      effects: [
        { op: "mkdir", path: "d/e" },
        { op: "create", path: "d/e/f.txt" },
      ],
    });
    expect(treeOf(volume)).toEqual({ "d/e/f.txt": "x\n" });
  });
});

describe("results", () => {
  test("a link's target is told as the resolved path, another spelling is not", async () => {
    const { tools } = await open({ "real.txt": "x\n" }, { link: "real.txt" });
    expect((await tools.call("read", { path: "link" })).meta.resolved_path).toBe("real.txt");
    expect((await tools.call("read", { path: "./real.txt" })).meta).not.toHaveProperty("resolved_path");
  });

  test("meta.next is the call that goes on", async () => {
    const { tools } = await open({ "a.txt": Array.from({ length: 2_500 }, (_, index) => `${index + 1}\n`).join("") });
    const first = await tools.call("read", { path: "a.txt" });
    const next = first.meta.next;
    expect(next).toEqual({ tool: "read", arguments: { path: "a.txt", offset: 2_001 } });
    const second = await tools.call(next?.tool ?? "", next?.arguments);
    expect(second).toMatchObject({ status: "ok", data: { start_line: 2_001, end_line: 2_500, truncated: false } });
    expect(second.meta).not.toHaveProperty("next");
  });

  test("the root's sibling is outside, and its absolute spelling is the same file", async () => {
    const workspace = await openWorkspace({ "/project/a.txt": "in\n", "/project-evil/secret": "out\n" }, { root: "/project" });
    const tools = createTools(workspace);
    expect(await tools.call("read", { path: "/project-evil/secret" })).toMatchObject({ status: "rejected", code: "path_not_allowed" });
    expect(await tools.call("read", { path: "/project/a.txt" })).toMatchObject({ status: "ok", data: { content: "in" } });
    expect((await tools.call("edit", { path: "/project/a.txt", edits: [{ old_string: "in", new_string: "still in" }] })).text).toContain(
      "a.txt",
    );
    const found = await tools.call("glob", { pattern: "**" });
    expect(found).toMatchObject({ data: { paths: ["a.txt"] } });
  });
});
