import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryLocks } from "../../test/support/locks.ts";
import type { MemoryLocks } from "../../test/support/locks.ts";
import type { WatchEvent } from "../ports/watcher.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Volume } from "../volumes/volume.ts";
import type { OpenOptions, RemoteWorkspace } from "./client.ts";
import type { Question } from "../policy/permissions.ts";
import { serve } from "./serve.ts";

let locks: MemoryLocks;
/** Another for each test: a page that crashed in one holds no lock any more, but its worker lives on in this process and would answer. */
let name = "";
let names = 0;
beforeEach(() => {
  name = `w${++names}`;
  locks = createMemoryLocks();
  vi.stubGlobal("navigator", { locks: locks.locks });
});

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
  vi.unstubAllGlobals();
});

/** What outlives every worker. */
function createDisk(files = { "a.txt": "one\ntwo\n" }): Volume {
  const memory = createMemoryVolume({ files });
  return { ...memory, capabilities: { ...memory.capabilities, durable: true }, close: async () => {} };
}

/** One page with modules of its own. Its workers open `volume`. */
async function createPage(volume: () => Volume) {
  vi.resetModules();
  const { openWorkspace } = await import("./client.ts");
  let started = 0;
  const worker = (): MessagePort => {
    started += 1;
    const { port1, port2 } = new MessageChannel();
    serve({ volumes: { opfs: volume } }, port2);
    return port1;
  };
  return {
    started: () => started,
    async open(options: Partial<OpenOptions> = {}): Promise<RemoteWorkspace> {
      const workspace = await openWorkspace({ volume: { kind: "opfs", name }, worker, ...options });
      opened.push(workspace);
      return workspace;
    },
  };
}

/** As when the page that owns the workspace crashes: all that it held is free. */
function crashOwner(): void {
  locks.crash((lock) => /^portside:[0-9a-f-]{36}$/.test(lock) || lock.startsWith("portside:owner:"));
}

const never = new Promise<never>(() => {});
const isPut: (batch: Parameters<Volume["commit"]>[0]) => boolean = ({ changes }) => changes.some(({ op }) => op === "put");

describe("a second page", () => {
  test("calls through the first: both edit the same file, and both edits are in it", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    const [a, b] = [await first.open(), await second.open()];
    expect([first.started(), second.started()]).toEqual([1, 0]);
    const edit = (from: string, to: string) => ({ path: "a.txt", edits: [{ old_string: from, new_string: to }] });
    const results = await Promise.all([a.tools.call("edit", edit("one", "ONE")), b.tools.call("edit", edit("two", "TWO"))]);
    expect(results.map(({ status }) => status)).toEqual(["ok", "ok"]);
    expect(await b.read({ path: "a.txt" })).toMatchObject({ content: "ONE\nTWO" });
    expect(await a.read({ path: "a.txt" })).toMatchObject({ content: "ONE\nTWO" });
  });

  test("hears of the first one's changes, is asked for its own, and hears its own progress", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    const asked: string[] = [];
    const authorize = (who: string) => (question: Question) => {
      asked.push(`${who} ${question.targets[0]?.path}`);
      return { allow: true } as const;
    };
    const a = await first.open({ policy: { authorize: authorize("a") } });
    const b = await second.open({ policy: { authorize: authorize("b") } });
    const heard: string[] = [];
    await b.watch({}, (event) => void (event.type === "batch" && heard.push(...event.changes.map(({ path }) => path))));
    await a.tools.call("write", { path: "of-a", content: "" });
    await b.tools.call("write", { path: "of-b", content: "" });
    await vi.waitFor(() => expect(heard).toEqual(["of-a", "of-b"]));
    expect(asked).toEqual(["a of-a", "b of-b"]);
  });

  test("its bytes stay its own, and come as they are stored", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    await first.open();
    const b = await second.open();
    const content = Uint8Array.from({ length: 5_000 }, (_, index) => index % 256);
    await b.write({ path: "bytes", content });
    expect(content.byteLength).toBe(5_000);
    expect((await b.readBytes({ path: "bytes" })).bytes).toEqual(content);
  });

  test("asks for the same root, or is refused", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    await first.open();
    await expect(second.open({ root: "/other" })).rejects.toMatchObject({ code: "invalid_arguments" });
    expect((await second.open()).root).toBe("/workspace");
  });

  test("that is gone is asked nothing more; when it lives after all, it comes again", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    const a = await first.open();
    let ask = (): void => {};
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const authorize = vi.fn<() => Promise<{ allow: true }>>().mockImplementationOnce(() => (ask(), never));
    authorize.mockResolvedValue({ allow: true });
    const b = await second.open({ policy: { authorize }, timeouts: { ping: 20 } });
    const writing = b.tools.call("write", { path: "b.txt", content: "" });
    await asked;
    locks.crash((lock) => lock.startsWith("portside:guest:"));
    expect(await writing).toMatchObject({ status: "ok" });
    expect(authorize).toHaveBeenCalledTimes(2);
    expect(await a.read({ path: "b.txt" })).toMatchObject({ content: "" });
  });
});

describe("versions", () => {
  test("a first page of another protocol is unavailable, with both numbers", async () => {
    const owner = await holdDoor(name, { protocol: 99, capabilities: { format: 1 } });
    const page = await createPage(createDisk);
    await expect(page.open()).rejects.toMatchObject({
      code: "unavailable",
      details: { what: "the worker of another page", reason: "it speaks protocol 99, this page 1" },
    });
    owner.end();
  });

  test("a first page that writes another format is unavailable, with both numbers", async () => {
    const owner = await holdDoor(name, { protocol: 1, capabilities: { format: 99 } });
    const page = await createPage(createDisk);
    await expect(page.open()).rejects.toMatchObject({
      code: "unavailable",
      details: { reason: "it writes format 99, this page 1" },
    });
    owner.end();
  });

  test("a first page that does not answer is busy, with what to do; a fallback is not taken", async () => {
    void locks.locks.request(`portside:owner:${name}`, () => never);
    const page = await createPage(createDisk);
    await expect(page.open({ volume: { kind: "opfs", name, wait: 5 }, fallback: "memory" })).rejects.toMatchObject({
      code: "workspace_busy",
      details: { workspace: name, remedy: expect.stringContaining("close it") },
    });
    expect(locks.held()).toEqual([`portside:owner:${name}`]);
  });
});

/** The owner's side of the door, of some other version. */
async function holdDoor(tabs: string, ready: object): Promise<{ end(): void }> {
  void locks.locks.request(`portside:owner:${tabs}`, () => never);
  const door = new BroadcastChannel(`portside:door:${tabs}`);
  const channels = [door];
  door.addEventListener("message", ({ data }: MessageEvent<{ readonly guest: string }>) => {
    const calls = new BroadcastChannel(`portside:calls:${data.guest}`);
    channels.push(calls);
    calls.postMessage({ type: "ready", ports: {}, ...ready }); // oxlint-disable-line unicorn/require-post-message-target-origin
  });
  return { end: () => channels.forEach((channel) => channel.close()) };
}

describe("when the first page closes", () => {
  test("the second takes over: catalogs and watches go on, what it asks meanwhile is answered", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    const [a, b] = [await first.open(), await second.open()];
    const reviewer = await b.catalog({ name: "reviewer" });
    const events: WatchEvent[] = [];
    await b.watch({}, (event) => void events.push(event));
    const lost = vi.fn<() => void>();
    b.onLost(lost);
    await a.write({ path: "a.txt", content: "of a" });
    const [, read, written] = await Promise.all([
      a.dispose(),
      b.read({ path: "a.txt" }),
      reviewer.call("write", { path: "b.txt", content: "of b" }),
    ]);
    expect(read).toMatchObject({ content: "of a" });
    expect(written).toMatchObject({ status: "ok" });
    await vi.waitFor(() => expect(second.started()).toBe(1));
    await reviewer.call("write", { path: "c.txt", content: "" });
    await vi.waitFor(() =>
      expect(events.at(-1)).toMatchObject({ type: "batch", changes: [{ path: "c.txt" }], origin: { actor: "reviewer" } }),
    );
    expect(events.filter(({ type }) => type === "reset")).toHaveLength(1);
    expect(lost).not.toHaveBeenCalled();
  });

  test("a third goes on through the second", async () => {
    const disk = createDisk();
    const pages = [await createPage(() => disk), await createPage(() => disk), await createPage(() => disk)] as const;
    const [a, b, c] = [await pages[0].open(), await pages[1].open(), await pages[2].open()];
    await a.dispose();
    await Promise.all([b.write({ path: "b", content: "b" }), c.write({ path: "c", content: "c" })]);
    const [, ...later] = pages.map((page) => page.started());
    expect(later).toContain(0);
    expect(later).toContain(1);
    expect(await b.read({ path: "c" })).toMatchObject({ content: "c" });
    expect(await c.read({ path: "b" })).toMatchObject({ content: "b" });
  });

  test("a change that waits for permission is asked for again, and made once", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    const a = await first.open();
    let ask = (): void => {};
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const authorize = vi.fn<() => Promise<{ allow: true }>>().mockImplementationOnce(() => (ask(), never));
    authorize.mockResolvedValue({ allow: true });
    const b = await second.open({ policy: { authorize } });
    const writing = b.tools.call("write", { path: "b.txt", content: "two" });
    await asked;
    await a.dispose();
    expect(await writing).toMatchObject({ status: "ok" });
    expect(authorize).toHaveBeenCalledTimes(2);
    expect(await b.read({ path: "b.txt" })).toMatchObject({ content: "two" });
  });
});

describe("when the first page crashes", () => {
  /** The first worker's commits of files do as told, the others' are made. */
  async function crashed(commit: (disk: Volume) => Volume["commit"], call: (b: RemoteWorkspace) => Promise<unknown>) {
    const disk = createDisk();
    let begin = (): void => {};
    const began = new Promise<void>((resolve) => (begin = resolve));
    const slow: Volume["commit"] = (batch) => {
      if (!isPut(batch)) return disk.commit(batch);
      begin();
      return commit(disk)(batch);
    };
    const [first, second] = [await createPage(() => ({ ...disk, commit: slow })), await createPage(() => disk)];
    await first.open();
    const b = await second.open();
    const commits = vi.fn<() => void>();
    const calling = call(b).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    await began;
    disk.watch(({ origin }) => void (origin.callId !== undefined && commits()));
    await b.read({ path: "a.txt" });
    crashOwner();
    return { outcome: await calling, b, commits };
  }

  const appended = (b: RemoteWorkspace) => b.tools.call("write", { path: "b.txt", content: "two" }, { id: "1" });
  const doneAndSilent = (disk: Volume) => (batch: Parameters<Volume["commit"]>[0]) => (void disk.commit(batch), never);

  test("a tool's change that it had made is told as made, and not made again", async () => {
    const { outcome, b, commits } = await crashed(doneAndSilent, appended);
    expect(outcome).toMatchObject({
      value: {
        status: "ok",
        effects: [{ op: "create", path: "b.txt" }],
        meta: { recovered: true },
        text: expect.stringContaining("it changed"),
      },
    });
    expect(commits).not.toHaveBeenCalled();
    expect(await b.read({ path: "b.txt" })).toMatchObject({ content: "two" });
  });

  test.each([
    ["a port", (b: RemoteWorkspace): Promise<unknown> => b.write({ path: "b.txt", content: "two" })],
    ["an import", (b: RemoteWorkspace): Promise<unknown> => b.importTree({ source: { files: { "b.txt": "two" } } })],
  ])("so is one of %s, as an error", async (_, call) => {
    const { outcome, commits } = await crashed(doneAndSilent, call);
    expect(outcome).toMatchObject({ error: { code: "unavailable", status: "uncertain", details: { what: "answer" } } });
    expect(commits).not.toHaveBeenCalled();
  });

  test("so is one of the file system", async () => {
    const { outcome, commits } = await crashed(doneAndSilent, (b) => b.fs.writeFile("b.txt", "two"));
    expect(outcome).toMatchObject({ error: { code: "EIO", cause: { status: "uncertain", details: { what: "answer" } } } });
    expect(commits).not.toHaveBeenCalled();
  });

  test("a change that it had not made is made, once", async () => {
    const { outcome, b, commits } = await crashed(() => () => never, appended);
    expect(outcome).toMatchObject({ value: { status: "ok" } });
    expect(commits).toHaveBeenCalledOnce();
    expect(await b.read({ path: "b.txt" })).toMatchObject({ content: "two" });
  });

  test("a port's id that was used before says nothing of this call", async () => {
    const disk = createDisk();
    let puts = 0;
    let begin = (): void => {};
    const began = new Promise<void>((resolve) => (begin = resolve));
    const commit: Volume["commit"] = (batch) => (isPut(batch) && ++puts === 2 ? (begin(), never) : disk.commit(batch));
    const [first, second] = [await createPage(() => ({ ...disk, commit })), await createPage(() => disk)];
    await first.open();
    const b = await second.open();
    await b.write({ path: "first.txt", content: "" }, { callId: "1" });
    const again = b.write({ path: "b.txt", content: "two" }, { callId: "1" });
    await began;
    await b.read({ path: "a.txt" });
    crashOwner();
    expect(await again).toMatchObject({ effects: [{ op: "create", path: "b.txt" }] });
  });

  test("an id that was used before is none for another call, whoever has the files", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    await first.open();
    const b = await second.open();
    await b.tools.call("write", { path: "first.txt", content: "" }, { id: "1" });
    expect(await appended(b)).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    crashOwner();
    await b.read({ path: "first.txt" });
    expect(await appended(b)).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    expect(await b.tools.fate("1")).toMatchObject({ state: "completed", effects: [{ op: "create", path: "first.txt" }] });
  });

  test("its own worker's death is told to it, and the other page has the files", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    const [a, b] = [await first.open(), await second.open()];
    const lost = new Promise((resolve) => a.onLost(resolve));
    crashOwner();
    await lost;
    expect(await b.read({ path: "a.txt" })).toMatchObject({ content: "one\ntwo" });
    await a.reopen();
    expect(await a.read({ path: "a.txt" })).toMatchObject({ content: "one\ntwo" });
    expect(first.started() + second.started()).toBe(2);
  });

  test("forks the workspace in the first one's worker, and merges; when that is lost the fork is gone, and the workspace is not", async () => {
    const disk = createDisk();
    const [first, second] = [await createPage(() => disk), await createPage(() => disk)];
    const [a, b] = [await first.open(), await second.open()];
    const merged = await b.fork();
    expect(await merged.tools.call("write", { path: "b.txt", content: "b" })).toMatchObject({ status: "ok" });
    expect(await b.fs.readdir(".")).toEqual(["a.txt"]);
    await merged.merge();
    expect(await a.fs.readdir(".")).toEqual(["a.txt", "b.txt"]);

    const fork = await b.fork();
    await fork.write({ path: "c.txt", content: "c" });
    const told = new Promise((resolve) => fork.onLost(resolve));
    crashOwner();
    const gone = { code: "unavailable", status: "rejected", details: { what: "fork" } };
    expect(await told).toMatchObject(gone);
    await expect(fork.merge()).rejects.toMatchObject(gone);
    expect(await b.fs.readdir(".")).toEqual(["a.txt", "b.txt"]);
    expect([first.started(), second.started()]).toEqual([1, 1]);
  });
});

test("where it is in memory after all, every page has its own", async () => {
  const volume = (): Volume => createMemoryVolume({ files: { "a.txt": "one" } });
  const [first, second] = [await createPage(volume), await createPage(volume)];
  const [a, b] = [await first.open(), await second.open()];
  await a.write({ path: "a.txt", content: "two" });
  expect(await b.read({ path: "a.txt" })).toMatchObject({ content: "one" });
});
