import { describe, expect, test } from "vitest";
import { encode } from "../core/text.ts";
import type { Change } from "../volumes/volume.ts";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";
import { wholeTree } from "../../test/support/whole-tree.ts";

const lines = (...changed: readonly (readonly [number, string])[]): string => {
  const all = Array.from({ length: 9 }, (_, index) => `${index + 1}\n`);
  for (const [line, text] of changed) all[line - 1] = text;
  return all.join("");
};

describe("what a call changed is taken back, and brought back", () => {
  /** Everything that can be done to a tree, one call each. */
  const calls: Readonly<Record<string, readonly Change[]>> = {
    "a file that is made": [{ op: "put", path: "/workspace/new", bytes: encode("n") }],
    "a file that is written over": [{ op: "put", path: "/workspace/a.txt", bytes: encode("other") }],
    "a file that is written over and made executable": [{ op: "put", path: "/workspace/a.txt", bytes: encode("x"), executable: true }],
    "a file that becomes empty": [{ op: "put", path: "/workspace/a.txt", bytes: encode("") }],
    "a binary file": [{ op: "put", path: "/workspace/binary", bytes: Uint8Array.of(0, 1, 255, 254) }],
    "a file that is removed": [{ op: "remove", path: "/workspace/a.txt" }],
    "an executable that is removed": [{ op: "remove", path: "/workspace/run.sh" }],
    "a directory with its parents": [
      { op: "mkdir", path: "/workspace/p" },
      { op: "mkdir", path: "/workspace/p/q" },
    ],
    "an empty directory that is removed": [{ op: "remove", path: "/workspace/empty" }],
    "a link": [{ op: "symlink", path: "/workspace/l", target: "a.txt" }],
    "a link that is removed": [{ op: "remove", path: "/workspace/link" }],
    "a bit": [{ op: "mode", path: "/workspace/a.txt", executable: true }],
    "a file that is moved": [{ op: "rename", from: "/workspace/a.txt", to: "/workspace/dir/b.txt" }],
    "a directory that is moved with what is below it": [{ op: "rename", from: "/workspace/dir", to: "/workspace/moved" }],
    "a tree that is removed": [
      { op: "remove", path: "/workspace/dir/sub/d" },
      { op: "remove", path: "/workspace/dir/sub" },
      { op: "remove", path: "/workspace/dir/c" },
      { op: "remove", path: "/workspace/dir" },
    ],
    "two that change places": [
      { op: "rename", from: "/workspace/a.txt", to: "/workspace/t" },
      { op: "rename", from: "/workspace/run.sh", to: "/workspace/a.txt" },
      { op: "rename", from: "/workspace/t", to: "/workspace/run.sh" },
    ],
    "a file that is made, written, moved and removed": [
      { op: "put", path: "/workspace/t", bytes: encode("1") },
      { op: "put", path: "/workspace/t", bytes: encode("2") },
      { op: "rename", from: "/workspace/t", to: "/workspace/u" },
      { op: "remove", path: "/workspace/u" },
    ],
    "a file in a directory that moves, and takes its place": [
      { op: "put", path: "/workspace/dir/c", bytes: encode("changed") },
      { op: "rename", from: "/workspace/dir", to: "/workspace/e" },
      { op: "put", path: "/workspace/dir", bytes: encode("a file") },
      { op: "put", path: "/workspace/e/sub/d", bytes: encode("changed") },
    ],
    "a file in place of a link": [
      { op: "remove", path: "/workspace/link" },
      { op: "put", path: "/workspace/link", bytes: encode("a file") },
    ],
    "a directory in place of a link to one": [
      { op: "remove", path: "/workspace/way" },
      { op: "mkdir", path: "/workspace/way" },
      { op: "put", path: "/workspace/way/in", bytes: encode("in") },
    ],
  };

  async function open() {
    const files = { "a.txt": "a\n", binary: Uint8Array.of(0, 9), "run.sh": "#!", "dir/c": "c", "dir/sub/d": "d", empty: null };
    const workspace = await openWorkspace(files, { links: { link: "a.txt", way: "dir" } });
    await commit(workspace, [{ op: "mode", path: "/workspace/run.sh", executable: true }], "setup");
    return workspace;
  }

  test.each(Object.entries(calls))("%s", async (_, changes) => {
    const workspace = await open();
    const before = wholeTree(workspace.volume, "/workspace");
    await commit(workspace, changes, "c");
    const after = wholeTree(workspace.volume, "/workspace");
    for (let round = 0; round < 2; round++) {
      await workspace.history.undo({ callId: "c" });
      expect(wholeTree(workspace.volume, "/workspace")).toEqual(before);
      await workspace.history.redo({ callId: "c" });
      expect(wholeTree(workspace.volume, "/workspace")).toEqual(after);
    }
  });

  test("all of them, one after the other, and back at once", async () => {
    const workspace = await open();
    const { history, volume } = workspace;
    const since = await history.checkpoint("start");
    const before = wholeTree(volume, "/workspace");
    const done: string[] = [];
    for (const [name, changes] of Object.entries(calls)) {
      try {
        await commit(workspace, changes, name);
        done.push(name);
      } catch {
        continue; // what an earlier one has moved is not there
      }
    }
    const after = wholeTree(volume, "/workspace");
    expect(done.length).toBeGreaterThan(10);
    await history.undo({ to: "start" });
    expect(wholeTree(volume, "/workspace")).toEqual(before);
    const { points } = await history.points();
    await history.redo({ point: points.at(-1)?.id ?? 0 });
    expect(wholeTree(volume, "/workspace")).toEqual(after);
    for (const callId of done.toReversed()) await history.undo({ callId });
    expect(wholeTree(volume, "/workspace")).toEqual(before);
    await history.undo({ to: since });
    expect(wholeTree(volume, "/workspace")).toEqual(before);
  });
});

type Opened = Awaited<ReturnType<typeof openWorkspace>>;

/** A batch as a call makes it. */
async function commit({ access }: Opened, changes: readonly Change[], callId: string): Promise<void> {
  await access.change({ plan: () => ({ targets: [], changes, respond: () => ({}) }) }, { callId });
}

describe("what others changed later", () => {
  async function open() {
    const workspace = await openWorkspace({ "a.txt": lines(), "dir/b.txt": "b\n" });
    const by = (actor: string) => workspace.portsFor({ actor });
    return { ...workspace, model: by("model"), user: by("user") };
  }

  test("stays, where it is apart", async () => {
    const { model, user, history, volume } = await open();
    await model.write({ path: "a.txt", content: lines([2, "two\n"]) }, { callId: "c" });
    await user.write({ path: "a.txt", content: lines([2, "two\n"], [8, "eight\n"]) });
    await history.undo({ callId: "c" });
    expect(treeOf(volume)["a.txt"]).toBe(lines([8, "eight\n"]));
    await history.redo({ callId: "c" });
    expect(treeOf(volume)["a.txt"]).toBe(lines([2, "two\n"], [8, "eight\n"]));
  });

  test.each([
    ["the same line", lines([2, "TWO\n"])],
    ["the line before", lines([1, "one\n"], [2, "two\n"])],
    ["the line after", lines([2, "two\n"], [3, "three\n"])],
    ["a line put in between", lines([2, "two\nand\n"])],
  ])("refuses the undo: %s", async (_, content) => {
    const { model, user, history, volume } = await open();
    const { version } = await model.write({ path: "a.txt", content: lines([2, "two\n"]) }, { callId: "c" });
    const { version: actual } = await user.write({ path: "a.txt", content });
    const refused = await refusal(history.undo({ callId: "c" }));
    expect(refused).toMatchObject({ code: "stale_version", status: "rejected", details: { path: "a.txt", expected: version, actual } });
    expect(refused.details["diff"]).toContain("--- a/a.txt\n+++ b/a.txt\n");
    expect(treeOf(volume)["a.txt"]).toBe(content);
    expect((await history.points()).points.map(({ undone }) => undone)).toEqual(["no", "no"]);
  });

  test("is not merged in what is no text", async () => {
    const { model, user, history } = await open();
    const binary = (...values: readonly number[]) => Uint8Array.of(0, 10, ...values);
    await user.write({ path: "x", content: binary(1, 10, 2, 10, 3, 10, 4) });
    await model.write({ path: "x", content: binary(9, 10, 2, 10, 3, 10, 4) }, { callId: "c" });
    await user.write({ path: "x", content: binary(9, 10, 2, 10, 3, 10, 5) });
    expect((await refusal(history.undo({ callId: "c" }))).code).toBe("stale_version");
  });

  test("is not deleted with the file that the call made", async () => {
    const { model, user, history, volume } = await open();
    await model.write({ path: "new.txt", content: "1\n" }, { callId: "c" });
    await user.write({ path: "new.txt", content: "1\n2\n" });
    expect((await refusal(history.undo({ callId: "c" }))).code).toBe("stale_version");
    expect(treeOf(volume)["new.txt"]).toBe("1\n2\n");
  });

  test("refuses where it moved the file that the call made, or another is in its place", async () => {
    const { model, user, history } = await open();
    await model.write({ path: "new.txt", content: "1\n" }, { callId: "made" });
    await user.move({ source: "new.txt", destination: "kept.txt" });
    expect((await refusal(history.undo({ callId: "made" }))).code).toBe("stale_version");
    const { version: expected } = await user.read({ path: "a.txt" });
    await model.remove({ path: "a.txt" }, { callId: "removed" });
    const { version: actual } = await user.write({ path: "a.txt", content: "mine" });
    expect(await refusal(history.undo({ callId: "removed" }))).toMatchObject({
      code: "stale_version",
      details: { path: "a.txt", expected, actual },
    });
    await user.remove({ path: "a.txt" });
    await user.makeDirectory({ path: "a.txt" });
    expect(await refusal(history.undo({ callId: "removed" }))).toMatchObject({
      code: "already_exists",
      details: { path: "a.txt", kind: "directory" },
    });
  });

  test("a deletion stays, and is told", async () => {
    const { model, user, history, volume } = await open();
    await model.write({ path: "a.txt", content: "x" }, { callId: "c" });
    await model.write({ path: "dir/b.txt", content: "x" }, { callId: "c" });
    await user.remove({ path: "a.txt" });
    const { left, points } = await history.undo({ callId: "c" });
    expect(left).toEqual([{ path: "a.txt", reason: "gone" }]);
    expect(points).toEqual([1]);
    expect(treeOf(volume)).toEqual({ "dir/b.txt": "b\n" });
    expect((await history.points()).points[0]?.undone).toBe("partly");
  });

  test("a directory that they use stays", async () => {
    const { model, user, history, volume } = await open();
    await model.write({ path: "new/sub/m.txt", content: "m" }, { callId: "c" });
    await user.write({ path: "new/u.txt", content: "u" });
    const { left } = await history.undo({ callId: "c" });
    expect(left).toEqual([{ path: "new", reason: "in_use" }]);
    expect(treeOf(volume)).toEqual({ "a.txt": lines(), "dir/b.txt": "b\n", "new/u.txt": "u" });
  });

  test("a file is found wherever they moved its directory", async () => {
    const { model, user, history, volume } = await open();
    await model.write({ path: "dir/b.txt", content: "model\n" }, { callId: "c" });
    await user.move({ source: "dir", destination: "elsewhere" });
    await history.undo({ callId: "c" });
    expect(treeOf(volume)).toEqual({ "a.txt": lines(), "elsewhere/b.txt": "b\n" });
  });

  test("a directory that they removed is none to put a file back into", async () => {
    const { model, user, history } = await open();
    await model.remove({ path: "dir/b.txt" }, { callId: "c" });
    await user.remove({ path: "dir" });
    expect(await refusal(history.undo({ callId: "c" }))).toMatchObject({
      code: "stale_version",
      details: { path: "dir/b.txt", reason: "scope" },
    });
  });

  test("one refusal leaves everything as it was", async () => {
    const { model, user, history, volume } = await open();
    await model.write({ path: "dir/b.txt", content: "x" }, { callId: "c" });
    await model.write({ path: "a.txt", content: "x" }, { callId: "c" });
    await user.write({ path: "dir/b.txt", content: "y" });
    const before = treeOf(volume);
    expect((await refusal(history.undo({ callId: "c" }))).code).toBe("stale_version");
    expect(treeOf(volume)).toEqual(before);
  });

  test("past the workspace counts too", async () => {
    const { model, history, volume } = await open();
    await model.write({ path: "a.txt", content: "x" }, { callId: "c" });
    await volume.commit({ changes: [{ op: "put", path: "/workspace/a.txt", bytes: encode("theirs") }], origin: { by: "external" } });
    expect((await refusal(history.undo({ callId: "c" }))).code).toBe("stale_version");
    await history.undo({ to: 1 });
    expect(treeOf(volume)["a.txt"]).toBe(lines());
  });
});
