import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Volume } from "../volumes/volume.ts";
import { copy } from "./copy.ts";
import { fromDirectoryHandle, toDirectoryHandle } from "./directory-handle.ts";
import { toFiles } from "./file-system-tree.ts";

let folder: FileSystemDirectoryHandle;
let name: string;

beforeEach(async () => {
  name = `directory-handle-${crypto.randomUUID()}`;
  folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
});

afterEach(async () => {
  await (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true });
});

async function filesOf(volume: Volume): Promise<unknown> {
  return (await toFiles(volume, { from: "/", exclude: [] })).files;
}

async function refused(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const files = {
  "a.txt": "é\n",
  "d/b.bin": new Uint8Array([0, 255]),
  "d/empty": null,
  "d/large": new Uint8Array(300_000).fill(255),
  "node_modules/x/y.js": "",
};

describe("a directory handle", () => {
  test("is written and read back as it was, without what can be made again", async () => {
    const source = createMemoryVolume({ root: "/", files: { ...files, "d/link": { file: { symlink: "../a.txt" } } } });
    const written = await toDirectoryHandle(source, folder);
    expect(written).toMatchObject({ files: 3, directories: 2, links: 0, skipped: { derived: 1, links: 1 } });
    const volume = createMemoryVolume({ root: "/" });
    await copy(fromDirectoryHandle(folder), volume, { exclude: [] });
    const { "node_modules/x/y.js": derived, ...kept } = files;
    expect(derived).toBe("");
    expect(await filesOf(volume)).toEqual(kept);
  });

  test("does not enter what is left out", async () => {
    await toDirectoryHandle(createMemoryVolume({ root: "/", files }), folder, { exclude: [] });
    const volume = createMemoryVolume({ root: "/" });
    const report = await copy(fromDirectoryHandle(folder), volume);
    expect(report).toMatchObject({ files: 3, directories: 2, skipped: { derived: 1 } });
  });

  test("keeps what is there, and replaces files as a whole", async () => {
    await toDirectoryHandle(createMemoryVolume({ root: "/", files: { "a.txt": "a longer text", "kept.txt": "kept" } }), folder);
    await toDirectoryHandle(createMemoryVolume({ root: "/", files: { "a.txt": "new" } }), folder);
    const volume = createMemoryVolume({ root: "/" });
    await copy(fromDirectoryHandle(folder), volume);
    expect(await filesOf(volume)).toEqual({ "a.txt": "new", "kept.txt": "kept" });
  });

  test("is not written to when a limit is passed", async () => {
    const source = createMemoryVolume({ root: "/", files: { "a.txt": "a", "b.txt": "bb" } });
    expect(await refused(toDirectoryHandle(source, folder, { limits: { entryBytes: 1 } }))).toMatchObject({ code: "file_too_large" });
    const volume = createMemoryVolume({ root: "/" });
    await copy(fromDirectoryHandle(folder), volume);
    expect(await filesOf(volume)).toEqual({});
  });

  test("with a file in the way tells what was written before", async () => {
    await toDirectoryHandle(createMemoryVolume({ root: "/", files: { b: "a file" } }), folder);
    const source = createMemoryVolume({ root: "/", files: { "a.txt": "a", "b/c.txt": "c" } });
    expect(await refused(toDirectoryHandle(source, folder))).toMatchObject({
      code: "io_error",
      status: "partial",
      details: { path: "b", operation: "write" },
      effects: [{ op: "modify", path: "a.txt" }],
    });
  });

  test("that does not let a file be replaced leaves it uncertain", async () => {
    await folder.getDirectoryHandle("b.txt", { create: true });
    const source = createMemoryVolume({ root: "/", files: { "a.txt": "a", "b.txt": "b" } });
    expect(await refused(toDirectoryHandle(source, folder))).toMatchObject({
      code: "io_error",
      status: "uncertain",
      details: { path: "b.txt" },
      effects: [{ op: "modify", path: "a.txt" }],
    });
  });

  test("is read within the limits", async () => {
    await toDirectoryHandle(createMemoryVolume({ root: "/", files: { "a.bin": new Uint8Array(100_000) } }), folder);
    const volume = createMemoryVolume({ root: "/" });
    const call = copy(fromDirectoryHandle(folder), volume, { limits: { entryBytes: 99_999 } });
    expect(await refused(call)).toMatchObject({ code: "file_too_large", details: { path: "a.bin", limit: 99_999 } });
    expect(await filesOf(volume)).toEqual({});
  });
});
