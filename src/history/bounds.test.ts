import { expect, test } from "vitest";
import { openWorkspace, treeOf } from "../../test/support/workspace.ts";
import { openLogWorkspace } from "../../test/support/log-workspace.ts";

/** What a deletion of such a file takes: its contents, and at most 2 KiB besides. */
const [bytes, most] = [10_000, 12_048];

test("the oldest is dropped, and that is said", async () => {
  const { write, remove, history, volume } = await openWorkspace({}, { history: { maxBytes: 5 * most } });
  for (let n = 1; n <= 10; n++) {
    await write({ path: `${n}`, content: String(n).padEnd(bytes) });
    await remove({ path: `${n}` });
  }
  const { points, since, dropped, bytes: used, maxBytes } = await history.points();
  expect(maxBytes).toBe(5 * most);
  expect(used).toBeLessThanOrEqual(maxBytes);
  expect(used).toBeGreaterThan(4 * bytes);
  expect(points.at(-1)?.id).toBe(20);
  expect(points[0]?.id).toBe(since);
  expect(dropped).toBe((since ?? 0) - 1);
  expect(dropped).toBeGreaterThan(0);
  await history.undo({ to: since ?? 0 });
  const left = Object.keys(treeOf(volume));
  expect(left.length).toBeLessThanOrEqual(1);
});

test("what is larger than all there may be is not kept, nor what is before it", async () => {
  const { write, remove, history } = await openWorkspace({ "a.txt": "x".repeat(50_000) }, { history: { maxBytes: 20_000 } });
  await write({ path: "b.txt", content: "b" });
  await remove({ path: "a.txt" });
  expect(await history.points()).toMatchObject({ points: [], dropped: 2 });
  await write({ path: "b.txt", content: "c" });
  expect(await history.points()).toMatchObject({ points: [{ id: 3 }], dropped: 2, since: 3 });
});

test("a volume keeps no more than that either, and a later life starts with it", async () => {
  const { write, log, history, reopen } = await openLogWorkspace({ history: { maxBytes: 5 * most } });
  for (let n = 1; n <= 30; n++) await write({ path: "a.txt", content: String.fromCodePoint(64 + n).repeat(bytes) });
  const folder = log.entry("/.portside/history");
  const sizes = folder?.kind === "directory" ? log.children(folder).map(({ entry }) => (entry.kind === "file" ? entry.size : 0)) : [];
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(5 * most);
  const known = await history.points();
  const again = await reopen();
  expect(await again.history.points()).toEqual(known);
  await again.history.undo({ to: known.since ?? 0 });
  expect(treeOf(again.log)["a.txt"]?.at(0)).toBe(String.fromCodePoint(64 + (known.since ?? 0) - 1));
});

test("calls are known longer than the way back from them: the last 1,000", async () => {
  const options = { history: { maxBytes: 1_000_000 } };
  const { write, log, ledger, reopen } = await openLogWorkspace(options);
  for (let n = 1; n <= 1_100; n++) await write({ path: "a.txt", content: `${n}`.padEnd(1_000) }, { callId: `c${n}` });
  const folder = log.entry("/.portside/history");
  expect(folder?.kind === "directory" && log.children(folder).length).toBe(1_000);
  for (const known of [ledger, (await reopen()).ledger]) {
    expect(known?.fate("c101")).toEqual({ state: "interrupted", effects: [expect.objectContaining({ op: "modify", path: "a.txt" })] });
    expect(known?.fate("c100")).toEqual({ state: "completed", effects: [], forgotten: true });
    expect(known?.fate("c0")).toEqual({ state: "not_started" });
  }
});
