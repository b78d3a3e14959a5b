import { describe, expect, test } from "vitest";
import { encode } from "../core/text.ts";
import { withQuota } from "../volumes/quota.ts";
import { createWorkspace } from "../workspace/index.ts";
import { openLogVolume } from "../volumes/opfs/log-volume.ts";
import { openLogWorkspace, type LogWorkspace } from "../../test/support/log-workspace.ts";
import { createMemoryFolder, filesAfter } from "../../test/support/memory-folder.ts";
import { refusal, treeOf } from "../../test/support/workspace.ts";
import { linesOf } from "../../test/support/volume-model.ts";

const folder = "/.portside/history";

/** A file, a move, a deletion and an undo. */
async function tell(workspace: LogWorkspace): Promise<LogWorkspace> {
  await workspace.write({ path: "a.txt", content: "1\n2\n3\n4\n5\n" }, { callId: "made", turn: "t" });
  await workspace.write({ path: "a.txt", content: "one\n2\n3\n4\n5\n" }, { callId: "first" });
  await workspace.write({ path: "a.txt", content: "one\n2\n3\n4\nfive\n" }, { callId: "last" });
  await workspace.write({ path: "b.txt", content: "b" }, { callId: "b" });
  await workspace.remove({ path: "b.txt" }, { callId: "removed" });
  await workspace.history.undo({ callId: "removed" });
  return workspace;
}

describe("after a reload", () => {
  test("everything is known that was, and can be taken back", async () => {
    const first = await tell(await openLogWorkspace());
    const { history, log, reopen } = await first.reopen();
    expect(await history.points()).toEqual(await first.history.points());
    await history.undo({ callId: "first" });
    expect(treeOf(log)).toEqual({ "a.txt": "1\n2\n3\n4\nfive\n", "b.txt": "b" });
    const third = await reopen();
    await third.history.redo({ callId: "removed" });
    await third.history.redo({ callId: "first" });
    expect(treeOf(third.log)).toEqual({ "a.txt": "one\n2\n3\n4\nfive\n" });
    await third.history.undo({ to: 1 });
    expect(treeOf(third.log)).toEqual({});
  });

  test("a file that an undo brought back is still the one it was", async () => {
    const { reopen } = await tell(await openLogWorkspace());
    const { history, log, move, write } = await reopen();
    await move({ source: "b.txt", destination: "c.txt" });
    await write({ path: "c.txt", content: "c" }, { callId: "written" });
    await history.undo({ callId: "written" });
    expect(treeOf(log)["c.txt"]).toBe("b");
    // It is not where the call left it: the move is somebody's.
    expect((await refusal(history.undo({ callId: "b" }))).code).toBe("stale_version");
  });

  test("what was committed past the workspace is known too", async () => {
    const { log, dispose, write, reopen } = await openLogWorkspace();
    await write({ path: "a.txt", content: "1" }, { callId: "c" });
    await log.commit({ changes: [{ op: "put", path: "/workspace/a.txt", bytes: encode("2") }], origin: { by: "external" } });
    await dispose();
    const again = await reopen();
    await again.history.undo({ to: 2 });
    expect(treeOf(again.log)).toEqual({ "a.txt": "1" });
  });
});

test("killed anywhere, the tree and its history are of the same moment", async () => {
  const workspace = await openLogWorkspace();
  const trees: string[] = [];
  const remember = (): unknown => trees.push(JSON.stringify(treeOf(workspace.log)));
  remember();
  workspace.log.watch(remember);
  await tell(workspace);
  const { steps } = workspace.folder;
  for (let done = 0; done <= steps.length; done++) {
    const files = filesAfter(steps.slice(0, done));
    const { history, log } = await openLogWorkspace({}, files);
    const { points, notes, since } = await history.points();
    expect(notes).toEqual([]);
    // As many commits as there are points of the one life, for each is of a call of its own.
    expect(trees).toContain(JSON.stringify(treeOf(log)));
    if (since === undefined) continue;
    await history.undo({ to: since });
    expect(treeOf(log)).toEqual({});
    await history.redo({ point: (points.at(-1)?.id ?? 0) + 1 });
    expect(trees).toContain(JSON.stringify(treeOf(log)));
  }
});

describe("the records", () => {
  test.each([
    ["/workspace", "path_not_allowed"],
    ["/", "not_found"],
  ])("are seen by nobody: root %s", async (root, code) => {
    const workspace = await openLogWorkspace({ root });
    const { list, glob, grep, count, read, write, fs, watch, access, log } = workspace;
    const events: string[] = [];
    watch({}, (event) => void (event.type === "batch" && events.push(...event.changes.map(({ path }) => path))));
    const { effects } = await write({ path: "a.txt", content: "1" });
    await write({ path: "a.txt", content: "2" });
    await workspace.history.checkpoint("here");
    expect(log.entry(folder)?.kind).toBe("directory");
    expect(effects.map(({ path }) => path)).toEqual(["a.txt"]);
    const all = { includeHidden: true, includeIgnored: true, depth: "none" } as const;
    expect((await list(all)).entries.map(({ path }) => path)).toEqual(["a.txt"]);
    expect((await glob({ pattern: "**", type: "any", ...all })).entries.map(({ path }) => path)).not.toContainEqual(
      expect.stringContaining("portside"),
    );
    expect(await grep({ pattern: "a.txt", includeHidden: true })).toMatchObject({ lines: [] });
    expect((await count({ includeHidden: true, kinds: ["files", "directories"] })).total).toBe(1);
    expect((await refusal(read({ path: `${folder}/1` }))).code).toBe(code);
    expect(await fs.readdir(".")).toEqual(["a.txt"]);
    expect(access.volume.entry(`${folder}/1`)).toBeUndefined();
    expect(events).toEqual(["a.txt", "a.txt"]);
    await workspace.dispose();
  });

  test("are no part of receipts and of events", async () => {
    const { access, log } = await openLogWorkspace();
    const lengths: number[] = [];
    await access.change(
      {
        plan: () => ({
          targets: [],
          changes: [{ op: "mkdir", path: "/workspace/d" }],
          respond: (receipt) => ({ n: lengths.push(receipt?.entries.length ?? 0) }),
        }),
      },
      {},
    );
    expect(lengths).toEqual([1]);
    expect(log.entry(`${folder}/1`)).toBeDefined();
  });

  test("are small: an edit costs what it changed", async () => {
    const { write, log } = await openLogWorkspace();
    const long = "a line of text\n".repeat(100_000);
    await write({ path: "a.txt", content: long });
    await write({ path: "a.txt", content: `${long}end\n` });
    await write({ path: "a.txt", content: `${long}END\n` });
    for (const record of [1, 2, 3]) expect(log.entry(`${folder}/${record}`)).toMatchObject({ kind: "file" });
    const sizes = [1, 2, 3].map((record) => log.entry(`${folder}/${record}`)).map((entry) => (entry?.kind === "file" ? entry.size : 0));
    expect(Math.max(...sizes)).toBeLessThan(200);
  });

  test("go where there is no history any more", async () => {
    const { reopen } = await tell(await openLogWorkspace());
    const files = (await reopen()).folder.files;
    const log = await openLogVolume("log", createMemoryFolder({ files }));
    const { history, ledger } = await createWorkspace(log, { history: false });
    expect(log.entry(folder)).toBeUndefined();
    expect(ledger).toBeUndefined();
    expect((await refusal(history.points())).code).toBe("unavailable");
    expect((await refusal(history.undo({ to: 1 }))).code).toBe("unavailable");
  });
});

describe("a damaged record", () => {
  /** The log with other bytes in a record; what is in its place is a file like any other. */
  async function damaged(number: number, change: (bytes: Uint8Array) => Uint8Array): Promise<LogWorkspace> {
    const { reopen } = await tell(await openLogWorkspace());
    const { folder: files } = await reopen();
    const log = await openLogVolume("log", createMemoryFolder({ files: files.files }));
    const path = `${folder}/${number}`;
    const entry = log.entry(path);
    if (entry?.kind !== "file") throw new Error("there is no such record");
    const bytes = change((log.read(entry) as Uint8Array).slice());
    const target = createMemoryFolder();
    const copy = await openLogVolume("log", target);
    await copyTree(log, copy);
    await copy.commit({ changes: [{ op: "put", path, bytes }], origin: { by: "host" } });
    await copy.close();
    return openLogWorkspace({}, target.files);
  }

  test.each([
    ["a flipped bit", (bytes: Uint8Array) => ((bytes[12] = (bytes[12] as number) ^ 1), bytes)],
    ["another format", (bytes: Uint8Array) => ((bytes[0] = 9), bytes)],
    ["a cut end", (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 1)],
    ["nothing", () => new Uint8Array(0)],
  ])("ends the way back, says so, and costs no file: %s", async (_, change) => {
    const { history, log, write, reopen } = await damaged(3, change);
    const tree = { "a.txt": "one\n2\n3\n4\nfive\n", "b.txt": "b" };
    expect(treeOf(log)).toEqual(tree);
    const { points, since, dropped, notes } = await history.points();
    expect(points.map(({ id }) => id)).toEqual([4, 5, 6]);
    expect({ since, dropped }).toEqual({ since: 4, dropped: 3 });
    expect(notes).toEqual([expect.stringContaining("record 3"), expect.stringContaining("before record 4")]);
    await history.undo({ to: 4 });
    expect(treeOf(log)).toEqual({ "a.txt": tree["a.txt"] });
    await write({ path: "new.txt", content: "n" });
    const again = await (await reopen()).history.points();
    expect(again.notes).toEqual([]);
    expect(again.points.map(({ id }) => id)).toEqual([4, 5, 6, 7, 8]);
  });

  test("in what it keeps is found when it is wanted", async () => {
    const { history, log } = await damaged(3, (bytes) => ((bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1), bytes));
    const before = treeOf(log);
    expect(await refusal(history.undo({ callId: "last" }))).toMatchObject({ code: "io_error", details: { operation: "history" } });
    expect(treeOf(log)).toEqual(before);
    await history.undo({ callId: "b" });
  });

  test("that is the last leaves no way back at all", async () => {
    const { history, write, reopen } = await damaged(6, () => new Uint8Array(0));
    expect(await history.points()).toMatchObject({ points: [], dropped: 6 });
    await write({ path: "new.txt", content: "n" });
    expect((await (await reopen()).history.points()).points).toMatchObject([{ id: 7 }]);
  });
});

async function copyTree(from: LogWorkspace["log"], to: LogWorkspace["log"], path = ""): Promise<void> {
  const directory = from.entry(path || "/");
  if (directory?.kind !== "directory") return;
  for (const { name, entry } of from.children(directory)) {
    const at = `${path}/${name}`;
    if (entry.kind === "directory") await to.commit({ changes: [{ op: "mkdir", path: at }], origin: { by: "host" } });
    if (entry.kind === "file")
      await to.commit({ changes: [{ op: "put", path: at, bytes: from.read(entry) as Uint8Array }], origin: { by: "host" } });
    await copyTree(from, to, at);
  }
}

describe("where there is no room", () => {
  test("the history goes before a change of the user's does, and says so", async () => {
    const log = await openLogVolume("log", createMemoryFolder());
    const { write, remove, history } = await createWorkspace(withQuota(log, { maxBytes: 60_000 }));
    const half = (letter: string) => letter.repeat(25_000);
    await write({ path: "a.txt", content: half("a") });
    await write({ path: "a.txt", content: half("b") });
    await write({ path: "b.txt", content: half("c") });
    expect((await history.points()).points).toEqual([]);
    expect((await history.points()).notes).toEqual(["the history was dropped, for the volume is full: records 1 to 2"]);
    await remove({ path: "a.txt" });
    expect(treeOf(log)).toEqual({ "b.txt": half("c") });
    expect((await history.points()).points).toMatchObject([{ changes: [{ op: "delete", path: "a.txt" }] }]);
    expect(linesOf(log).some((line) => line.includes("/workspace/a.txt"))).toBe(false);
  });

  describe.each(["throw", "short", "absurd"] as const)("on a disk that says so as: %s", (full) => {
    const contents = (n: number, length = 20_000) => String.fromCodePoint(0x41 + n).repeat(length);

    /** Full to the last byte, with what was written over the file as often in the history: 20,000 bytes each time. */
    async function fillDisk(times: number) {
      let quota = Infinity;
      const files = createMemoryFolder({ quota: () => quota, full });
      const log = await openLogVolume("log", files, { segmentBytes: 4_096 });
      const workspace = await createWorkspace(log);
      for (let n = 0; n <= times; n++) await workspace.write({ path: "a.txt", content: contents(n) });
      quota = [...files.files.values()].reduce((sum, { length }) => sum + length, 0);
      return { ...workspace, log, files };
    }

    test("a change that needs the room of the history has it, once there is no other", async () => {
      const { write, log, history, files } = await fillDisk(20);
      const large = contents(40, 300_000);
      // Of the 400,000 bytes that the log holds of older versions.
      await write({ path: "b.txt", content: large });
      expect(await history.points()).toMatchObject({ dropped: 0, notes: [] });
      // Of the 100,000 that are left and of the 400,000 that the history holds of the same.
      await write({ path: "c.txt", content: large });
      const tree = { "a.txt": contents(20), "b.txt": large, "c.txt": large };
      expect(treeOf(log)).toEqual(tree);
      expect(await history.points()).toMatchObject({
        points: [],
        notes: ["the history was dropped, for the volume is full: records 1 to 22"],
      });
      expect(treeOf((await openLogWorkspace({}, files.files)).log)).toEqual(tree);
    });

    test("a change that would not fit in its place either costs no history", async () => {
      const { write, history } = await fillDisk(5);
      const known = await history.points();
      expect((await refusal(write({ path: "b.txt", content: contents(40, 300_000) }))).code).toBe("no_space");
      expect(await history.points()).toEqual(known);
      await history.undo({ to: 6 });
    });
  });
});
