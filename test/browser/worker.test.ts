import { afterEach, describe, expect, test, vi } from "vitest";
import { openWorkspace } from "../../src/worker/client.ts";
import type { OpenOptions, RemoteWorkspace } from "../../src/worker/client.ts";

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
});

/** Every worker that was started, the newest last. */
type Started = Worker[];

function fixture(start: () => Worker): { readonly worker: () => Worker; readonly started: Started } {
  const started: Started = [];
  return { worker: () => (started.push(start()), started.at(-1) as Worker), started };
}

const real = () => fixture(() => new Worker(new URL("../../src/worker/index.ts", import.meta.url), { type: "module" }));
const silent = () => new Worker(new URL("./workers/silent.ts", import.meta.url), { type: "module" });
const throwing = () => new Worker(new URL("./workers/throwing.ts", import.meta.url), { type: "module" });
const otherProtocol = () => new Worker(new URL("./workers/other-protocol.ts", import.meta.url), { type: "module" });
const stuck = () => fixture(() => new Worker(new URL("./workers/stuck.ts", import.meta.url), { type: "module" }));
const counting = () => fixture(() => new Worker(new URL("./workers/counting.ts", import.meta.url), { type: "module" }));

async function open(options: Partial<OpenOptions>): Promise<RemoteWorkspace> {
  const workspace = await openWorkspace({ volume: { kind: "memory", files: { "a.txt": "one\n" } }, ...options });
  opened.push(workspace);
  return workspace;
}

function said<T>(worker: Worker | undefined, key: string): Promise<T> {
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent): void => {
      if (typeof data !== "object" || data === null || !(key in data || data.type === key)) return;
      worker?.removeEventListener("message", hear);
      resolve(data as T);
    };
    worker?.addEventListener("message", hear);
  });
}

describe("in a worker", () => {
  test("tools are called, and bytes come whole", async () => {
    const workspace = await open({ worker: real().worker });
    expect(await workspace.tools.call("read", { path: "a.txt" })).toMatchObject({ status: "ok", data: { content: "one" } });
    const edits = [{ old_string: "one", new_string: "two" }];
    expect(await workspace.tools.call("edit", { path: "a.txt", edits })).toMatchObject({
      status: "ok",
      effects: [{ op: "modify", path: "a.txt" }],
    });
    const content = Uint8Array.from({ length: 1_048_576 }, (_, index) => (index * 7) % 251);
    await workspace.write({ path: "large", content });
    const { bytes } = await workspace.readBytes({ path: "large" });
    expect(bytes.byteLength).toBe(content.byteLength);
    expect(bytes.every((byte, index) => byte === content[index])).toBe(true);
    expect(content.byteLength).toBe(1_048_576);
  });

  test("named workspaces share one worker until the last is disposed of", async () => {
    const { worker, started } = real();
    const volume = { kind: "memory", name: "shared" };
    const first = await open({ volume, worker });
    const second = await open({ volume, worker });
    await first.write({ path: "b.txt", content: "two" });
    expect(started).toHaveLength(1);
    await first.dispose();
    expect(await second.read({ path: "b.txt" })).toMatchObject({ content: "two" });
  });

  test("watch and authorize reach the page", async () => {
    const authorize = vi.fn<() => { allow: true }>(() => ({ allow: true }));
    const workspace = await open({ worker: real().worker, policy: { authorize } });
    const paths: string[] = [];
    await workspace.watch({}, (event) => void (event.type === "batch" && paths.push(...event.changes.map(({ path }) => path))));
    await workspace.tools.call("write", { path: "b.txt", content: "two" });
    await workspace.tools.call("write", { path: "c.txt", content: "three" });
    await vi.waitFor(() => expect(paths).toEqual(["b.txt", "c.txt"]));
    expect(authorize).toHaveBeenCalledTimes(2);
  });
});

describe("a fork", () => {
  const files = { "a.txt": "one\ntwo\n", "b.txt": "b\n" };

  test("is worked in by one agent while another works outside, is looked at, and merged as one batch", async () => {
    const workspace = await open({ volume: { kind: "memory", files }, worker: real().worker });
    const fork = await workspace.fork({ policy: { mode: "allow" } });
    const edit = { path: "a.txt", edits: [{ old_string: "one", new_string: "ONE" }] };
    expect(await fork.tools.call("edit", edit)).toMatchObject({ status: "ok" });
    expect(await workspace.tools.call("write", { path: "b.txt", content: "B\n" })).toMatchObject({ status: "ok" });
    const texts = async ({ fs }: Pick<RemoteWorkspace, "fs">): Promise<unknown> =>
      Promise.all(["a.txt", "b.txt"].map((path) => fs.readFile(path, "utf8")));
    expect([await texts(fork), await texts(workspace)]).toEqual([
      ["ONE\ntwo\n", "b\n"],
      ["one\ntwo\n", "B\n"],
    ]);
    expect(await fork.diff()).toBe("diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n");
    expect((await fork.merge()).effects).toMatchObject([{ op: "modify", path: "a.txt" }]);
    expect(await texts(workspace)).toEqual(["ONE\ntwo\n", "B\n"]);
  });

  test("is gone with a worker that is terminated, and says so", async () => {
    const { worker, started } = real();
    const workspace = await open({ worker });
    const fork = await workspace.fork();
    const lost = new Promise((resolve) => fork.onLost(resolve));
    started[0]?.terminate();
    expect(await lost).toMatchObject({ code: "unavailable", details: { what: "fork" } });
    await workspace.reopen();
    await expect(fork.diff()).rejects.toMatchObject({ code: "unavailable", status: "rejected", details: { what: "fork" } });
    expect(await (await workspace.fork()).diff()).toBe("");
  });
});

describe("a worker that does not come", () => {
  test("a missing script rejects with its address and what to do", async () => {
    const url = new URL("/no/such/worker.js", location.href);
    await expect(open({ worker: () => url })).rejects.toMatchObject({
      code: "unavailable",
      details: { what: url.href, reason: expect.any(String), remedy: expect.stringContaining("worker.js") },
    });
  });

  test("a script of another origin rejects", async () => {
    await expect(open({ worker: () => "https://example.test/worker.js" })).rejects.toMatchObject({
      code: "unavailable",
      details: { what: "https://example.test/worker.js" },
    });
  });

  test("a script that throws rejects with its message", async () => {
    await expect(open({ worker: throwing })).rejects.toMatchObject({
      code: "unavailable",
      details: { reason: expect.stringContaining("this worker cannot start") },
    });
  });

  test("a script that never serves rejects after the wait", async () => {
    await expect(open({ worker: silent, timeouts: { ready: 50 } })).rejects.toMatchObject({ code: "unavailable" });
  });

  test("another protocol rejects with both numbers", async () => {
    const reason = "it speaks protocol 99, this page 1";
    await expect(open({ worker: otherProtocol })).rejects.toMatchObject({ code: "unavailable", details: { reason } });
  });
});

describe("a worker that is terminated", () => {
  test("rejects what is pending; reopen begins again with the first files", async () => {
    const { worker, started } = stuck();
    const workspace = await open({ volume: { kind: "stuck" }, worker });
    const began = said(started[0], "began");
    const settled = Promise.allSettled([
      workspace.write({ path: "b.txt", content: "two" }),
      workspace.tools.call("write", { path: "c.txt", content: "two" }),
    ]);
    await began;
    const lost = new Promise((resolve) => workspace.onLost(resolve));
    started[0]?.terminate();
    expect(await settled).toMatchObject([
      { status: "rejected", reason: { code: "unavailable", status: "uncertain", details: { reason: "worker_lost" } } },
      { status: "fulfilled", value: { code: "unavailable", status: "uncertain" } },
    ]);
    expect(await lost).toMatchObject({ code: "unavailable", status: "rejected" });
    await expect(workspace.read({ path: "a.txt" })).rejects.toMatchObject({ code: "unavailable", status: "rejected" });
    await workspace.reopen();
    expect(started).toHaveLength(2);
    expect(await workspace.tools.call("read", { path: "a.txt" })).toMatchObject({ status: "ok", data: { content: "one" } });
  });
});

interface Counts {
  readonly sinceAbort?: { readonly bytes: number; readonly entries: number };
  readonly total: { readonly bytes: number; readonly entries: number };
}

describe("abort", () => {
  const mebibyte = 1_048_576;
  const text = `${"x".repeat(1_023)}\n`.repeat(1_024);
  const large = Object.fromEntries(Array.from({ length: 48 }, (_, index) => [`large/${index}.txt`, text]));
  const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`many/${Math.floor(index / 100)}/${index}.txt`, ""]));

  /** Aborts the call as soon as it has begun to work, and counts what was done after the abort arrived in the worker. */
  async function aborted(files: Readonly<Record<string, string>>, tool: string, args: object): Promise<Counts> {
    const { worker, started } = counting();
    const workspace = await open({ volume: { kind: "counting", files }, worker });
    started[0]?.postMessage({ counts: "start" });
    const controller = new AbortController();
    const calling = workspace.tools.call(tool, args, { signal: controller.signal });
    controller.abort();
    expect(await calling).toMatchObject({ status: "rejected", code: "aborted", effects: [] });
    const told = said<Counts>(started[0], "total");
    started[0]?.postMessage({ counts: "tell" });
    return told;
  }

  test("from the page stops a search after at most 4 MiB and a walk after at most 5,000 entries [#332]", async () => {
    const search = await aborted(large, "grep", { pattern: "not there" });
    expect(search.total.bytes).toBeGreaterThan(0);
    expect(search.sinceAbort?.bytes).toBeLessThanOrEqual(4 * mebibyte);
    const walk = await aborted(many, "glob", { pattern: "**/*q*.txt" });
    expect(walk.total.entries).toBeGreaterThan(0);
    expect(walk.sinceAbort?.entries).toBeLessThanOrEqual(5_000);
  });
});
