import { describe, expect, test } from "vitest";
import { encode } from "../core/text.ts";
import { decorate } from "../volumes/decorate.ts";
import { withFaults } from "../volumes/faults.ts";
import { withLatency } from "../volumes/latency.ts";
import { breathe } from "../core/cancel.ts";
import type { Change, Volume } from "../volumes/volume.ts";
import { fail } from "../core/errors.ts";
import { perFile } from "../../test/support/per-file.ts";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";

const kinds: Readonly<Record<string, (volume: Volume) => Volume>> = {
  "that takes its time": (volume) => withLatency(shared(volume), breathe),
  "that is atomic per file": (volume) => perFile(volume),
  "that others change too": forgetful,
};

function shared(volume: Volume): Volume {
  return decorate(volume, { capabilities: { ...volume.capabilities, exclusive: false } });
}

/** As a folder of the user's: what a file held before is not to be had any more. */
function forgetful(volume: Volume): Volume {
  return decorate(volume, {
    capabilities: { ...volume.capabilities, exclusive: false, atomic: "file" },
    read(file, start, end) {
      const now = volume.children({ kind: "directory", id: volume.entry("/workspace")?.id ?? 0 }).some(({ entry }) => entry === file);
      if (!now) throw fail("stale_version", { path: "" });
      return volume.read(file, start, end);
    },
  });
}

describe.each(Object.entries(kinds))("a volume %s", (_, wrap) => {
  const lines = (...texts: readonly string[]) => texts.map((text) => `${text}\n`).join("");

  test("has a history", async () => {
    const { write, move, remove, history, volume } = await openWorkspace({ "a.txt": lines("1", "2", "3"), "b.txt": "b" }, { wrap });
    await write({ path: "a.txt", content: lines("one", "2", "3") }, { callId: "c" });
    await write({ path: "a.txt", content: lines("one", "2", "three") });
    await move({ source: "b.txt", destination: "c.txt" }, { callId: "c" });
    await remove({ path: "c.txt" }, { callId: "d" });
    expect((await history.points()).points.map(({ id }) => id)).toEqual([1, 2, 4]);
    await history.undo({ callId: "d" });
    await history.undo({ callId: "c" });
    expect(treeOf(await settled(volume))).toEqual({ "a.txt": lines("1", "2", "three"), "b.txt": "b" });
    await history.undo({ to: 1 });
    expect(treeOf(await settled(volume))).toEqual({ "a.txt": lines("1", "2", "3"), "b.txt": "b" });
  });

  test("knows what others did", async () => {
    const memory: Volume[] = [];
    const { write, history, volume } = await openWorkspace(
      { "a.txt": lines("1", "2", "3") },
      { wrap: (inner) => (memory.push(inner), wrap(inner)) },
    );
    await write({ path: "a.txt", content: lines("one", "2", "3") }, { callId: "c" });
    const theirs: Change = { op: "put", path: "/workspace/a.txt", bytes: encode(lines("one", "2", "3", "4")) };
    await memory[0]?.commit({ changes: [theirs], origin: { by: "external" } });
    expect((await history.points()).points.at(-1)).toMatchObject({ by: "external", changes: [{ op: "modify", path: "a.txt" }] });
    await history.undo({ callId: "c" });
    expect(treeOf(await settled(volume))).toEqual({ "a.txt": lines("1", "2", "3", "4") });
  });

  test("orders what comes at once", async () => {
    const { write, history, volume } = await openWorkspace({}, { wrap });
    await Promise.all([1, 2, 3, 4].map((n) => write({ path: `${n % 2}.txt`, content: `${n}` })));
    await Promise.all([history.checkpoint("x"), write({ path: "0.txt", content: "5" }), history.checkpoint("y")]);
    expect((await history.points()).points.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await history.undo({ to: 1 });
    expect(treeOf(await settled(volume))).toEqual({});
  });
});

/** Contents that come later, now. */
async function settled(volume: Volume): Promise<Volume> {
  const contents = new Map<unknown, Uint8Array>();
  const root = volume.entry("/workspace");
  if (root?.kind !== "directory") return volume;
  for (const { entry } of volume.children(root)) if (entry.kind === "file") contents.set(entry, await volume.read(entry));
  return decorate(volume, { read: (file) => contents.get(file) as Uint8Array });
}

test("of a batch that broke in the middle, what was made is taken back", async () => {
  const { apply, history, volume } = await openWorkspace({}, { wrap: (inner) => perFile(inner, 2) });
  const patch = ["a", "b", "c"].map((name) => `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${name}\n`).join("");
  expect(await refusal(apply({ patch }, { callId: "c" }))).toMatchObject({ status: "partial" });
  expect(treeOf(volume)).toEqual({ a: "a\n", b: "b\n" });
  expect((await history.points()).points).toMatchObject([
    {
      callId: "c",
      changes: [
        { op: "create", path: "a" },
        { op: "create", path: "b" },
      ],
    },
  ]);
  await history.undo({ callId: "c" });
  expect(treeOf(volume)).toEqual({});
});

test("a commit that failed is no point, and the next one is", async () => {
  const { write, history, volume } = await openWorkspace(
    {},
    { wrap: (inner) => withFaults(inner, { commit: (_batch, nth) => nth === 1 }) },
  );
  expect((await refusal(write({ path: "a.txt", content: "1" }))).code).toBe("io_error");
  expect((await history.points()).points).toEqual([]);
  await write({ path: "a.txt", content: "2" });
  await history.undo({ to: 1 });
  expect(treeOf(volume)).toEqual({});
});

test("what could not be read is changed all the same, and cannot be brought back", async () => {
  const wrap = (inner: Volume) => withFaults(inner, { unreadable: ["/workspace/a.txt"] });
  const { remove, write, history, volume } = await openWorkspace({ "a.txt": "secret" }, { wrap });
  await remove({ path: "a.txt" }, { callId: "c" });
  expect(treeOf(volume)).toEqual({});
  expect(await refusal(history.undo({ callId: "c" }))).toMatchObject({
    code: "io_error",
    details: { path: "/workspace/a.txt", operation: "history" },
  });
  await write({ path: "b.txt", content: "b" }, { callId: "d" });
  await history.undo({ callId: "d" });
  expect(treeOf(volume)).toEqual({});
});
