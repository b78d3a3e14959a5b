import { describe, expect, test } from "vitest";
import { openWorkspace, treeOf, type TestFiles } from "../../../test/support/workspace.ts";
import { createTools } from "../catalog.ts";

async function setUp(files: TestFiles, links: Readonly<Record<string, string>> = {}) {
  const workspace = await openWorkspace(files, { links });
  return { tools: createTools(workspace), tree: () => treeOf(workspace.volume) };
}

describe("write", () => {
  test("[#107] makes parents and counts the bytes it stored", async () => {
    const { tools, tree } = await setUp({});
    const result = await tools.call("write", { path: "a/b/c.txt", content: "你\n" });
    expect(result).toMatchObject({ status: "ok", data: { bytes_written: 4, created: true } });
    expect(tree()).toEqual({ "a/b/c.txt": "你\n" });
  });

  test("[#108] refuses a NUL, and makes neither file nor directory", async () => {
    const { tools, tree } = await setUp({});
    expect(await tools.call("write", { path: "a/b.txt", content: "x\0y" })).toMatchObject({ status: "rejected", code: "binary_file" });
    expect(tree()).toEqual({});
  });

  test("[#109] keeps CRLF and byte order mark, doubles neither, and counts what it stored", async () => {
    const { tools, tree } = await setUp({ "crlf.txt": "1\r\n", "bom.txt": "\ufeff1\n" });
    expect(await tools.call("write", { path: "crlf.txt", content: "a\nb\n" })).toMatchObject({
      data: { bytes_written: 6, line_ending: "crlf" },
    });
    expect(await tools.call("write", { path: "bom.txt", content: "a" })).toMatchObject({ data: { bytes_written: 4, bom: true } });
    expect(tree()).toEqual({ "crlf.txt": "a\r\nb\r\n", "bom.txt": "\ufeffa" });
    await tools.call("write", { path: "crlf.txt", content: "a\r\n" });
    await tools.call("write", { path: "bom.txt", content: "\ufeffb" });
    expect(tree()).toEqual({ "crlf.txt": "a\r\n", "bom.txt": "\ufeffb" });
  });

  test("[#114] never replaces a directory", async () => {
    const { tools, tree } = await setUp({ "d/x": "1" });
    const result = await tools.call("write", { path: "d", content: "" });
    expect(result).toMatchObject({ status: "rejected", code: "is_a_directory" });
    expect(tree()).toEqual({ "d/x": "1" });
  });

  test("refuses another version than the one expected, and takes the one it reported", async () => {
    const { tools } = await setUp({});
    const first = await tools.call("write", { path: "a.txt", content: "1" });
    const { version } = (first as unknown as { data: { version: string } }).data;
    expect(await tools.call("write", { path: "a.txt", content: "2", expected_version: version })).toMatchObject({ status: "ok" });
    const stale = await tools.call("write", { path: "a.txt", content: "3", expected_version: version });
    expect(stale).toMatchObject({ status: "rejected", code: "stale_version" });
    expect(stale.text).toContain("Use read again");
  });
});

test("[#117] create refuses a file, a directory and a dangling link, and leaves them", async () => {
  const { tools, tree } = await setUp({ "f.txt": "1", "d/x": "2" }, { l: "missing" });
  const before = tree();
  for (const path of ["f.txt", "d", "l"]) {
    expect(await tools.call("create", { path, content: "x" })).toMatchObject({ status: "rejected", code: "already_exists" });
  }
  expect(tree()).toEqual(before);
});

test("mkdir makes what is missing, and says so when nothing is", async () => {
  const { tools, tree } = await setUp({ a: null });
  expect(await tools.call("mkdir", { path: "a/b/c" })).toMatchObject({ status: "ok", data: { path: "a/b/c", created: ["a/b", "a/b/c"] } });
  expect(tree()).toEqual({ "a/b/c": null });
  const again = await tools.call("mkdir", { path: "a/b/c" });
  expect(again).toMatchObject({ status: "ok", data: { created: [] }, effects: [] });
  expect(again.text).toContain("nothing was changed");
});

describe("delete", () => {
  test("removes a file, a link but not its target, and an empty directory", async () => {
    const { tools, tree } = await setUp({ "f.txt": "1", "real.txt": "2", d: null }, { l: "real.txt" });
    const texts = [];
    for (const path of ["f.txt", "l", "d"]) texts.push((await tools.call("delete", { path })).text);
    expect(texts).toEqual(['Deleted the file "f.txt".', 'Deleted the link "l".', 'Deleted the empty directory "d".']);
    expect(tree()).toEqual({ "real.txt": "2" });
  });

  test("refuses a directory that holds something, hidden things included", async () => {
    const { tools, tree } = await setUp({ "d/.keep": "" });
    expect(await tools.call("delete", { path: "d" })).toMatchObject({ status: "rejected", code: "not_empty", details: { entries: 1 } });
    expect(tree()).toEqual({ "d/.keep": "" });
  });
});

describe("move", () => {
  test("[#124] refuses whatever stands at the destination", async () => {
    const { tools, tree } = await setUp({ a: "1", f: "2", "d/x": "3" }, { l: "f", dangling: "missing" });
    const before = tree();
    for (const destination of ["f", "d", "l", "dangling"]) {
      expect(await tools.call("move", { source: "a", destination })).toMatchObject({ status: "rejected", code: "already_exists" });
    }
    expect(tree()).toEqual(before);
  });

  test("[#126] [#127] takes a whole directory, and never below itself", async () => {
    const { tools, tree } = await setUp({ "a/x": "1", "a/s/y": "2" });
    const inside = await tools.call("move", { source: "a", destination: "a/s/b" });
    expect(inside).toMatchObject({ status: "rejected", code: "invalid_move" });
    expect(tree()).toEqual({ "a/x": "1", "a/s/y": "2" });
    expect((await tools.call("move", { source: "a", destination: "b" })).text).toBe('Moved the directory "a" to "b".');
    expect(tree()).toEqual({ "b/x": "1", "b/s/y": "2" });
  });
});
