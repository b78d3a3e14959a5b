import { afterEach, expect, test } from "vitest";
import { openWorkspace } from "../../src/worker/client.ts";
import type { RemoteWorkspace } from "../../src/worker/client.ts";

let workspace: RemoteWorkspace | undefined;
afterEach(() => workspace?.dispose());

test("a page reads, writes and lists the worker's files in Node's shapes", async () => {
  workspace = await openWorkspace({
    volume: { kind: "memory", files: { "a.txt": "é\n" } },
    worker: () => new Worker(new URL("../../src/worker/index.ts", import.meta.url), { type: "module" }),
  });
  const { fs } = workspace;
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
