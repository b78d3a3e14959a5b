import { afterEach, describe, expect, test } from "vitest";
import { createMemoryDirectory } from "../../test/support/memory-directory.ts";
import { createMemoryFolder } from "../../test/support/memory-folder.ts";
import type { MemoryFolder } from "../../test/support/memory-folder.ts";
import { createFolder } from "../volumes/directory/folder.ts";
import { openLogVolume } from "../volumes/opfs/log-volume.ts";
import { createExclusion } from "../volumes/outside/exclusion.ts";
import { openOutsideVolume } from "../volumes/outside/outside-volume.ts";
import { openWorkspace } from "./client.ts";
import type { OpenOptions, RemoteWorkspace } from "./client.ts";
import { serve } from "./serve.ts";
import type { VolumeFactory } from "./serve.ts";

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
});

async function open(options: Partial<OpenOptions>, folder: MemoryFolder = createMemoryFolder()): Promise<RemoteWorkspace> {
  const worker = (): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    const log: VolumeFactory = ({ cacheBytes }) => openLogVolume("log", folder, { cacheBytes });
    serve({ volumes: { log, folder: openFolder } }, port2);
    return port1;
  };
  const workspace = await openWorkspace({ volume: { kind: "log" }, worker, ...options });
  opened.push(workspace);
  return workspace;
}

const openFolder: VolumeFactory = ({ root }) => {
  const storage = createFolder({ handle: createMemoryDirectory().handle, root, exclusion: createExclusion([]) });
  return openOutsideVolume({ name: "folder", root, resident: false, durable: true, storage });
};

describe("what stays", () => {
  test("is nothing in memory, and what is on a disk", async () => {
    expect((await open({ volume: { kind: "memory" } })).persistence).toEqual({ kind: "memory" });
    expect((await open({})).persistence).toEqual({ kind: "durable" });
  });

  test("is said to be nothing where there is no private file system, with the reason; without a fallback that is an error", async () => {
    const volume = (name: string) => ({ kind: "opfs", name });
    const reason = "the page is not secure";
    expect((await open({ volume: volume("a"), fallback: "memory" })).persistence).toEqual({ kind: "memory", reason });
    await expect(open({ volume: volume("b") })).rejects.toMatchObject({ code: "unavailable", details: { what: "opfs", reason } });
  });

  test("a fallback is for what lasts", async () => {
    await expect(open({ volume: { kind: "memory" }, fallback: "memory" })).rejects.toMatchObject({ code: "invalid_arguments" });
  });

  test("cannot be asked for where the browser has no such thing", async () => {
    expect(await (await open({})).persist()).toBe(false);
  });
});

describe("usage", () => {
  test("counts the bytes of files, of the history and of the log, and what is in RAM", async () => {
    const folder = createMemoryFolder();
    const workspace = await open({}, folder);
    await workspace.write({ path: "a/b.txt", content: "12345" });
    await workspace.write({ path: "c.txt", content: "678" });
    const { contents, history, stored, cached } = await workspace.usage();
    expect(contents).toBe(8);
    expect(history).toBeGreaterThan(0);
    expect(stored).toBe([...folder.files.values()].reduce((sum, { length }) => sum + length, 0));
    expect(cached).toBeGreaterThanOrEqual(8);
  });

  test("of what has no disk has no bytes there", async () => {
    const workspace = await open({ volume: { kind: "memory", files: { "a.txt": "1234" } } });
    expect(await workspace.usage()).toMatchObject({ contents: 4, cached: 0 });
    expect(await workspace.usage()).not.toHaveProperty("stored");
  });
});

describe("cacheBytes", () => {
  const words = "four".repeat(25);

  test.each([
    ["a volume that holds contents in RAM, and a text is", { kind: "memory" }, 100],
    ["a volume that keeps some, and a text with its bytes is", { kind: "log" }, 300],
    ["a folder of which nothing is in RAM but a text with its bytes", { kind: "folder" }, 200],
  ])("is one budget for all that is kept, also of %s", async (_, volume, kept) => {
    const searched = async (cacheBytes: number) => {
      const workspace = await open({ volume, history: false, cacheBytes });
      await workspace.write({ path: "a.txt", content: words });
      expect((await workspace.grep({ pattern: "four" })).filesSearched).toBe(1);
      return (await workspace.usage()).cached;
    };
    expect(await searched(1_000)).toBe(kept);
    expect(await searched(kept)).toBe(kept);
    expect(await searched(99)).toBe(0);
    expect(await searched(0)).toBe(0);
  });

  test("is shared by a fork, which says so", async () => {
    const workspace = await open({ volume: { kind: "memory", files: { "a.txt": words } }, cacheBytes: 1_000 });
    const fork = await workspace.fork();
    await fork.grep({ pattern: "four" });
    expect((await fork.usage()).cached).toBe(100);
    await workspace.grep({ pattern: "four" });
    expect((await workspace.usage()).cached).toBe(100);
  });

  test("is a number of bytes", async () => {
    const refused = { code: "invalid_arguments", details: { issues: [{ at: "cacheBytes" }] } };
    for (const kind of ["memory", "log"]) await expect(open({ volume: { kind }, cacheBytes: -1 })).rejects.toMatchObject(refused);
  });
});

describe("notes", () => {
  test("tell of a torn end that was cut off", async () => {
    const folder = createMemoryFolder();
    const first = await open({}, folder);
    await first.write({ path: "a.txt", content: "kept" });
    expect(await first.notes()).toEqual([]);
    await first.dispose();
    const whole = folder.files.get("segment-1") as Uint8Array<ArrayBuffer>;
    const files = new Map([...folder.files, ["segment-1", new Uint8Array([...whole, 1, 2, 3])]]);
    const second = await open({}, createMemoryFolder({ files }));
    expect(await second.notes()).toEqual([{ kind: "tail_cut", segment: 1, offset: whole.length, bytes: 3 }]);
    expect(await second.read({ path: "a.txt" })).toMatchObject({ content: "kept" });
  });
});
