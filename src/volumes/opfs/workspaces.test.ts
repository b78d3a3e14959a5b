import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryLocks } from "../../../test/support/locks.ts";
import type { MemoryLocks } from "../../../test/support/locks.ts";
import { createMemoryDirectory } from "../../../test/support/memory-directory.ts";
import type { DirectoryOptions, MemoryDirectory } from "../../../test/support/memory-directory.ts";
import { opfsWorkspaces } from "./workspaces.ts";

const { list, rename, duplicate } = opfsWorkspaces;
const remove = opfsWorkspaces.delete;

let locks: MemoryLocks;
beforeEach(() => {
  locks = createMemoryLocks();
  vi.stubGlobal("isSecureContext", true);
});
afterEach(() => void vi.unstubAllGlobals());

const a = { "portside/a/manifest-0": "m", "portside/a/reserve": "000", "portside/a/segment-1": "one" };

function provide(options: DirectoryOptions): MemoryDirectory {
  const disk = createMemoryDirectory({ moves: "files", ...options });
  vi.stubGlobal("navigator", { locks: locks.locks, storage: { getDirectory: () => Promise.resolve(disk.handle) } });
  return disk;
}

/** What `a` became under another name. */
function named(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(a).map(([path, text]) => [path.replace("/a/", () => `/${name}/`), text]));
}

describe("the origin's workspaces", () => {
  test("are listed with the bytes of their logs, and whether they are open", async () => {
    provide({ files: { ...a, "portside/%c3%bc/segment-1": "1234", "portside/b": null } });
    void locks.locks.request("portside:opfs:a", () => new Promise<never>(() => {}));
    expect(await list()).toEqual([
      { name: "a", bytes: 7, open: true },
      { name: "b", bytes: 0, open: false },
      { name: "\u00fc", bytes: 4, open: false },
    ]);
  });

  test("are none where nothing was ever opened", async () => {
    provide({});
    expect(await list()).toEqual([]);
  });

  test("can be removed, renamed and duplicated", async () => {
    const disk = provide({ files: a });
    await duplicate("a", "B c");
    expect(disk.files()).toEqual({ ...a, ...named("%42%20c") });
    await rename("B c", "d");
    expect(disk.files()).toEqual({ ...a, ...named("d") });
    await remove("a");
    expect(disk.files()).toEqual(named("d"));
    expect(locks.held()).toEqual([]);
  });

  test("that are not there are not found, and no other is taken for them", async () => {
    const disk = provide({ files: a });
    for (const work of [remove("b"), rename("b", "c"), duplicate("b", "c")])
      await expect(work).rejects.toMatchObject({ code: "not_found", details: { path: "b" } });
    expect(disk.files()).toEqual(a);
  });

  test("are never copied over one another", async () => {
    const files = { ...a, ...named("b") };
    const disk = provide({ files });
    for (const work of [() => rename("a", "b"), () => duplicate("a", "b"), () => rename("a", "a")])
      await expect(work()).rejects.toMatchObject({ code: "already_exists" });
    expect(disk.files()).toEqual(files);
  });

  test("that are open are busy, and stay", async () => {
    const disk = provide({ files: a });
    void locks.locks.request("portside:opfs:a", () => new Promise<never>(() => {}));
    for (const work of [remove("a"), rename("a", "b"), duplicate("a", "b")])
      await expect(work).rejects.toMatchObject({ code: "workspace_busy", details: { workspace: "a" } });
    expect(disk.files()).toEqual(a);
  });

  test("are unavailable on a page that is not secure", async () => {
    vi.stubGlobal("isSecureContext", false);
    for (const work of [list(), remove("a")]) await expect(work).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("a full disk", () => {
  test.each([
    ["rename", rename],
    ["duplicate", duplicate],
  ])("%s says no_space, and leaves nothing", async (_, work) => {
    const disk = provide({ files: a, quota: 9 });
    await expect(work("a", "b")).rejects.toMatchObject({ code: "no_space" });
    expect(disk.files()).toEqual(a);
  });

  test.each([7, 4])("does not keep one from removing, with %i bytes", async (quota) => {
    const { "portside/a/reserve": _, ...spent } = a;
    const disk = provide({ files: quota === 7 ? a : spent, quota });
    await remove("a");
    expect(disk.files()).toEqual({ portside: null });
  });
});

describe("a kill at every step", () => {
  test.each<[string, () => Promise<void>, Record<string, string | null>]>([
    ["delete", () => remove("a"), { portside: null }],
    ["rename", () => rename("a", "b"), named("b")],
    ["duplicate", () => duplicate("a", "b"), { ...a, ...named("b") }],
  ])("%s leaves what was, or what was to become", async (_, work, after) => {
    const outcomes = new Set<string>();
    let kills = 0;
    for (let died = true; died && kills < 100; kills++) {
      const disk = provide({ files: a });
      died = await killedAt(kills, disk, work);
      locks.crash(() => true);
      await list();
      expect([a, after]).toContainEqual(disk.files());
      outcomes.add(JSON.stringify(disk.files()));
    }
    expect(kills).toBeGreaterThan(5);
    expect(kills).toBeLessThan(100);
    expect(outcomes.size).toBe(2);
  });

  test("what was interrupted does not count before it is cleared, nor while somebody has it", async () => {
    const disk = provide({ files: { ...a, ...named("b"), "portside/b.void": "" } });
    void locks.locks.request("portside:opfs:b", () => new Promise<never>(() => {}));
    expect((await list()).map(({ name }) => name)).toEqual(["a"]);
    expect(disk.files()).toHaveProperty(["portside/b/segment-1"]);
    locks.crash(() => true);
    await duplicate("a", "b");
    expect(disk.files()).toEqual({ ...a, ...named("b") });
  });
});

/** Does only so many steps of the work, and none after. False when that was all of it. */
async function killedAt(steps: number, { options }: MemoryDirectory, work: () => Promise<void>): Promise<boolean> {
  let made = 0;
  options.before = () => {
    if (made++ >= steps) throw new Error("killed");
  };
  const died = await work().then(
    () => false,
    () => true,
  );
  delete options.before;
  return died;
}
