import git from "isomorphic-git";
import { afterEach, describe, expect, test } from "vitest";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Volume } from "../volumes/volume.ts";
import { createWorkspace } from "../workspace/index.ts";
import { openWorkspace } from "./client.ts";
import type { RemoteWorkspace } from "./client.ts";
import { mutatingOperations } from "./mutating-operations.ts";
import { serve } from "./serve.ts";

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
});

async function open(volume: Volume = createMemoryVolume({ files: { "a.txt": "one\n", "dir/b.txt": "" } })) {
  const { port1, port2 } = new MessageChannel();
  serve({ volumes: { given: () => volume } }, port2);
  const workspace = await openWorkspace({ volume: { kind: "given" }, worker: () => port1 });
  opened.push(workspace);
  return { workspace, fs: workspace.fs, volume, kill: () => port2.close() };
}

describe("a page's workspace.fs", () => {
  test("has the methods of the one in the worker", async () => {
    const { fs } = await open();
    const local = (await createWorkspace(createMemoryVolume())).fs;
    expect(Object.keys(fs).toSorted()).toEqual(Object.keys(local).toSorted());
    expect(Object.keys(mutatingOperations).toSorted()).toEqual(Object.keys(local).toSorted());
  });

  test("reads, writes and lists in Node's shapes", async () => {
    const { fs } = await open();
    const content = new Uint8Array([0, 255]);
    await fs.writeFile("b.bin", content);
    expect(content.byteLength).toBe(2);
    expect(await fs.readFile("b.bin")).toEqual(new Uint8Array([0, 255]));
    expect(await fs.readFile("a.txt", "utf8")).toBe("one\n");
    expect(await fs.readdir("/workspace")).toEqual(["a.txt", "b.bin", "dir"]);
    const entries = await fs.readdir("/workspace", { withFileTypes: true });
    expect(entries.map((entry) => entry.isDirectory())).toEqual([false, false, true]);
    expect((await fs.stat("dir")).isDirectory()).toBe(true);
    expect((await fs.stat("a.txt")).size).toBe(4);
  });

  test("makes its changes as the host, one commit each", async () => {
    const { fs, volume } = await open();
    const origins: unknown[] = [];
    volume.watch(({ origin }) => void origins.push(origin));
    await fs.rm("dir", { recursive: true });
    expect(origins).toEqual([{ by: "host" }]);
  });

  test("fails as Node does", async () => {
    const { fs } = await open();
    await expect(fs.readFile("none")).rejects.toMatchObject({
      message: "ENOENT: no such file or directory, open 'none'",
      code: "ENOENT",
      cause: { code: "not_found" },
    });
  });

  test("a change whose answer is lost is uncertain, and a read is not", async () => {
    const volume = createMemoryVolume({ files: { "a.txt": "" } });
    let begin = (): void => {};
    const began = new Promise<void>((resolve) => (begin = resolve));
    const never = new Promise<never>(() => {});
    const commit: Volume["commit"] = (batch) => (batch.changes.some(({ op }) => op === "put") ? (begin(), never) : volume.commit(batch));
    const { fs, kill } = await open({ ...volume, commit });
    const change = fs.writeFile("a.txt", "x");
    await began;
    kill();
    await expect(change).rejects.toMatchObject({ code: "EIO", cause: { code: "unavailable", status: "uncertain" } });
    await expect(fs.readFile("a.txt")).rejects.toMatchObject({ code: "EIO", cause: { status: "rejected" } });
  });

  test("is what git works on from the page", async () => {
    const { fs } = await open();
    const repository = { fs, dir: "/workspace" };
    await git.init({ ...repository, defaultBranch: "main" });
    await git.add({ ...repository, filepath: "." });
    await git.commit({ ...repository, message: "first", author: { name: "A", email: "a@example.org", timestamp: 1 } });
    await fs.writeFile("a.txt", "two\n");
    expect(await git.status({ ...repository, filepath: "a.txt" })).toBe("*modified");
    expect(await git.status({ ...repository, filepath: "dir/b.txt" })).toBe("unmodified");
  });
});
