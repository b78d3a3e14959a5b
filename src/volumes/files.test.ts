import { describe, expect, test } from "vitest";
import { encode } from "../core/text.ts";
import { filesToChanges } from "./files.ts";
import type { Files } from "./files.ts";
import { createMemoryVolume } from "./memory.ts";

const put = (path: string, text: string) => ({ op: "put", path, bytes: encode(text) });
const mkdir = (path: string) => ({ op: "mkdir", path });

function issuesOf(files: unknown): unknown {
  try {
    return filesToChanges(files as Files, "/w");
  } catch (error) {
    return (error as { code: string; details: { issues: unknown } }).details.issues;
  }
}

describe("memfs's toJSON()", () => {
  test("relative names are below the root, absolute ones where they say", () => {
    expect(filesToChanges({ "a.txt": "a", "./b.txt": "b", "/tmp/c.txt": "c" }, "/w")).toEqual([
      mkdir("/w"),
      put("/w/a.txt", "a"),
      put("/w/b.txt", "b"),
      mkdir("/tmp"),
      put("/tmp/c.txt", "c"),
    ]);
  });

  test("directories on the way are made once, outermost first", () => {
    expect(filesToChanges({ "a/b/c": "1", "a/b/d": "2", "a/e": null, a: null }, "/w/x")).toEqual([
      mkdir("/w"),
      mkdir("/w/x"),
      mkdir("/w/x/a"),
      mkdir("/w/x/a/b"),
      put("/w/x/a/b/c", "1"),
      put("/w/x/a/b/d", "2"),
      mkdir("/w/x/a/e"),
    ]);
  });

  test("bytes are bytes", () => {
    const bytes = new Uint8Array([0, 255]);
    expect(filesToChanges({ a: bytes }, "/")).toEqual([{ op: "put", path: "/a", bytes }]);
  });
});

describe("WebContainer's FileSystemTree", () => {
  test("files, links and directories, nested", () => {
    const tree: Files = {
      "package.json": { file: { contents: "{}" } },
      src: {
        directory: { "a.ts": { file: { contents: new Uint8Array([1]) } }, link: { file: { symlink: "a.ts" } }, empty: { directory: {} } },
      },
    };
    expect(filesToChanges(tree, "/w")).toEqual([
      mkdir("/w"),
      put("/w/package.json", "{}"),
      mkdir("/w/src"),
      { op: "put", path: "/w/src/a.ts", bytes: new Uint8Array([1]) },
      { op: "symlink", path: "/w/src/link", target: "a.ts" },
      mkdir("/w/src/empty"),
    ]);
  });

  test("a file may be called file, directory, or __proto__", () => {
    const tree = JSON.parse('{"d": {"directory": {"__proto__": {"file": {"contents": "1"}}, "directory": {"directory": {}}}}}') as Files;
    expect(filesToChanges(tree, "/")).toEqual([mkdir("/d"), put("/d/__proto__", "1"), mkdir("/d/directory")]);
  });
});

describe("what is no files at all", () => {
  test.each([
    ["a number", { a: 1 }, [{ at: "files.a", problem: "type", received: "number" }]],
    ["undefined", { a: undefined }, [{ at: "files.a", problem: "type" }]],
    ["an unknown node", { a: { folder: {} } }, [{ at: "files.a", problem: "type" }]],
    ["a file without contents", { a: { file: {} } }, [{ at: "files.a.file", problem: "type" }]],
    ["a file that is null", { a: { file: null } }, [{ at: "files.a.file", problem: "type" }]],
    ["a directory that is null", { a: { directory: null } }, [{ at: "files.a.directory", problem: "type" }]],
    ["a path as a name", { a: { directory: { "b/c": { file: { contents: "" } } } } }, [{ at: "files.a.directory.b/c", problem: "type" }]],
    ["a plain text in a directory node", { a: { directory: { b: "text" } } }, [{ at: "files.a.directory.b", problem: "type" }]],
    ["a lone surrogate", { a: "x\uD800" }, [{ at: "files.a", problem: "not_well_formed" }]],
    ["a file twice", { a: "1", "./a": "2" }, [{ at: "files../a", problem: "conflict" }]],
    ["a file below a file", { a: "1", "a/b": "2" }, [{ at: "files.a/b", problem: "conflict" }]],
    ["a file where a directory is", { "a/b": "2", a: "1" }, [{ at: "files.a", problem: "conflict" }]],
  ])("%s is invalid_arguments", (_, files, issues) => {
    expect(issuesOf(files)).toMatchObject(issues);
  });

  test("a path that leaves its place is refused, not resolved", () => {
    expect(() => createMemoryVolume({ files: { "../a": "" } })).toThrow(expect.objectContaining({ code: "path_malformed" }));
    expect(() => createMemoryVolume({ files: { "a//b": "" } })).toThrow(expect.objectContaining({ code: "path_malformed" }));
    expect(() => createMemoryVolume({ files: { "a/": null } })).toThrow(expect.objectContaining({ code: "path_malformed" }));
  });

  test("a root that is no volume path is refused", () => {
    expect(() => filesToChanges({}, "workspace")).toThrow(expect.objectContaining({ code: "path_malformed" }));
  });
});
