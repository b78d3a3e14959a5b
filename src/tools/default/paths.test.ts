import { describe, expect, test } from "vitest";
import { openWorkspace, treeOf, type TestFiles } from "../../../test/support/workspace.ts";
import { createTools } from "../catalog.ts";
import type { ToolResult } from "../result.ts";

async function setUp(files: TestFiles, links: Readonly<Record<string, string>> = {}) {
  const workspace = await openWorkspace(files, { links });
  return { tools: createTools(workspace), volume: workspace.volume };
}

function codeOf(result: ToolResult): string {
  return result.status === "ok" ? "ok" : result.code;
}

/** Arguments of each tool for one path. */
const forPath: Readonly<Record<string, (path: string) => object>> = {
  read: (path) => ({ path }),
  read_image: (path) => ({ path }),
  write: (path) => ({ path, content: "x" }),
  create: (path) => ({ path, content: "x" }),
  edit: (path) => ({ path, edits: [{ old_string: "a", new_string: "b" }] }),
  delete: (path) => ({ path }),
  mkdir: (path) => ({ path }),
  move: (path) => ({ source: path, destination: "new.txt" }),
  list: (path) => ({ path }),
  tree: (path) => ({ path }),
  file_count: (path) => ({ path }),
  glob: (path) => ({ pattern: "*", path }),
  grep: (path) => ({ pattern: "a", path }),
};

const everyTool = Object.keys(forPath);

test("[#22] an empty path is refused where a file is meant, and is the root where a directory is", async () => {
  const { tools, volume } = await setUp({ "a.txt": "a\n" });
  for (const tool of ["read", "write", "edit"]) expect(codeOf(await tools.call(tool, forPath[tool]?.("")))).toBe("invalid_arguments");
  expect((await tools.call("glob", { pattern: "*", path: "" })).text).toBe("a.txt");
  expect((await tools.call("grep", { pattern: "a", path: "" })).text).toBe("a.txt\n  1: a");
  for (const tool of ["list", "tree"]) expect((await tools.call(tool, { path: "" })).text).toBe("a.txt");
  expect(treeOf(volume)).toEqual({ "a.txt": "a\n" });
});

describe.each(everyTool)("%s", (tool) => {
  test.each([
    ["[#23] ", "../x", "path_not_allowed"],
    ["", "/etc/passwd", "path_not_allowed"],
    ["", "/workspace-evil/x", "path_not_allowed"],
    ["[#27] ", "~bob/x", "path_malformed"],
    ["[#29] ", "a\0b", "path_malformed"],
    ["", "a\ud800", "path_malformed"],
    ["[#30] ", "file://host/a", "path_malformed"],
    ["[#30] ", "file:///etc/a", "path_not_allowed"],
  ])("%srefuses %j as %s with a text, and changes nothing", async (_, path, code) => {
    const { tools, volume } = await setUp({ "a.txt": "a\n" });
    const result = await tools.call(tool, forPath[tool]?.(path));
    expect(codeOf(result)).toBe(code);
    expect(result.text).toMatch(/Use a path/);
    expect(treeOf(volume)).toEqual({ "a.txt": "a\n" });
  });

  test("[#30] takes a file URL for the path it names", async () => {
    const results: ToolResult[] = [];
    for (const path of ["a.txt", "file:///workspace/a.txt"]) {
      const { tools } = await setUp({ "a.txt": "a\n" });
      results.push(await tools.call(tool, forPath[tool]?.(path)));
    }
    const [plain, url] = results.map((result) => [codeOf(result), result.effects]);
    expect(url).toEqual(plain);
  });
});

test("[#24] an absolute path inside the root is the relative one, and results show the relative one", async () => {
  const { tools } = await setUp({ "src/a.txt": "a\n" });
  const [absolute, relative] = [
    await tools.call("read", { path: "/workspace/src/a.txt" }),
    await tools.call("read", { path: "src/a.txt" }),
  ];
  expect(absolute).toEqual(relative);
  expect((await tools.call("grep", { pattern: "a", path: "/workspace/src" })).text).toBe("src/a.txt\n  1: a");
  expect((await tools.call("write", { path: "/workspace/b.txt", content: "" })).effects).toMatchObject([{ op: "create", path: "b.txt" }]);
});

test('[#26] "." is no file', async () => {
  const { tools } = await setUp({ "a.txt": "a" });
  expect(codeOf(await tools.call("read", { path: "." }))).toBe("not_a_file");
  expect(codeOf(await tools.call("edit", forPath["edit"]?.(".")))).toBe("not_a_file");
  expect(codeOf(await tools.call("write", { path: ".", content: "" }))).toBe("is_a_directory");
});

test("[#37] writing through a link to a directory changes the real file", async () => {
  const { tools, volume } = await setUp({ "real/a.txt": "a" }, { alias: "real" });
  const result = await tools.call("write", { path: "alias/a.txt", content: "b" });
  expect(result).toMatchObject({ status: "ok", meta: { resolved_path: "real/a.txt" } });
  expect(treeOf(volume)).toEqual({ "real/a.txt": "b", alias: "→ real" });
});

test("[#38] a link to a file inside is followed and the file named; one that leads outside is refused", async () => {
  const { tools } = await setUp({ "real.txt": "a", "/outside.txt": "a" }, { "in.txt": "real.txt", "out.txt": "/outside.txt" });
  for (const tool of ["read", "edit", "write"]) {
    const args = tool === "edit" ? { path: "in.txt", edits: [{ old_string: "a", new_string: "ba" }] } : forPath[tool]?.("in.txt");
    expect((await tools.call(tool, args)).meta.resolved_path).toBe("real.txt");
    expect(codeOf(await tools.call(tool, forPath[tool]?.("out.txt")))).toBe("path_not_allowed");
  }
});
