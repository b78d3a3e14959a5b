import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { registerCases } from "../../src/conformance/suite.ts";
import { volumeCases } from "../../src/conformance/volume.ts";
import { openWorkspace, type OpenOptions, type RemoteWorkspace } from "../../src/worker/client.ts";

async function removeAll(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry("portside", { recursive: true }).catch(() => undefined);
}

beforeAll(removeAll);
afterAll(removeAll);

describe("the suite of every volume, over the browser's files", () => {
  let worker: Worker;
  beforeAll(() => void (worker = new Worker(new URL("./workers/volume-suite.ts", import.meta.url), { type: "module" })));
  afterAll(() => worker.terminate());

  async function runInWorker(name: string): Promise<void> {
    const said = new Promise<MessageEvent<{ readonly fault?: string }>>((resolve) => {
      worker.addEventListener("message", resolve, { once: true });
    });
    worker.postMessage(name); // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker
    const { fault } = (await said).data;
    if (fault !== undefined) throw new Error(fault);
  }

  registerCases<undefined>({
    cases: volumeCases.map(({ name }) => ({ name, run: () => runInWorker(name) })),
    open: () => undefined,
    runner: { test, skip: (name) => test.skip(name, () => {}) },
  });
});

const opened: RemoteWorkspace[] = [];
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((workspace) => workspace.dispose()));
});

const started: Worker[] = [];
const worker = (): Worker => {
  started.push(new Worker(new URL("../../src/worker/index.ts", import.meta.url), { type: "module" }));
  return started.at(-1) as Worker;
};

async function open(name: string, options: Partial<OpenOptions> = {}): Promise<RemoteWorkspace> {
  const workspace = await openWorkspace({ volume: { kind: "opfs", name }, worker, ...options });
  opened.push(workspace);
  return workspace;
}

describe("a workspace that lasts", () => {
  test("what was written is there when it is opened again", async () => {
    const first = await open("lasting");
    expect(first.capabilities).toMatchObject({ durable: true, atomic: "batch", resident: true });
    await first.tools.call("write", { path: "src/a.txt", content: "kept\n" });
    await first.dispose();
    const second = await open("lasting");
    expect(await second.tools.call("read", { path: "src/a.txt" })).toMatchObject({ status: "ok", data: { content: "kept" } });
  });

  test("a worker that is terminated loses nothing that was acknowledged; a file is wholly old or new [#328]", async () => {
    const workspace = await open("terminated");
    const content = (fill: number): Uint8Array => new Uint8Array(300_000).fill(fill);
    await workspace.write({ path: "a", content: content(1) });
    const last = workspace.write({ path: "a", content: content(2) }).then(
      () => true,
      () => false,
    );
    started.at(-1)?.terminate();
    const wasTold = await last;
    await workspace.reopen();
    const { bytes } = await workspace.readBytes({ path: "a" });
    expect(bytes).toHaveLength(300_000);
    expect(new Set(bytes)).toHaveProperty("size", 1);
    expect([1, 2].slice(wasTold ? 1 : 0)).toContain(bytes[0]);
  });
});

describe("a workspace that cannot be opened", () => {
  test("one that another worker has is busy, not missing", async () => {
    const release = await new Promise<() => void>((resolve) => {
      void navigator.locks.request("portside:opfs:held", () => new Promise<void>((done) => resolve(done)));
    });
    await expect(open("held", { volume: { kind: "opfs", name: "held", wait: 100 } })).rejects.toMatchObject({
      code: "workspace_busy",
      details: { workspace: "held" },
    });
    release();
    await expect(open("held")).resolves.toBeDefined();
  });

  test("a name is needed", async () => {
    await expect(open("", { volume: { kind: "opfs" } })).rejects.toMatchObject({ code: "invalid_arguments" });
  });
});
