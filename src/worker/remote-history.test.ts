import { afterEach, expect, test } from "vitest";
import { createMemoryVolume } from "../volumes/memory.ts";
import { createWorkspace } from "../workspace/index.ts";
import { openWorkspace } from "./client.ts";
import type { OpenOptions, RemoteWorkspace } from "./client.ts";
import { serve } from "./serve.ts";
import { createMemoryFolder } from "../../test/support/memory-folder.ts";
import { refusal } from "../../test/support/workspace.ts";
import { openLogVolume } from "../volumes/opfs/log-volume.ts";
import type { Volume } from "../volumes/volume.ts";

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
});

async function open(volume: Volume = createMemoryVolume({ files: { "a.txt": "one\n" } }), options: Partial<OpenOptions> = {}) {
  const { port1, port2 } = new MessageChannel();
  serve({ volumes: { given: () => volume } }, port2);
  const workspace = await openWorkspace({ volume: { kind: "given" }, worker: () => port1, ...options });
  opened.push(workspace);
  return { ...workspace, kill: () => port2.close() };
}

const write = { path: "a.txt", content: "two\n" };

test("a page's history has the methods of the one in the worker, and does the same", async () => {
  const { history, tools, read } = await open();
  expect(Object.keys(history)).toEqual(Object.keys((await createWorkspace(createMemoryVolume())).history));
  const id = await history.checkpoint("start");
  await tools.call("write", write, { id: "c", turn: "t" });
  expect((await history.points()).points).toMatchObject([
    { id, checkpoint: "start" },
    { by: "tool", actor: "tools", turn: "t", callId: "c", tool: "write", changes: [{ op: "modify", path: "a.txt" }] },
  ]);
  expect(await history.diff("start")).toContain("-one\n+two\n");
  expect(await history.undo({ turn: "t" }, { dryRun: true })).toMatchObject({ diff: expect.stringContaining("-two\n+one\n") });
  await history.undo({ callId: "c" });
  expect((await read({ path: "a.txt" })).content).toBe("one");
  await history.redo({ callId: "c" });
  expect((await read({ path: "a.txt" })).content).toBe("two");
  expect(await refusal(history.undo({ callId: "none" }))).toMatchObject({ code: "invalid_arguments", status: "rejected" });
});

test("where the answer is lost, it is not known what became of an undo, and known that a list changed nothing", async () => {
  const { history, tools, kill } = await open();
  await tools.call("write", write, { id: "c" });
  await history.points();
  const [undone, listed] = [refusal(history.undo({ callId: "c" })), refusal(history.points())];
  kill();
  expect(await undone).toMatchObject({ code: "unavailable", status: "uncertain" });
  expect(await listed).toMatchObject({ code: "unavailable", status: "rejected" });
});

test("what the history takes is no file, and no news", async () => {
  const { port1, port2 } = new MessageChannel();
  const log = await openLogVolume("log", createMemoryFolder());
  serve({ volumes: { given: () => log } }, port2);
  const workspace = await openWorkspace({ volume: { kind: "given" }, root: "/", worker: () => port1 });
  opened.push(workspace);
  await workspace.write({ path: "a.txt", content: "one\n" });
  await workspace.write({ path: "a.txt", content: "three\n" });
  expect(log.entry("/.portside/history/2")).toBeDefined();
  expect((await workspace.usage()).contents).toBe(6);
  expect(await workspace.tools.changes()).toBe('Changed meanwhile:\n  created "a.txt"');
});

test("a call that is made again is answered as before, also by the next worker, and its fate can be asked", async () => {
  const folder = createMemoryFolder();
  const first = await open(await openLogVolume("log", folder));
  await first.write({ path: "a.txt", content: "one\n" });
  expect(await first.tools.fate("c")).toEqual({ state: "not_started" });
  const result = await first.tools.call("write", write, { id: "c" });
  await first.dispose();
  const { tools, read, write: writeAgain } = await open(await openLogVolume("log", createMemoryFolder({ files: folder.files })));
  await writeAgain({ path: "a.txt", content: "three\n" });
  expect(await tools.call("write", write, { id: "c" })).toEqual({ ...result, meta: { ...result.meta, duration_ms: expect.any(Number) } });
  expect(await tools.fate("c")).toMatchObject({ state: "completed", effects: result.effects, result: { status: "ok" } });
  expect((await read({ path: "a.txt" })).content).toBe("three");
});

test("what it may take is the host's to say, and none may be kept", async () => {
  const log = (folder = createMemoryFolder()) => openLogVolume("log", folder);
  const folder = createMemoryFolder();
  const few = await open(await log(folder), { history: { maxBytes: 2_000 } });
  // A deletion takes the 500 bytes and at least 1,024 more: of two, one goes.
  for (const path of ["a", "b"]) {
    await few.write({ path, content: "x".repeat(500) });
    await few.remove({ path });
  }
  expect(await few.history.points()).toMatchObject({ maxBytes: 2_000, dropped: 3, points: [{ id: 4 }] });
  await few.dispose();
  const again = await log(createMemoryFolder({ files: folder.files }));
  expect(again.entry("/.portside/history")).toBeDefined();
  const none = await open(again, { history: false });
  expect(again.entry("/.portside/history")).toBeUndefined();
  expect((await refusal(none.history.points())).code).toBe("unavailable");
  expect(await none.usage()).toMatchObject({ history: 0 });
});

test("who joins a workspace must want the same history", async () => {
  const volume = { kind: "given", name: "joined" };
  await open(undefined, { volume, history: false });
  const joining = (history?: OpenOptions["history"]) => open(undefined, { volume, ...(history === undefined ? {} : { history }) });
  await joining(false);
  for (const other of [undefined, { maxBytes: 1_000 }]) expect((await refusal(joining(other))).code).toBe("invalid_arguments");
});
