import { afterEach, expect, test } from "vitest";
import type { Files } from "../../src/volumes/files.ts";
import { openWorkspace } from "../../src/worker/client.ts";
import type { RemoteWorkspace } from "../../src/worker/client.ts";

let workspace: RemoteWorkspace | undefined;
afterEach(() => workspace?.dispose());

async function open(files: Files): Promise<RemoteWorkspace> {
  workspace = await openWorkspace({
    volume: { kind: "memory", files },
    worker: () => new Worker(new URL("../../src/worker/index.ts", import.meta.url), { type: "module" }),
  });
  return workspace;
}

test("a page reads, writes and lists the worker's files in Node's shapes", async () => {
  const { fs } = await open({ "a.txt": "é\n" });
  const content = Uint8Array.from({ length: 1_048_576 }, (_, index) => (index * 7) % 251);
  await fs.mkdir("d/e", { recursive: true });
  await fs.writeFile("d/e/large", content, { mode: 0o755 });
  const read = await fs.readFile("d/e/large");
  expect(read.byteLength).toBe(content.byteLength);
  expect(read.every((byte, index) => byte === content[index])).toBe(true);
  expect((await fs.stat("d/e/large")).mode).toBe(0o100755);
  expect(await fs.readFile("a.txt", "utf8")).toBe("é\n");
  expect((await fs.readdir("d", { withFileTypes: true })).map((entry) => [entry.name, entry.isDirectory()])).toEqual([["e", true]]);
  await expect(fs.readFile("none")).rejects.toMatchObject({ code: "ENOENT", message: "ENOENT: no such file or directory, open 'none'" });
});

test("the worker writes and reads a folder whose handle it is given, and a zip", async () => {
  const name = `transfer-${crypto.randomUUID()}`;
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(name, { create: true });
  try {
    const { importTree, exportTree, exportToDirectory } = await open({ "src/a.txt": "a", "src/d/b.bin": new Uint8Array([255]) });
    expect(await exportToDirectory({ directory, from: "src" })).toMatchObject({ files: 2, directories: 1 });
    expect(await importTree({ source: { directory }, to: "copy" })).toMatchObject({ files: 2, directories: 1, bytes: 2 });
    const { bytes = new Uint8Array() } = await exportTree({ as: "zip", from: "copy" });
    await importTree({ source: { zip: new Blob([bytes as BlobPart]) }, to: "again" });
    const { files } = await exportTree({ as: "files", from: "again" });
    expect(files).toEqual({ "a.txt": "a", "d/b.bin": new Uint8Array([255]) });
  } finally {
    await root.removeEntry(name, { recursive: true });
  }
});
