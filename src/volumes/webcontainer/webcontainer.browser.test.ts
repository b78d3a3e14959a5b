import { WebContainer } from "@webcontainer/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { registerCases } from "../../conformance/suite.ts";
import { volumeCases } from "../../conformance/volume.ts";
import { decode, encode } from "../../core/text.ts";
import { openWorkspace, type RemoteWorkspace } from "../../worker/client.ts";
import type { Change, CommitEvent, DirectoryEntry, FileEntry, Receipt, Volume } from "../volume.ts";
import { bootWithin } from "./boot.ts";
import type { Container } from "./container.ts";
import { shareWebContainer } from "./share.ts";
import { openWebContainerVolume } from "./webcontainer.ts";

let instance: WebContainer;

beforeAll(async () => {
  // Where the real client looks for its server: this page's own, which has a stand-in for it.
  (globalThis as { WEBCONTAINER_API_IFRAME_URL?: string }).WEBCONTAINER_API_IFRAME_URL = location.origin;
  instance = await bootWithin(WebContainer, {}, 60_000);
});
afterAll(() => instance.teardown());

/** The client's own type is all that the volume asks for. */
const typed = (booted: WebContainer): Container => booted;

async function empty(): Promise<void> {
  for (const name of await instance.fs.readdir(".")) await instance.fs.rm(name, { recursive: true });
}

describe("the suite of every volume, over the client and a stand-in for its server", () => {
  registerCases({
    cases: volumeCases,
    async open() {
      await empty();
      return openWebContainerVolume({ instance: typed(instance) });
    },
    runner: { test, skip: (name) => test.skip(name, () => {}) },
  });
});

const opened: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((volume) => volume.close())));

async function open(exclude?: readonly string[]): Promise<Volume> {
  const volume = await openWebContainerVolume({ instance, ...(exclude && { exclude }) });
  opened.push(volume);
  return volume;
}

/** A process in the container does something, and ends. */
async function run(command: string, ...args: string[]): Promise<void> {
  const process = await instance.spawn(command, args, { output: false });
  expect(await process.exit).toBe(0);
}

async function commit(volume: Volume, ...changes: Change[]): Promise<Receipt> {
  return volume.commit({ changes, origin: { by: "host" } });
}

function put(path: string, text: string): Change {
  return { op: "put", path: `/workspace/${path}`, bytes: encode(text) };
}

function mkdir(path: string): Change {
  return { op: "mkdir", path: `/workspace/${path}` };
}

function kindOf(volume: Volume, path: string): string | undefined {
  return volume.entry(`/workspace/${path}`)?.kind;
}

function textOf(volume: Volume, path: string): string {
  return decode(volume.read(volume.entry(`/workspace/${path}`) as FileEntry) as Uint8Array);
}

/** The first commit of others that is about the path. */
function news(volume: Volume, path: string): Promise<CommitEvent> {
  return new Promise((resolve) => {
    const stop = volume.watch((event) => {
      if (event.origin.by !== "external" || !event.changed.some((changed) => changed.path === `/workspace/${path}`)) return;
      stop();
      resolve(event);
    });
  });
}

describe("a container that holds something", () => {
  test("is shown with its contents, binary or not, and its empty directories", async () => {
    await empty();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await instance.mount({
      src: { directory: { "a.ts": { file: { contents: "\u00e9\n" } } } },
      "b.bin": { file: { contents: bytes } },
      none: { directory: {} },
    });
    const volume = await open();
    expect(volume.capabilities).toEqual({
      atomic: "file",
      resident: true,
      exclusive: false,
      durable: false,
      symlinks: false,
      modes: false,
    });
    expect(volume.children(volume.entry("/workspace") as DirectoryEntry).map(({ name }) => name)).toEqual(["b.bin", "none", "src"]);
    expect([textOf(volume, "src/a.ts"), kindOf(volume, "none")]).toEqual(["\u00e9\n", "directory"]);
    expect(volume.read(volume.entry("/workspace/b.bin") as FileEntry)).toEqual(bytes);
  });

  test("shows a link as other, whether it was there or came, and never as what it leads to [#329]", async () => {
    await empty();
    await run("mkdir -p", "directory");
    await run("write", "file", "text");
    await run("ln -s", "directory", "to-directory");
    await run("ln -s", "file", "to-file");
    const volume = await open();
    expect(["to-directory", "to-file"].map((path) => kindOf(volume, path))).toEqual(["other", "other"]);
    const came = news(volume, "later");
    await run("ln -s", "nowhere", "later");
    await came;
    expect(kindOf(volume, "later")).toBe("other");
    await expect(commit(volume, put("to-file", "over it"))).rejects.toMatchObject({ code: "not_a_file", details: { kind: "other" } });
    await commit(
      volume,
      { op: "remove", path: "/workspace/to-directory" },
      { op: "rename", from: "/workspace/later", to: "/workspace/moved" },
    );
    expect([kindOf(volume, "to-directory"), kindOf(volume, "directory"), kindOf(volume, "moved")]).toEqual([
      undefined,
      "directory",
      "other",
    ]);
  });

  test("does not fetch what processes fill, and keeps what is made there by a call", async () => {
    await empty();
    await run("mkdir -p", "node_modules/a");
    await run("write", "node_modules/a/index.js", "x");
    const volume = await open();
    expect(kindOf(volume, "node_modules")).toBe("other");
    const seen = news(volume, "last");
    await run("write", "node_modules/b.js", "x");
    await run("write", "last", "");
    expect((await seen).changed.map(({ path }) => path)).toEqual(["/workspace/last"]);
    await commit(volume, mkdir("d"), mkdir("d/node_modules"), put("d/node_modules/mine.js", "mine"));
    await volume.refresh("/workspace");
    expect(textOf(volume, "d/node_modules/mine.js")).toBe("mine");
    const all = await open([]);
    expect(textOf(all, "node_modules/b.js")).toBe("x");
  });
});

describe("what processes do", () => {
  test("comes as commits of others, and an older entry keeps its own bytes", async () => {
    await empty();
    await run("write", "a", "old");
    const volume = await open();
    const held = volume.entry("/workspace/a") as FileEntry;
    const [changed, came] = [news(volume, "a"), news(volume, "d/e/b")];
    await run("write", "a", "new!");
    await run("mkdir -p", "d/e");
    await run("write", "d/e/b", "b");
    const [event] = (await changed).changed;
    expect(event).toMatchObject({ before: { id: held.id, version: held.version }, after: { id: held.id, size: 4 } });
    await came;
    expect([textOf(volume, "a"), textOf(volume, "d/e/b"), decode(volume.read(held) as Uint8Array)]).toEqual(["new!", "b", "old"]);
    const went = news(volume, "d");
    await run("rm -r", "d");
    await went;
    expect(kindOf(volume, "d")).toBeUndefined();
  });

  test("without saying what is looked for everywhere", async () => {
    await empty();
    const volume = await open();
    await run("write secretly", "a", "text");
    await expect.poll(() => Promise.resolve(volume.refresh("/workspace")).then(() => kindOf(volume, "a"))).toBe("file");
    expect(textOf(volume, "a")).toBe("text");
  });

  test("is not written over", async () => {
    await empty();
    await run("write", "a", "1");
    const volume = await open();
    const { version } = volume.entry("/workspace/a") as FileEntry;
    await run("write", "a", "theirs");
    await expect(commit(volume, { ...put("a", "mine"), expect: version } as Change)).rejects.toMatchObject({ code: "stale_version" });
    await volume.refresh("/workspace");
    expect(textOf(volume, "a")).toBe("theirs");
  });
});

describe("what goes wrong", () => {
  test.each([
    ["ENOSPC: no space left on device, write", "no_space"],
    ["EACCES: permission denied, open 'a'", "permission_denied"],
    ["something else", "io_error"],
  ])("%s is %s, and nothing was changed", async (message, code) => {
    await empty();
    await run("write", "a", "old");
    const volume = await open();
    await run("fault", "writeFile", message);
    await expect(commit(volume, put("a", "new"))).rejects.toMatchObject({ code, status: "rejected" });
    expect(textOf(volume, "a")).toBe("old");
  });

  test("in the middle of a batch is partial, with what was done", async () => {
    await empty();
    const volume = await open();
    await run("fault", "mkdir", "ENOSPC: no space left on device, mkdir");
    const error: unknown = await commit(volume, put("a", "1"), mkdir("d"), put("b", "2")).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "no_space", status: "partial", effects: [{ op: "create", path: "/workspace/a" }] });
    expect([kindOf(volume, "a"), kindOf(volume, "d"), kindOf(volume, "b")]).toEqual(["file", undefined, undefined]);
  });

  test("while many are written at once leaves none that is not told", async () => {
    await empty();
    const volume = await open();
    await run("fault", "mount", "ENOSPC: no space left on device, write");
    await expect(commit(volume, put("a", "1"), put("b", "2"))).rejects.toMatchObject({ code: "no_space", status: "rejected", effects: [] });
    await commit(volume, put("a", "1"), put("b", "2"));
    expect([textOf(volume, "a"), textOf(volume, "b")]).toEqual(["1", "2"]);
  });

  test("while a directory is removed that is not empty any more takes nothing with it", async () => {
    await empty();
    await run("mkdir -p", "d");
    const volume = await open();
    await run("write", "d/theirs", "kept");
    await expect(commit(volume, { op: "remove", path: "/workspace/d" })).rejects.toMatchObject({ code: "not_empty" });
    expect(new TextDecoder().decode(await instance.fs.readFile("d/theirs"))).toBe("kept");
  });
});

describe("a workspace over a container, in a worker", () => {
  const workers: Worker[] = [];
  const worker = (): Worker => {
    workers.push(new Worker(new URL("../../worker/index.ts", import.meta.url), { type: "module" }));
    return workers.at(-1) as Worker;
  };

  async function openShared(): Promise<RemoteWorkspace> {
    const workspace = await openWorkspace({ volume: shareWebContainer(instance), worker });
    opened.push({ close: () => workspace.dispose() });
    return workspace;
  }

  test("works on its files, and sees what processes do", async () => {
    await empty();
    await run("write", "a.txt", "one\n");
    const workspace = await openShared();
    const edits = [{ old_string: "one", new_string: "two" }];
    expect(await workspace.tools.call("edit", { path: "a.txt", edits })).toMatchObject({ status: "ok" });
    expect(new TextDecoder().decode(await instance.fs.readFile("a.txt"))).toBe("two\n");
    await run("write", "b.txt", "three\n");
    await expect.poll(() => workspace.tools.call("read", { path: "b.txt" })).toMatchObject({ data: { content: "three" } });
  });

  test("goes on in another worker when the first is lost", async () => {
    await empty();
    const workspace = await openShared();
    await workspace.write({ path: "a.txt", content: "kept\n" });
    workers.at(-1)?.terminate();
    await workspace.read({ path: "a.txt" }).catch(() => undefined);
    await workspace.reopen();
    expect(await workspace.read({ path: "a.txt" })).toMatchObject({ content: "kept" });
  });

  test("is unavailable where no page answers", async () => {
    const opening = openWorkspace({ volume: { kind: "webcontainer", channel: "nobody", wait: 1 }, worker });
    await expect(opening).rejects.toMatchObject({ code: "unavailable", details: { what: "WebContainer" } });
  });
});
