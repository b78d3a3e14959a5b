import { afterEach, describe, expect, test, vi } from "vitest";
import type { ToolCall } from "../tools/around.ts";
import { profiles } from "../tools/profiles.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Files } from "../volumes/files.ts";
import type { Volume } from "../volumes/volume.ts";
import type { WatchEvent } from "../ports/watcher.ts";
import { createTools } from "../tools/catalog.ts";
import type { Around } from "../tools/around.ts";
import { createWorkspace } from "../workspace/index.ts";
import { openWorkspace } from "./client.ts";
import type { OpenOptions, RemoteWorkspace } from "./client.ts";
import type { Authorize } from "./remote-catalog.ts";
import { serve } from "./serve.ts";
import type { ServeOptions } from "./serve.ts";

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
});

/** A stand-in for a worker: serves at the far end of a channel. `kill` closes that end, which is what a dead worker's port does. */
function createFakeWorker(options: ServeOptions = {}) {
  const far: MessagePort[] = [];
  const worker = (): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    far.push(port2);
    serve(options, port2);
    return port1;
  };
  return { worker, started: () => far.length, kill: () => far.at(-1)?.close() };
}

async function open(options: Partial<OpenOptions> = {}): Promise<RemoteWorkspace> {
  const { worker } = createFakeWorker();
  const workspace = await openWorkspace({ volume: { kind: "memory", files: { "a.txt": "one\n" } }, worker, ...options });
  opened.push(workspace);
  return workspace;
}

/** A volume whose commits of files wait until they are let go. */
function createSlowVolume(files: Files = {}): { readonly volume: Volume; readonly release: () => void; readonly began: Promise<void> } {
  const memory = createMemoryVolume({ files });
  let release = (): void => {};
  let begin = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const began = new Promise<void>((resolve) => (begin = resolve));
  const commit: Volume["commit"] = async (batch) => {
    if (batch.changes.every(({ op }) => op !== "put")) return memory.commit(batch);
    begin();
    await gate;
    return memory.commit(batch);
  };
  return { volume: { ...memory, commit }, release, began };
}

describe("opening", () => {
  test("gives root, capabilities, ports and the default tools", async () => {
    const workspace = await open();
    expect(workspace.root).toBe("/workspace");
    expect(workspace.capabilities.atomic).toBe("batch");
    expect(await workspace.read({ path: "a.txt" })).toMatchObject({ path: "a.txt", content: "one", totalLines: 1 });
    expect(workspace.tools).toMatchObject({ name: "tools", profile: "default" });
    expect(workspace.tools.has("read")).toBe(true);
    expect(workspace.tools.has("no_such_tool")).toBe(false);
    expect(workspace.tools.concurrency("read")).toBe("parallel");
    expect(workspace.tools.concurrency("write")).toBe("serial");
  });

  test("an unknown kind of volume is unavailable, with the line to add", async () => {
    await expect(open({ volume: { kind: "tape" } })).rejects.toMatchObject({
      code: "unavailable",
      details: { what: 'volume "tape"', remedy: "serve({ volumes: { tape: … } })" },
    });
  });

  test.each(["constructor", "__proto__", "toString"])("%s is no kind of volume and no profile", async (name) => {
    await expect(open({ volume: { kind: name } })).rejects.toMatchObject({ code: "unavailable", details: { what: `volume "${name}"` } });
    await expect(open({ profile: name })).rejects.toMatchObject({ code: "unavailable", details: { what: `profile "${name}"` } });
  });

  test("an unknown profile is unavailable, with the line to add", async () => {
    await expect(open({ profile: "mine" })).rejects.toMatchObject({
      code: "unavailable",
      details: { what: 'profile "mine"', remedy: "serve({ profiles: [mine] })" },
    });
  });

  test("a factory given to serve gets the page's request", async () => {
    const requests: unknown[] = [];
    const volumes = { tape: (request: object) => (requests.push(request), createMemoryVolume()) };
    await open({ volume: { kind: "tape", reel: 7 }, worker: createFakeWorker({ volumes }).worker });
    expect(requests).toEqual([{ kind: "tape", reel: 7, root: "/workspace" }]);
  });

  test("ignore rules of the page hold in listings", async () => {
    const files = { "vendor/a.js": "", "node_modules/b.js": "", "c.js": "", "d.log": "" };
    const listed = async (ignore: OpenOptions["ignore"]): Promise<unknown> => {
      const { entries, skipped } = await (await open({ volume: { kind: "memory", files }, ignore })).glob({ pattern: "**/*.*" });
      return [entries.map(({ path }) => path), skipped.ignored];
    };
    expect(await listed(undefined)).toEqual([["c.js", "d.log", "vendor/a.js"], 1]);
    expect(await listed({ host: ["vendor/"] })).toEqual([["c.js", "d.log", "node_modules/b.js"], 1]);
    expect(await listed({ host: [], global: "*.log" })).toEqual([["c.js", "node_modules/b.js", "vendor/a.js"], 1]);
  });

  test("another protocol is unavailable with both numbers", async () => {
    const worker = (): MessagePort => {
      const { port1, port2 } = new MessageChannel();
      port2.postMessage({ type: "ready", protocol: 99, ports: [], capabilities: { volumes: [], profiles: [] } });
      return port1;
    };
    const failure = open({ worker });
    await expect(failure).rejects.toMatchObject({ code: "unavailable", details: { reason: "it speaks protocol 99, this page 1" } });
  });

  test("a worker that never says that it serves is unavailable after the wait", async () => {
    const worker = (): MessagePort => new MessageChannel().port1;
    await expect(open({ worker, timeouts: { ready: 5 } })).rejects.toMatchObject({
      code: "unavailable",
      details: { reason: "it did not call serve() within 5 ms" },
    });
  });

  test("where there are no workers it is unavailable, with the address", async () => {
    const failure = open({ worker: () => "https://example.test/worker.js" });
    await expect(failure).rejects.toMatchObject({ code: "unavailable", details: { what: "https://example.test/worker.js" } });
  });
});

describe("calls", () => {
  test("a port's error crosses with code, status, details and effects", async () => {
    const workspace = await open();
    const failure = workspace.read({ path: "missing.txt" });
    await expect(failure).rejects.toMatchObject({
      name: "PortsideError",
      code: "not_found",
      status: "rejected",
      details: { path: "missing.txt" },
      effects: [],
    });
  });

  test("tools answer results, failures too", async () => {
    const { tools } = await open();
    expect(await tools.call("read", { path: "a.txt" })).toMatchObject({ status: "ok", data: { content: "one" } });
    expect(await tools.call("read", '{"path": "b.txt"}')).toMatchObject({ status: "rejected", code: "not_found" });
    expect(await tools.call("nothing", {})).toMatchObject({ status: "rejected", code: "invalid_arguments" });
  });

  test("arguments that cannot be cloned are a result", async () => {
    const { tools } = await open();
    const result = await tools.call("write", { path: "b.txt", content: () => "text" });
    expect(result).toMatchObject({ status: "rejected", code: "invalid_arguments", effects: [] });
  });

  test("mutationPaths come from the worker", async () => {
    const { tools } = await open();
    expect(await tools.mutationPaths("write", { path: "b.txt", content: "" })).toEqual(["b.txt"]);
    await expect(tools.mutationPaths("write", {})).rejects.toMatchObject({ code: "invalid_arguments" });
  });

  test("bytes are what was stored, and a caller keeps the buffer it wrote from", async () => {
    const workspace = await open();
    const content = Uint8Array.from({ length: 1_000 }, (_, index) => index % 256);
    await workspace.write({ path: "bytes", content });
    expect(content.byteLength).toBe(1_000);
    expect((await workspace.readBytes({ path: "bytes" })).bytes).toEqual(content);
  });

  test("a signal that fired before is aborted, also for a tool", async () => {
    const workspace = await open();
    const signal = AbortSignal.abort();
    await expect(workspace.read({ path: "a.txt" }, { signal })).rejects.toMatchObject({ code: "aborted" });
    expect(await workspace.tools.call("write", { path: "b", content: "" }, { signal })).toMatchObject({
      status: "rejected",
      code: "aborted",
    });
  });

  test("catalogs of one workspace see each other's changes under their own names", async () => {
    const workspace = await open();
    const reviewer = await workspace.catalog({ name: "reviewer" });
    const actors: (string | undefined)[] = [];
    await workspace.watch({}, (event) => void (event.type === "batch" && actors.push(event.origin.actor)));
    await reviewer.call("write", { path: "b.txt", content: "two\n" });
    expect(await workspace.tools.call("read", { path: "b.txt" })).toMatchObject({ status: "ok" });
    await workspace.tools.call("delete", { path: "b.txt" });
    await vi.waitFor(() => expect(actors).toEqual(["reviewer", "tools"]));
  });

  test("a disposed catalog refuses, the workspace goes on", async () => {
    const workspace = await open();
    const reviewer = await workspace.catalog({ name: "reviewer" });
    await reviewer.dispose();
    expect(await reviewer.call("read", { path: "a.txt" })).toMatchObject({ status: "rejected", code: "unavailable" });
    expect(await workspace.tools.call("read", { path: "a.txt" })).toMatchObject({ status: "ok" });
  });
});

describe("around", () => {
  test("the first middleware is the outermost; it may change the call and the answer", async () => {
    const seen: string[] = [];
    const workspace = await open({
      around: [
        async (call, next) => {
          seen.push(`outer ${call.id}`);
          return { ...(await next(call)), text: "replaced" };
        },
        (call, next) => {
          seen.push("inner");
          return next({ ...call, arguments: { path: "a.txt" } });
        },
      ],
    });
    const result = await workspace.tools.call("read", { path: "elsewhere" }, { id: "7" });
    expect(result).toMatchObject({ status: "ok", text: "replaced", data: { content: "one" } });
    expect(seen).toEqual(["outer 7", "inner"]);
  });

  test("calls without an id get one each", async () => {
    const ids: string[] = [];
    const note = (call: ToolCall, next: (call: ToolCall) => ReturnType<RemoteWorkspace["tools"]["call"]>) => (
      ids.push(call.id),
      next(call)
    );
    const { tools } = await open({ around: [note] });
    await tools.call("read", { path: "a.txt" });
    await tools.call("read", { path: "a.txt" });
    expect(new Set(ids).size).toBe(2);
  });

  const thrown = (): never => {
    throw new Error("no");
  };
  const middlewares: readonly [string, Around][] = [
    ["answers with nothing", async () => undefined as never],
    ["answers with nothing after the change", async (call, next) => void (await next(call)) as never],
    ["throws before the change", thrown],
    ["throws after the change", async (call, next) => (await next(call), thrown())],
    ["throws while the change is made", (call, next) => (void next(call), thrown())],
  ];

  test.each(middlewares)("one that %s has the same result on the page and in the worker", async (_, around) => {
    const local = createTools(await createWorkspace(createMemoryVolume()), { around: [around] });
    const remote = (await open({ volume: { kind: "memory" }, around: [around] })).tools;
    for (const [tool, args] of [
      ["write", { path: "b.txt", content: "two" }],
      ["read", { path: "b.txt" }],
    ] as const) {
      const { text: _text, ...expected } = await local.call(tool, args);
      const { text, ...result } = await remote.call(tool, args);
      expect(result).toEqual(expected);
      expect(text).toMatch(/\S/);
    }
  });

  test("one that throws is a result", async () => {
    const { tools } = await open({ around: [() => Promise.reject(new Error("no"))] });
    expect(await tools.call("read", { path: "a.txt" })).toMatchObject({
      status: "rejected",
      code: "io_error",
      details: { operation: "around" },
    });
    expect(await tools.call("delete", { path: "a.txt" })).toMatchObject({ status: "rejected", code: "io_error", effects: [] });
  });
});

describe("authorize", () => {
  test("is asked with the targets and the diff, and a no is permission_denied with its reason", async () => {
    const questions: unknown[] = [];
    const policy = { authorize: (question: object) => (questions.push(question), { allow: false as const, reason: "not today" }) };
    const workspace = await open({ policy });
    const result = await workspace.tools.call("write", { path: "b/c.txt", content: "two\n" }, { id: "call" });
    expect(result).toMatchObject({ status: "rejected", code: "permission_denied", details: { reason: "not today" } });
    const target = { path: "b/c.txt", kind: "absent", capability: "write", external: false, scope: "" };
    expect(questions).toMatchObject([{ callId: "call", tool: "write", targets: [target], diff: expect.stringContaining("+two") }]);
    await expect(workspace.read({ path: "b/c.txt" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("a yes lets the change through; reading and the host's own calls are not asked", async () => {
    const authorize = vi.fn<Authorize>(() => Promise.resolve({ allow: true as const }));
    const workspace = await open({ policy: { authorize } });
    await workspace.tools.call("read", { path: "a.txt" });
    await workspace.write({ path: "host.txt", content: "" });
    expect(authorize).not.toHaveBeenCalled();
    expect(await workspace.tools.call("write", { path: "b.txt", content: "" })).toMatchObject({ status: "ok" });
    expect(authorize).toHaveBeenCalledOnce();
  });

  test("one that throws says no", async () => {
    const authorize = (): never => {
      throw new Error("broken");
    };
    const { tools } = await open({ policy: { authorize } });
    expect(await tools.call("delete", { path: "a.txt" })).toMatchObject({
      code: "permission_denied",
      details: { reason: "authorize failed: Error: broken" },
    });
  });

  test("an abort while it is asked ends the call and changes nothing", async () => {
    const controller = new AbortController();
    const authorize = (): Promise<never> => {
      controller.abort();
      return new Promise<never>(() => {});
    };
    const workspace = await open({ policy: { authorize } });
    const result = await workspace.tools.call("delete", { path: "a.txt" }, { signal: controller.signal });
    expect(result).toMatchObject({ status: "rejected", code: "aborted" });
    expect(await workspace.read({ path: "a.txt" })).toMatchObject({ content: "one" });
  });
});

describe("watch", () => {
  test("batches come in the order of commits; patterns are matched in the worker", async () => {
    const workspace = await open();
    const paths: string[] = [];
    const stop = await workspace.watch({ include: ["*.txt"], exclude: ["b.txt"] }, (event) => {
      if (event.type === "batch") paths.push(...event.changes.map(({ path }) => path));
    });
    for (const path of ["b.txt", "c.txt", "c.md", "d/e.txt"]) await workspace.write({ path, content: path });
    await vi.waitFor(() => expect(paths).toEqual(["c.txt", "d/e.txt"]));
    stop();
    await workspace.write({ path: "late.txt", content: "" });
    await workspace.read({ path: "late.txt" });
    expect(paths).toEqual(["c.txt", "d/e.txt"]);
  });

  test("what a listener throws is reported, and the next batch comes", async () => {
    const reportError = vi.fn<(error: unknown) => void>();
    vi.stubGlobal("reportError", reportError);
    const workspace = await open();
    const paths: string[] = [];
    await workspace.watch({}, (event) => {
      if (event.type === "batch") paths.push(...event.changes.map(({ path }) => path));
      throw new Error("broken");
    });
    for (const path of ["b.txt", "c.txt"]) await workspace.write({ path, content: "" });
    await vi.waitFor(() => expect(reportError).toHaveBeenCalledTimes(2));
    expect(paths).toEqual(["b.txt", "c.txt"]);
  });

  test("functions are called on the page; a batch of which nothing is left is not delivered", async () => {
    const workspace = await open();
    const batches: (readonly string[])[] = [];
    const request = { include: [(path: string) => path.startsWith("x/")], exclude: [(path: string) => path.endsWith(".log"), "*.tmp"] };
    await workspace.watch(request, (event) => void (event.type === "batch" && batches.push(event.changes.map(({ path }) => path))));
    for (const path of ["x/1", "y/2", "x/3.log", "x/4.tmp", "x/5"]) await workspace.write({ path, content: "" });
    await vi.waitFor(() => expect(batches.flat()).toContain("x/5"));
    expect(batches).toEqual([["x/1"], ["x/5"]]);
  });

  test("patterns and functions in one include are refused, and so is a bad glob", async () => {
    const workspace = await open();
    await expect(workspace.watch({ include: ["*.a", () => true] }, () => {})).rejects.toMatchObject({ code: "invalid_arguments" });
    await expect(workspace.watch({ include: ["[a"] }, () => {})).rejects.toMatchObject({ code: "invalid_glob" });
  });

  test("a listener that falls behind by more than 1,000 gets one reset, and then what comes later", async () => {
    const workspace = await open();
    const events: WatchEvent[] = [];
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await workspace.watch({}, async (event) => {
      events.push(event);
      if (events.length === 1) await held;
    });
    for (let index = 0; index < 1_100; index++) await workspace.write({ path: "a.txt", content: String(index) });
    expect(events).toHaveLength(1);
    goOn();
    await vi.waitFor(() => expect(events).toHaveLength(2));
    expect(events.map(({ type }) => type)).toEqual(["batch", "reset"]);
    await workspace.write({ path: "b.txt", content: "" });
    await vi.waitFor(() => expect(events).toHaveLength(3));
    expect(events[1]?.sequence).toBe((events[0]?.sequence ?? 0) + 1_099);
    expect(events[2]).toMatchObject({ type: "batch", sequence: (events[1]?.sequence ?? 0) + 1 });
  });
});

describe("sharing", () => {
  test("a named workspace has one worker, a catalog for each opening, and ends with the last", async () => {
    const fake = createFakeWorker();
    const volume = { kind: "memory", name: "shared" };
    const first = await open({ volume, worker: fake.worker });
    const second = await open({ volume, worker: fake.worker });
    expect(fake.started()).toBe(1);
    expect(first.tools).not.toBe(second.tools);
    await first.write({ path: "b.txt", content: "two\n" });
    await first.dispose();
    await expect(first.read({ path: "b.txt" })).rejects.toMatchObject({ code: "unavailable", details: { reason: "disposed" } });
    expect(await second.read({ path: "b.txt" })).toMatchObject({ content: "two" });
    await second.dispose();
    const third = await open({ volume, worker: fake.worker });
    expect(fake.started()).toBe(2);
    await expect(third.read({ path: "b.txt" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("two openings at the same time share it too", async () => {
    const fake = createFakeWorker();
    const options = { volume: { kind: "memory", name: "together" }, worker: fake.worker };
    await Promise.all([open(options), open(options)]);
    expect(fake.started()).toBe(1);
  });

  test("another root is refused, the default spelled out is not", async () => {
    const volume = { kind: "memory", name: "rooted" };
    await open({ volume });
    await expect(open({ volume, root: "/other" })).rejects.toMatchObject({ code: "invalid_arguments" });
    expect((await open({ volume, root: "/workspace" })).root).toBe("/workspace");
  });

  test("other ignore rules are refused, the same ones are not", async () => {
    const volume = { kind: "memory", name: "ignoring" };
    await open({ volume, ignore: { host: ["vendor/"], global: "*.log" } });
    await expect(open({ volume, ignore: { host: ["other/"], global: "*.log" } })).rejects.toMatchObject({ code: "invalid_arguments" });
    await expect(open({ volume })).rejects.toMatchObject({
      code: "invalid_arguments",
      details: {
        issues: [
          {
            problem: "conflict",
            expected: '{"root":"/workspace","ignore":{"host":["vendor/"],"global":"*.log"}}',
            received: '{"root":"/workspace"}',
          },
        ],
      },
    });
    await open({ volume, ignore: { global: "*.log", host: ["vendor/"] } });
  });

  test("without a name each opening has its own", async () => {
    const fake = createFakeWorker();
    await open({ worker: fake.worker });
    await open({ worker: fake.worker });
    expect(fake.started()).toBe(2);
  });

  test("an opening that fails leaves nothing behind", async () => {
    const fake = createFakeWorker();
    const volume = { kind: "memory", name: "failing" };
    await expect(open({ volume, worker: fake.worker, profile: "none" })).rejects.toMatchObject({ code: "unavailable" });
    await open({ volume, worker: fake.worker, root: "/other" });
    expect(fake.started()).toBe(2);
  });
});

describe("a worker that dies", () => {
  test("rejects pending readers, leaves pending mutators uncertain, and refuses later calls", async () => {
    const { volume, began } = createSlowVolume({ "a.txt": "one" });
    const unread = { ...volume, read: () => new Promise<never>(() => {}) };
    const fake = createFakeWorker({ volumes: { slow: () => unread } });
    const workspace = await open({ volume: { kind: "slow" }, worker: fake.worker });
    const lost: unknown[] = [];
    workspace.onLost((error) => lost.push(error));
    const settled = Promise.allSettled([
      workspace.write({ path: "b.txt", content: "two" }),
      workspace.tools.call("write", { path: "c.txt", content: "two" }),
      workspace.read({ path: "a.txt" }),
      workspace.tools.call("read", { path: "a.txt" }),
    ]);
    await began;
    fake.kill();
    const gone = { code: "unavailable", effects: [] };
    expect(await settled).toMatchObject([
      { status: "rejected", reason: { ...gone, status: "uncertain" } },
      { status: "fulfilled", value: { ...gone, status: "uncertain" } },
      { status: "rejected", reason: { ...gone, status: "rejected" } },
      { status: "fulfilled", value: { ...gone, status: "rejected" } },
    ]);
    expect(lost).toMatchObject([{ ...gone, status: "rejected" }]);
    await expect(workspace.write({ path: "d.txt", content: "" })).rejects.toMatchObject({ ...gone, status: "rejected" });
    expect(await workspace.tools.call("write", { path: "d.txt", content: "" })).toMatchObject({ ...gone, status: "rejected" });
  });

  test("reopen takes a new worker: the first files, the same catalogs and watches", async () => {
    const fake = createFakeWorker();
    const workspace = await open({ worker: fake.worker });
    const reviewer = await workspace.catalog({ name: "reviewer" });
    const events: WatchEvent[] = [];
    await workspace.watch({}, (event) => void events.push(event));
    await workspace.write({ path: "a.txt", content: "changed" });
    await vi.waitFor(() => expect(events).toHaveLength(1));
    const lost = new Promise((resolve) => workspace.onLost(resolve));
    fake.kill();
    await lost;
    await Promise.all([workspace.reopen(), workspace.reopen()]);
    expect(fake.started()).toBe(2);
    expect(await workspace.read({ path: "a.txt" })).toMatchObject({ content: "one" });
    expect(await reviewer.call("write", { path: "b.txt", content: "" })).toMatchObject({ status: "ok" });
    await vi.waitFor(() => expect(events).toHaveLength(3));
    expect(events[1]).toEqual({ type: "reset", sequence: 0 });
    expect(events[2]).toMatchObject({ type: "batch", origin: { actor: "reviewer" } });
  });

  test("a catalog of a lost worker can be disposed of", async () => {
    const fake = createFakeWorker();
    const workspace = await open({ worker: fake.worker });
    const reviewer = await workspace.catalog({ name: "reviewer" });
    const lost = new Promise((resolve) => workspace.onLost(resolve));
    fake.kill();
    await lost;
    await expect(reviewer.dispose()).resolves.toBeUndefined();
    await workspace.reopen();
    expect(await reviewer.call("read", { path: "a.txt" })).toMatchObject({ status: "rejected", code: "unavailable" });
  });

  test("a reopening that fails halfway goes on where it left off: nothing is watched twice", async () => {
    const first = createFakeWorker({ profiles: [{ ...profiles.default, name: "mine" }] });
    const second = createFakeWorker();
    let worker = first.worker;
    const workspace = await open({ worker: () => worker() });
    const events: WatchEvent[] = [];
    const stop = await workspace.watch({}, (event) => void events.push(event));
    const mine = await workspace.catalog({ name: "mine", profile: "mine" });
    const lost = new Promise((resolve) => workspace.onLost(resolve));
    worker = second.worker;
    first.kill();
    await lost;
    for (let attempt = 0; attempt < 2; attempt++) await expect(workspace.reopen()).rejects.toMatchObject({ code: "unavailable" });
    expect(second.started()).toBe(1);
    await mine.dispose();
    await workspace.reopen();
    await workspace.write({ path: "b.txt", content: "" });
    await vi.waitFor(() => expect(events).toHaveLength(2));
    expect(events.map(({ type }) => type)).toEqual(["reset", "batch"]);
    stop();
    await workspace.write({ path: "c.txt", content: "" });
    await workspace.read({ path: "c.txt" });
    expect(events).toHaveLength(2);
  });

  test("reopen of one that lives does nothing", async () => {
    const fake = createFakeWorker();
    const workspace = await open({ worker: fake.worker });
    await workspace.write({ path: "b.txt", content: "two" });
    await workspace.reopen();
    expect(fake.started()).toBe(1);
    expect(await workspace.read({ path: "b.txt" })).toMatchObject({ content: "two" });
  });
});

describe("dispose", () => {
  test("lets a begun change finish", async () => {
    const slow = createSlowVolume();
    const workspace = await open({ volume: { kind: "slow" }, worker: createFakeWorker({ volumes: { slow: () => slow.volume } }).worker });
    const writing = workspace.write({ path: "b.txt", content: "two" });
    await slow.began;
    const disposing = workspace.dispose();
    slow.release();
    expect(await writing).toMatchObject({ path: "b.txt", created: true });
    await disposing;
  });

  test("does not wait for ever", async () => {
    const slow = createSlowVolume();
    const { worker } = createFakeWorker({ volumes: { slow: () => slow.volume } });
    const workspace = await open({ volume: { kind: "slow" }, worker, timeouts: { ready: 50 } });
    const writing = workspace.write({ path: "b.txt", content: "two" });
    await slow.began;
    await Promise.all([
      expect(workspace.dispose()).rejects.toMatchObject({ code: "unavailable", details: { reason: "it did not close within 50 ms" } }),
      expect(writing).rejects.toMatchObject({ code: "unavailable", status: "uncertain" }),
    ]);
  });
});
