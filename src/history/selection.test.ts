import { describe, expect, test } from "vitest";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";

/** Three calls of two actors in two turns, and what the host did. */
async function open() {
  const workspace = await openWorkspace({ "a.txt": "a", "dir/b.txt": "b" });
  const by = (actor: string) => workspace.portsFor({ actor });
  const [one, two] = [by("one"), by("two")];
  await one.write({ path: "a.txt", content: "a1" }, { callId: "c1", turn: "t1" });
  await one.write({ path: "dir/one.txt", content: "1" }, { callId: "c1", turn: "t1" });
  await workspace.write({ path: "host.txt", content: "h" });
  await two.write({ path: "dir/b.txt", content: "b2" }, { callId: "c2", turn: "t1" });
  await one.move({ source: "dir", destination: "moved" }, { callId: "c3", turn: "t2" });
  return workspace;
}

const start = { "a.txt": "a", "dir/b.txt": "b" };
const end = { "a.txt": "a1", "host.txt": "h", "moved/b.txt": "b2", "moved/one.txt": "1" };

describe("what is undone", () => {
  test.each([
    [{ callId: "c1" }, { "a.txt": "a", "host.txt": "h", "moved/b.txt": "b2" }],
    [{ callId: "c3" }, { "a.txt": "a1", "host.txt": "h", "dir/b.txt": "b2", "dir/one.txt": "1" }],
    [{ turn: "t1" }, { "a.txt": "a", "host.txt": "h", "moved/b.txt": "b" }],
    [{ actor: "one" }, { "a.txt": "a", "host.txt": "h", "dir/b.txt": "b2" }],
    [
      { actor: "one", turn: "t1" },
      { "a.txt": "a", "host.txt": "h", "moved/b.txt": "b2" },
    ],
    [{ path: "a.txt" }, { ...end, "a.txt": "a" }],
    [{ path: "moved/b.txt" }, { ...end, "moved/b.txt": "b" }],
    [{ path: "dir/b.txt" }, { ...end, "moved/b.txt": "b" }],
    [{ path: "/workspace/a.txt" }, { ...end, "a.txt": "a" }],
    [
      { path: "dir", callId: "c1" },
      { "a.txt": "a1", "host.txt": "h", "moved/b.txt": "b2" },
    ],
    [{ path: "" }, start],
    [{ point: 3 }, { "a.txt": "a1", "moved/b.txt": "b2", "moved/one.txt": "1" }],
    [{ to: 1 }, start],
    [{ to: 4 }, { "a.txt": "a1", "host.txt": "h", "dir/b.txt": "b", "dir/one.txt": "1" }],
  ])("%j", async (what, expected) => {
    const { history, volume } = await open();
    await history.undo(what);
    expect(treeOf(volume)).toEqual(expected);
    const { points } = await history.points();
    await history.redo({ point: points.at(-1)?.id ?? 0 });
    expect(treeOf(volume)).toEqual(end);
  });

  test("once: a second time there is nothing to do, and what was never known is refused", async () => {
    const { history, volume } = await open();
    await history.undo({ callId: "c1" });
    const before = treeOf(volume);
    expect(await history.undo({ callId: "c1" })).toEqual({ points: [], left: [], effects: [] });
    expect(await history.redo({ callId: "c2" })).toEqual({ points: [], left: [], effects: [] });
    expect(treeOf(volume)).toEqual(before);
    for (const what of [
      { callId: "c9" },
      { turn: "t9" },
      { path: "none" },
      { point: 2 },
      { callId: "c1", turn: "t2" },
      { to: 2 },
      { to: "none" },
      {},
    ])
      expect(await refusal(history.undo(what))).toMatchObject({ code: "invalid_arguments" });
  });

  test("answers with its points and effects, and a dry run changes nothing", async () => {
    const { history, volume } = await open();
    const dry = await history.undo({ callId: "c1" }, { dryRun: true });
    expect(treeOf(volume)).toEqual(end);
    expect(dry.diff).toBe(
      "diff --git a/moved/one.txt b/moved/one.txt\ndeleted file mode 100644\n--- a/moved/one.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n\\ No newline at end of file\n" +
        "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a1\n\\ No newline at end of file\n+a\n\\ No newline at end of file\n",
    );
    const { points, left, effects } = await history.undo({ callId: "c1" });
    expect({ points, left }).toEqual({ points: [1], left: [] });
    expect(effects).toMatchObject([
      { op: "delete", path: "moved/one.txt" },
      { op: "modify", path: "a.txt" },
    ]);
  });
});

describe("points", () => {
  test("are one for all commits of a call, with who did what", async () => {
    const { history } = await open();
    const { points, dropped, since, notes } = await history.points();
    expect(points).toMatchObject([
      {
        id: 1,
        by: "host",
        actor: "one",
        turn: "t1",
        callId: "c1",
        undone: "no",
        changes: [
          { op: "modify", path: "a.txt" },
          { op: "create", path: "dir/one.txt" },
        ],
      },
      { id: 3, by: "host", changes: [{ op: "create", path: "host.txt" }] },
      { id: 4, actor: "two", callId: "c2", changes: [{ op: "modify", path: "dir/b.txt" }] },
      { id: 5, actor: "one", callId: "c3", changes: [{ op: "move", path: "moved", from: "dir" }] },
    ]);
    expect({ dropped, since, notes }).toEqual({ dropped: 0, since: 1, notes: [] });
  });

  test("have the versions that results have", async () => {
    const { write, read, remove, history } = await openWorkspace({ "a.txt": "a" });
    const before = (await read({ path: "a.txt" })).version;
    const { version: after } = await write({ path: "a.txt", content: "b" });
    await remove({ path: "a.txt" });
    const { points } = await history.points();
    expect(points.flatMap(({ changes }) => changes)).toEqual([
      { op: "modify", path: "a.txt", before, after },
      { op: "delete", path: "a.txt", before: after },
    ]);
  });

  test("an undo is one, and so is a checkpoint; both are gone back behind", async () => {
    const { history, write, volume } = await open();
    const id = await history.checkpoint("before lunch");
    await write({ path: "a.txt", content: "a2" });
    await history.undo({ callId: "c2" });
    const { points } = await history.points();
    expect(points.slice(4).map(({ by, checkpoint }) => ({ by, checkpoint }))).toEqual([
      { by: "host", checkpoint: "before lunch" },
      { by: "host", checkpoint: undefined },
      { by: "undo", checkpoint: undefined },
    ]);
    expect(points[4]?.id).toBe(id);
    await history.undo({ to: "before lunch" });
    expect(treeOf(volume)).toEqual(end);
    // As it was then, the call is not undone any more.
    expect((await history.points()).points[2]?.undone).toBe("no");
    await history.undo({ callId: "c2" });
    expect(treeOf(volume)).toEqual({ ...end, "moved/b.txt": "b" });
    expect((await refusal(history.checkpoint(""))).code).toBe("invalid_arguments");
  });

  test("a name that is given again means the later moment", async () => {
    const { history, write, volume } = await openWorkspace({ "a.txt": "1" });
    await history.checkpoint("here");
    await write({ path: "a.txt", content: "2" });
    await history.checkpoint("here");
    await write({ path: "a.txt", content: "3" });
    await history.undo({ to: "here" });
    expect(treeOf(volume)).toEqual({ "a.txt": "2" });
  });

  test("what was undone at a point is undone again when it is gone back to", async () => {
    const { history, write, volume } = await openWorkspace({ "a.txt": "1" });
    await write({ path: "a.txt", content: "2" }, { callId: "c" });
    await history.undo({ callId: "c" });
    await history.checkpoint("undone");
    await history.redo({ callId: "c" });
    await history.undo({ to: "undone" });
    expect(treeOf(volume)).toEqual({ "a.txt": "1" });
    await history.redo({ callId: "c" });
    expect(treeOf(volume)).toEqual({ "a.txt": "2" });
  });
});

describe("a diff", () => {
  test("is of everything since a point, whoever did it", async () => {
    const { history, volume, move, write } = await open();
    const before = treeOf(volume);
    expect(await history.diff(4)).toBe(
      "diff --git a/dir b/moved\nrename from dir\nrename to moved\n" +
        "diff --git a/dir/b.txt b/moved/b.txt\nrename from dir/b.txt\nrename to moved/b.txt\n--- a/dir/b.txt\n+++ b/moved/b.txt\n@@ -1 +1 @@\n" +
        "-b\n\\ No newline at end of file\n+b2\n\\ No newline at end of file\n",
    );
    expect(treeOf(volume)).toEqual(before);
    await history.checkpoint("now");
    expect(await history.diff("now")).toBe("");
    await write({ path: "t", content: "t\n" });
    await move({ source: "t", destination: "u" });
    expect(await history.diff("now")).toBe("diff --git a/u b/u\nnew file mode 100644\n--- /dev/null\n+++ b/u\n@@ -0,0 +1 @@\n+t\n");
    expect((await refusal(history.diff("later"))).details).toMatchObject({ issues: [{ at: "to", allowed: ["now"] }] });
  });

  test("a file that is removed and one that is moved to its place are two", async () => {
    const { history, fs } = await openWorkspace({ a: "1\n", b: "2\n" });
    await history.checkpoint("start");
    await fs.unlink("a");
    await fs.rename("b", "a");
    expect(await history.diff("start")).toBe(
      "diff --git a/a b/a\ndeleted file mode 100644\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n" +
        "diff --git a/b b/a\nrename from b\nrename to a\n",
    );
  });

  test("shows a file that was removed and made again as one that was changed, and links as links", async () => {
    const { history, remove, write, fs } = await openWorkspace({ "a.txt": "1\n" }, { links: { l: "a.txt" } });
    await history.checkpoint("start");
    await remove({ path: "a.txt" });
    await write({ path: "a.txt", content: "2\n" });
    await remove({ path: "l" });
    await fs.symlink("b.txt", "l");
    const cut = "\n\\ No newline at end of file\n";
    expect(await history.diff("start")).toBe(
      "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+2\n" +
        `diff --git a/l b/l\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-a.txt${cut}+b.txt${cut}`,
    );
  });
});
