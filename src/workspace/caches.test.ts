import { describe, expect, test } from "vitest";
import { createMemoryFolder } from "../../test/support/memory-folder.ts";
import { refusal } from "../../test/support/workspace.ts";
import { decorate } from "../volumes/decorate.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Folder } from "../volumes/opfs/block-file.ts";
import { openLogVolume } from "../volumes/opfs/log-volume.ts";
import type { Change } from "../volumes/volume.ts";
import { createWorkspace } from "./create-workspace.ts";
import type { Workspace } from "./workspace.ts";

const fileBytes = 100_000;

/** Files of that size on a log that was just opened, with how often it was read from the disk since it was last asked. */
async function openLog({ files, cacheBytes }: { readonly files: number; readonly cacheBytes?: number }) {
  const written = createMemoryFolder();
  const first = await openLogVolume("log", written);
  const bytes = new Uint8Array(fileBytes).fill(0x61);
  const puts = names(1, files).map((name): Change => ({ op: "put", path: `/workspace/${name}`, bytes }));
  await first.commit({ changes: [{ op: "mkdir", path: "/workspace" }, ...puts], origin: { by: "host" } });
  await first.close();
  const { folder, reads } = counting(createMemoryFolder({ files: written.files }));
  const volume = await openLogVolume("log", folder, cacheBytes === undefined ? {} : { cacheBytes });
  const workspace = await createWorkspace(volume, { history: false });
  reads();
  return { workspace, volume, reads };
}

function names(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `f${String(from + index).padStart(2, "0")}`);
}

function counting(folder: Folder): { readonly folder: Folder; readonly reads: () => number } {
  let count = 0;
  return {
    folder: {
      ...folder,
      async open(name) {
        const file = await folder.open(name);
        return { ...file, read: (at, length) => (count++, file.read(at, length)) };
      },
    },
    reads() {
      const before = count;
      count = 0;
      return before;
    },
  };
}

async function sweep({ grep }: Pick<Workspace, "grep">, path = ""): Promise<void> {
  expect(await grep({ pattern: "absent", path })).toMatchObject({ lines: [], filesSearched: path === "" ? 50 : 1 });
}

describe("a tree that is larger than the budget", () => {
  // A file takes 100,000 bytes of contents and 200,000 as a text with its bytes; contents have a floor of 500,000. The first 13 fit with both.
  // From then on each text pushes out the two contents that are the longest unused, until there are 17 texts, 3,400,000 bytes, and 6 contents,
  // 600,000: the next text wants 200,000, and of the contents there are 100,000 above the floor.
  test("is kept in part, and goes through neither cache for nothing", async () => {
    const { workspace, reads } = await openLog({ files: 50, cacheBytes: 4_000_000 });
    await sweep(workspace);
    expect(reads()).toBe(50);
    for (let again = 0; again < 3; again++) {
      await sweep(workspace);
      expect(workspace.caches.used()).toBe(4_000_000);
      expect(reads()).toBe(33);
    }
  });

  test("leaves what was read last where it is, and what was searched first", async () => {
    const { workspace, reads } = await openLog({ files: 50, cacheBytes: 4_000_000 });
    await sweep(workspace);
    reads();
    for (const path of names(45, 50)) await workspace.readBytes({ path });
    expect(reads()).toBe(0);
    for (const path of names(44, 44)) await workspace.readBytes({ path });
    expect(reads()).toBe(1);
    for (const path of names(1, 17)) await sweep(workspace, path);
    expect(reads()).toBe(0);
  });

  test("does not stand in the way of what is read after another search", async () => {
    const { workspace, reads } = await openLog({ files: 50, cacheBytes: 4_000_000 });
    await sweep(workspace);
    await sweep(workspace, "f01");
    // 34 contents in place of 6 contents and 14 of the 16 texts that this search did not use.
    for (const path of names(17, 50)) await workspace.readBytes({ path });
    reads();
    for (const path of names(17, 50)) await workspace.readBytes({ path });
    expect(reads()).toBe(0);
    expect(workspace.caches.used()).toBe(4_000_000);
  });
});

describe("cacheBytes", () => {
  test.each([0, 1])("of %i keeps nothing, and everything works", async (cacheBytes) => {
    const { workspace, reads } = await openLog({ files: 50, cacheBytes });
    await sweep(workspace);
    await sweep(workspace);
    expect(reads()).toBe(100);
    await workspace.write({ path: "f01", content: "found\n" });
    expect(await workspace.grep({ pattern: "found" })).toMatchObject({ lines: [{ path: "f01", line: 1 }] });
    expect(workspace.caches.used()).toBe(0);
  });

  test("is the volume's where that keeps contents, however it is decorated", async () => {
    const { volume } = await openLog({ files: 1, cacheBytes: 250_000 });
    const { caches } = await createWorkspace(decorate(volume, {}), { cacheBytes: 5 });
    expect(caches).toBe(volume.caches);
    expect(caches.maxBytes).toBe(250_000);
  });

  test("is the workspace's otherwise, with the whole of it for texts", async () => {
    const files = Object.fromEntries(names(1, 50).map((name) => [name, "a".repeat(fileBytes)]));
    const open = (cacheBytes?: number) => createWorkspace(createMemoryVolume({ files }), cacheBytes === undefined ? {} : { cacheBytes });
    const some = await open(1_050_000);
    await sweep(some);
    expect(some.caches.used()).toBe(1_000_000);
    const all = await open();
    await sweep(all);
    expect(all.caches.used()).toBe(5_000_000);
    expect(all.caches.maxBytes).toBe(268_435_456);
    expect((await refusal(open(Number.NaN))).code).toBe("invalid_arguments");
  });

  test("is for a workspace and its forks together, which keep what is the same in both once", async () => {
    const { workspace, reads } = await openLog({ files: 50 });
    await sweep(workspace);
    const fork = await workspace.fork();
    reads();
    await sweep(fork);
    expect(reads()).toBe(0);
    expect(fork.caches).toBe(workspace.caches);
    expect(workspace.caches.used()).toBe(50 * 3 * fileBytes);
    await fork.write({ path: "f01", content: "absent\n" });
    expect(await fork.grep({ pattern: "absent" })).toMatchObject({ lines: [{ path: "f01" }] });
    await sweep(workspace);
  });
});
