import { afterEach, describe, expect, test } from "vitest";
import { refusal } from "../../test/support/workspace.ts";
import type { Question } from "../policy/permissions.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Volume } from "../volumes/volume.ts";
import type { Files } from "../volumes/files.ts";
import { createWorkspace } from "../workspace/index.ts";
import { openWorkspace } from "./client.ts";
import type { RemoteWorkspace } from "./client.ts";
import { serve } from "./serve.ts";

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
});

async function open(files: Files = { "a.txt": "one\n", "b.txt": "b\n" }, wrap: (volume: Volume) => Volume = (volume) => volume) {
  const far: MessagePort[] = [];
  const worker = (): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    far.push(port2);
    serve({ volumes: { given: () => wrap(createMemoryVolume({ files })) } }, port2);
    return port1;
  };
  const workspace = await openWorkspace({ volume: { kind: "given" }, worker });
  opened.push(workspace);
  return { workspace, kill: () => far.at(-1)?.close() };
}

const textOf = async ({ read }: Pick<RemoteWorkspace, "read">, path: string): Promise<string> => (await read({ path })).content;

describe("a page's fork", () => {
  test("has all that its workspace has, and the ways back of a fork in the worker", async () => {
    const { workspace } = await open();
    const fork = await workspace.fork();
    expect(Object.keys(fork).toSorted()).toEqual([...Object.keys(workspace), "diff", "merge"].toSorted());
    const inWorker = await (await createWorkspace(createMemoryVolume())).fork();
    const names = Object.keys(fork.history);
    expect(names).toEqual(Object.keys(inWorker.history));
    expect(fork).toMatchObject({ root: "/workspace", persistence: { kind: "memory" }, tools: { name: "tools" } });
  });

  test("keeps every change to itself until it is merged, as one batch and one restore point", async () => {
    const { workspace } = await open();
    const fork = await workspace.fork({ name: "draft" });
    await fork.write({ path: "a.txt", content: "two\n" });
    await fork.fs.writeFile("c.txt", "c\n");
    await fork.remove({ path: "b.txt" });
    expect([await textOf(workspace, "a.txt"), await textOf(workspace, "b.txt")]).toEqual(["one", "b"]);
    const diff = await fork.diff();
    expect(diff).toContain("-one\n+two\n");
    expect(await fork.merge({ dryRun: true })).toMatchObject({ diff });

    const events: unknown[] = [];
    await workspace.watch({}, (event) => void events.push(event));
    const { effects } = await fork.merge({ callId: "m" });
    expect(effects).toHaveLength(3);
    expect(await textOf(workspace, "a.txt")).toBe("two");
    expect(await workspace.fs.readdir(".")).toEqual(["a.txt", "c.txt"]);
    expect(events).toMatchObject([{ type: "batch", changes: effects }]);
    await workspace.history.undo({ callId: "m" });
    expect(await workspace.fs.readdir(".")).toEqual(["a.txt", "b.txt"]);
  });

  test("that is merged or disposed of is unavailable, and its catalogs say so", async () => {
    const { workspace } = await open();
    for (const end of ["merge", "dispose"] as const) {
      const fork = await workspace.fork();
      const catalog = await fork.catalog({ name: "worker" });
      await fork[end]();
      expect(await refusal(fork.read({ path: "a.txt" }))).toMatchObject({ code: "unavailable", status: "rejected" });
      expect(await refusal(fork.diff())).toMatchObject({ code: "unavailable", details: { what: "fork" } });
      expect(await refusal(fork.merge())).toMatchObject({ code: "unavailable", status: "rejected" });
      expect(await catalog.call("read", { path: "a.txt" })).toMatchObject({ code: "unavailable", status: "rejected" });
    }
    expect(await textOf(workspace, "a.txt")).toBe("one");
  });

  test("that changed what was changed here too is not merged, and can be read on", async () => {
    const { workspace } = await open();
    const fork = await workspace.fork();
    await fork.write({ path: "a.txt", content: "theirs\n" });
    await workspace.write({ path: "a.txt", content: "ours\n" });
    expect(await refusal(fork.merge())).toMatchObject({
      code: "stale_version",
      status: "rejected",
      details: { reason: "both_sides", paths: ["a.txt"] },
    });
    expect([await textOf(fork, "a.txt"), await textOf(workspace, "a.txt")]).toEqual(["theirs", "ours"]);
  });

  test("has catalogs with policies of their own; merging asks none of them, nor those of the workspace", async () => {
    const { workspace } = await open();
    const asked: string[] = [];
    const authorizeAs = (who: string) => ({
      authorize: ({ targets }: Question) => (asked.push(`${who} ${targets.map(({ path }) => path).join()}`), { allow: true } as const),
    });
    await workspace.catalog({ name: "outside", policy: authorizeAs("outside") });
    const fork = await workspace.fork({ policy: authorizeAs("tools") });
    const reader = await fork.catalog({ name: "reader", profile: "scope", policy: { mode: "plan" } });
    expect(await fork.tools.call("write", { path: "a.txt", content: "two\n" })).toMatchObject({ status: "ok" });
    expect(asked).toEqual(["tools a.txt"]);
    const scopeWrite = reader.definitions.find(({ concurrency }) => concurrency === "serial")?.name ?? "";
    expect(await reader.call(scopeWrite, { path: "a.txt", content: "three\n" })).toMatchObject({ status: "rejected" });
    await fork.merge();
    expect(asked).toEqual(["tools a.txt"]);
    expect(await textOf(workspace, "a.txt")).toBe("two");
  });

  test("with a profile that the worker lacks is not made", async () => {
    const { workspace } = await open();
    expect(await refusal(workspace.fork({ profile: "mine" }))).toMatchObject({ code: "unavailable" });
    expect(await textOf(workspace, "a.txt")).toBe("one");
  });

  test("has a history of its own, from where it begins", async () => {
    const { workspace } = await open();
    await workspace.write({ path: "a.txt", content: "two\n" });
    const fork = await workspace.fork();
    expect((await fork.history.points()).points).toEqual([]);
    await fork.tools.call("write", { path: "a.txt", content: "three\n" }, { id: "c" });
    expect(await fork.tools.fate("c")).toMatchObject({ state: "completed" });
    expect(await workspace.tools.fate("c")).toEqual({ state: "not_started" });
    await fork.history.undo({ callId: "c" });
    expect(await textOf(fork, "a.txt")).toBe("two");
    expect(await fork.diff()).toBe("");
  });

  test("is watched apart, and hears nothing of the workspace", async () => {
    const { workspace } = await open();
    const fork = await workspace.fork();
    const heard: string[] = [];
    const hear = (who: string): ReturnType<RemoteWorkspace["watch"]> =>
      (who === "fork" ? fork : workspace).watch({}, (event) => {
        if (event.type === "batch") heard.push(...event.changes.map(({ path }) => `${who} ${path}`));
      });
    const stop = await hear("fork");
    await hear("workspace");
    await fork.write({ path: "f.txt", content: "" });
    await workspace.write({ path: "w.txt", content: "" });
    await expect.poll(() => heard).toEqual(["fork f.txt", "workspace w.txt"]);
    stop();
    await fork.write({ path: "g.txt", content: "" });
    await workspace.write({ path: "x.txt", content: "" });
    await expect.poll(() => heard).toEqual(["fork f.txt", "workspace w.txt", "workspace x.txt"]);
  });

  test("can be forked, and merged into what it came from", async () => {
    const { workspace } = await open();
    const fork = await workspace.fork();
    await fork.write({ path: "a.txt", content: "two\n" });
    const inner = await fork.fork();
    await inner.tools.call("edit", { path: "a.txt", edits: [{ old_string: "two", new_string: "three" }] });
    expect([await textOf(inner, "a.txt"), await textOf(fork, "a.txt")]).toEqual(["three", "two"]);
    await inner.merge();
    await fork.merge();
    expect(await textOf(workspace, "a.txt")).toBe("three");
  });

  test("counts its own files", async () => {
    const { workspace } = await open({ "a.txt": "one\n" });
    const fork = await workspace.fork();
    await fork.write({ path: "b.txt", content: "1234567890" });
    expect(await fork.usage()).toEqual({ contents: 14, history: 0, cached: 0 });
    expect(await workspace.usage()).toEqual({ contents: 4, history: 0, cached: 0 });
  });

  test("ends with the opening that it is of", async () => {
    const { workspace } = await open();
    const fork = await workspace.fork();
    await workspace.dispose();
    expect(await refusal(fork.read({ path: "a.txt" }))).toMatchObject({ code: "unavailable", status: "rejected" });
  });
});

describe("a fork whose worker is lost", () => {
  const gone = { code: "unavailable", details: { what: "fork", reason: "it was lost with the worker that held it" } };

  test("is gone: its calls say so, and the workspace goes on without it", async () => {
    const { workspace, kill } = await open();
    const fork = await workspace.fork();
    const inner = await fork.fork();
    const catalog = await fork.catalog({ name: "worker" });
    await fork.watch({}, () => {});
    const told = new Promise((resolve) => fork.onLost(resolve));
    kill();
    expect(await told).toMatchObject(gone);
    await workspace.reopen();
    expect(await textOf(workspace, "a.txt")).toBe("one");
    const calls = [fork.read, fork.diff, fork.merge, fork.reopen, inner.diff, inner.read] as readonly ((
      request: object,
    ) => Promise<unknown>)[];
    for (const call of calls) expect(await refusal(call({ path: "a.txt" }))).toMatchObject({ ...gone, status: "rejected" });
    expect(await catalog.call("write", { path: "a.txt", content: "" })).toMatchObject({ ...gone, status: "rejected", effects: [] });
    await fork.dispose();
    expect(await textOf(await workspace.fork(), "a.txt")).toBe("one");
  });

  test("leaves it uncertain what became of a merge", async () => {
    let began = (): void => {};
    const beginning = new Promise<void>((resolve) => (began = resolve));
    const hang = (volume: Volume): Volume => ({
      ...volume,
      commit: (batch) => (batch.origin.callId === "m" ? (began(), new Promise(() => {})) : volume.commit(batch)),
    });
    const { workspace, kill } = await open({ "a.txt": "one\n" }, hang);
    const fork = await workspace.fork();
    await fork.write({ path: "a.txt", content: "two\n" });
    const merging = refusal(fork.merge({ callId: "m" }));
    await beginning;
    kill();
    expect(await merging).toMatchObject({ ...gone, status: "uncertain" });
  });
});
