import { afterAll, afterEach, describe, expect, test } from "vitest";
import { registerCases } from "../../conformance/suite.ts";
import { volumeCases } from "../../conformance/volume.ts";
import { decode, encode } from "../../core/text.ts";
import { openWorkspace, type RemoteWorkspace } from "../../worker/client.ts";
import type { Change, CommitEvent, DirectoryEntry, FileEntry, Volume } from "../volume.ts";
import { createExclusion } from "../outside/exclusion.ts";
import { openOutsideVolume } from "../outside/outside-volume.ts";
import { openDirectoryVolume } from "./directory.ts";
import { createFolder } from "./folder.ts";

const home = "directory-volume";
let made = 0;

/** An empty folder of the origin's own: what a picked one is to the page, but for the picker. */
async function makeFolder(): Promise<FileSystemDirectoryHandle> {
  const top = await navigator.storage.getDirectory();
  const all = await top.getDirectoryHandle(home, { create: true });
  return all.getDirectoryHandle(String(made++), { create: true });
}

afterAll(async () => {
  const top = await navigator.storage.getDirectory();
  await top.removeEntry(home, { recursive: true });
});

describe("the suite of every volume", () => {
  registerCases({
    cases: volumeCases,
    open: async () => openDirectoryVolume({ handle: await makeFolder() }),
    skip: [
      {
        reason: "the browser stores no name with a backslash; other odd names are tested below",
        cases: ["odd names are names like any other", "odd names are directories like any other"],
      },
    ],
    runner: { test, skip: (name) => test.skip(name, () => {}) },
  });
});

const opened: (Volume | { close(): Promise<void> })[] = [];
afterEach(() => Promise.all(opened.splice(0).map((volume) => volume.close())));

async function open(handle: FileSystemDirectoryHandle): Promise<Volume> {
  const volume = await openDirectoryVolume({ handle });
  opened.push(volume);
  return volume;
}

async function commit(volume: Volume, ...changes: Change[]): Promise<void> {
  await volume.commit({ changes, origin: { by: "host" } });
}

function put(path: string, text: string): Change {
  return { op: "put", path, bytes: encode(text) };
}

function namesOf(volume: Volume, path = "/workspace"): string[] {
  return volume.children(volume.entry(path) as DirectoryEntry).map(({ name }) => name);
}

async function textOf(volume: Volume, path: string): Promise<string> {
  return decode(await volume.read(volume.entry(path) as FileEntry));
}

async function writeBeside(folder: FileSystemDirectoryHandle, name: string, text: string): Promise<void> {
  const file = await folder.getFileHandle(name, { create: true });
  const writable = await file.createWritable();
  await writable.write(text);
  await writable.close();
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names.sort();
}

/** Resolves with the events up to the one that leaves `path` as it is wanted. */
function eventsUntil(volume: Volume, path: string, isWanted: (event: CommitEvent) => boolean): Promise<CommitEvent[]> {
  return new Promise((resolve) => {
    const events: CommitEvent[] = [];
    const stop = volume.watch((event) => {
      events.push(event);
      if (!event.changed.some((changed) => changed.path === path) || !isWanted(event)) return;
      stop();
      resolve(events);
    });
  });
}

describe("names", () => {
  const oddNames = [
    " ",
    " leading and trailing ",
    "-rf",
    "...",
    "..a",
    ".hidden",
    "__proto__",
    "e\u0301",
    "new\nline",
    "n".repeat(255),
    "C:",
    "\u00e9",
    "\u{1F600}",
  ];

  test("that are odd are names like any other", async () => {
    const folder = await makeFolder();
    const volume = await open(folder);
    await commit(
      volume,
      ...oddNames.flatMap((name): Change[] => [{ op: "mkdir", path: `/workspace/${name}` }, put(`/workspace/${name}/${name}`, name)]),
    );
    const again = await open(folder);
    expect(namesOf(again).length).toBe(oddNames.length);
    for (const name of oddNames) expect(await textOf(again, `/workspace/${name}/${name}`)).toBe(name);
  });

  test("with a backslash are refused before anything is changed", async () => {
    const volume = await open(await makeFolder());
    const changes: Change[] = [{ op: "mkdir", path: "/workspace/d" }, put("/workspace/d/a\\b", "")];
    await expect(commit(volume, ...changes)).rejects.toMatchObject({ code: "path_malformed", status: "rejected" });
    expect(namesOf(volume)).toEqual([]);
  });
});

describe("what others change", () => {
  test("is told as it happens, and one's own commits are not", async () => {
    const folder = await makeFolder();
    const volume = await open(folder);
    await commit(volume, put("/workspace/mine", "1"), { op: "mkdir", path: "/workspace/d" }, put("/workspace/d/mine", "2"));
    const events = eventsUntil(volume, "/workspace/theirs", ({ changed }) => changed.some(({ after }) => (after as FileEntry).size === 4));
    await writeBeside(folder, "theirs", "text");
    expect(
      (await events).every(({ origin, changed }) => origin.by === "external" && changed.every(({ path }) => path === "/workspace/theirs")),
    ).toBe(true);
    expect(await textOf(volume, "/workspace/theirs")).toBe("text");
  });

  test("is found with whole directories, and when it goes", async () => {
    const folder = await makeFolder();
    const volume = await open(folder);
    const came = eventsUntil(volume, "/workspace/d/a", ({ changed }) => changed.some(({ after }) => (after as FileEntry).size === 1));
    const directory = await folder.getDirectoryHandle("d", { create: true });
    await writeBeside(directory, "a", "a");
    await came;
    expect(await textOf(volume, "/workspace/d/a")).toBe("a");
    const went = eventsUntil(volume, "/workspace/d", ({ changed }) => changed.some(({ after }) => !after));
    await folder.removeEntry("d", { recursive: true });
    await went;
    expect(namesOf(volume)).toEqual([]);
  });

  test("through another volume is seen by this one", async () => {
    const folder = await makeFolder();
    const [mine, theirs] = [await open(folder), await open(folder)];
    await commit(mine, put("/workspace/a", "mine"));
    const { version } = mine.entry("/workspace/a") as FileEntry;
    await theirs.refresh("/workspace");
    await expect.poll(() => theirs.entry("/workspace/a")).toMatchObject({ size: 4 });
    await commit(theirs, put("/workspace/a", "theirs"));
    await expect(commit(mine, { ...put("/workspace/a", "mine again"), expect: version } as Change)).rejects.toMatchObject({
      code: "stale_version",
    });
    expect(await textOf(mine, "/workspace/a")).toBe("theirs");
  });
});

describe("what is written beside its place", () => {
  test("by a browser that was killed is swept, and by others who are there is not", async () => {
    const folder = await makeFolder();
    const places = await folder.getDirectoryHandle(".portside-writes", { create: true });
    await writeBeside(await places.getDirectoryHandle("dead", { create: true }), "1", "half");
    const first = await open(folder);
    expect(await namesIn(folder)).toEqual([]);
    await commit(first, put("/workspace/a", "1"));
    expect(await namesIn(folder)).toEqual([".portside-writes", "a"]);
    expect(namesOf(first)).toEqual(["a"]);
    const second = await open(folder);
    await commit(second, put("/workspace/b", "2"));
    await second.close();
    await commit(first, put("/workspace/c", "3"));
    await first.close();
    expect(await namesIn(folder)).toEqual(["a", "b", "c"]);
  });
});

describe("what is written in its place, as in a folder that was picked", () => {
  test("is there as a whole, and nothing beside it", async () => {
    const handle = await makeFolder();
    await writeBeside(handle, "old", "old");
    const storage = createFolder({ handle, root: "/workspace", exclusion: createExclusion([]) });
    const volume = await openOutsideVolume({ name: "picked", root: "/workspace", resident: false, durable: true, storage });
    opened.push(volume);
    const changes: Change[] = [
      put("/workspace/old", "new"),
      { op: "mkdir", path: "/workspace/d" },
      put("/workspace/d/a", "a"),
      { op: "rename", from: "/workspace/d", to: "/workspace/e" },
    ];
    await commit(volume, ...changes);
    expect([await namesIn(handle), await namesIn(await handle.getDirectoryHandle("e"))]).toEqual([["e", "old"], ["a"]]);
    expect([await textOf(volume, "/workspace/old"), await textOf(volume, "/workspace/e/a")]).toEqual(["new", "a"]);
  });
});

describe("a workspace over a folder, in a worker", () => {
  async function openIn(handle: FileSystemDirectoryHandle): Promise<RemoteWorkspace> {
    const worker = (): Worker => new Worker(new URL("../../worker/index.ts", import.meta.url), { type: "module" });
    const workspace = await openWorkspace({ volume: { kind: "directory", handle }, worker });
    opened.push({ close: () => workspace.dispose() });
    return workspace;
  }

  test("reads and writes its files", async () => {
    const folder = await makeFolder();
    await writeBeside(folder, "a.txt", "one\n");
    const workspace = await openIn(folder);
    expect(workspace.capabilities).toEqual({
      atomic: "file",
      resident: false,
      exclusive: false,
      durable: true,
      symlinks: false,
      modes: false,
    });
    const edits = [{ old_string: "one", new_string: "two" }];
    expect(await workspace.tools.call("edit", { path: "a.txt", edits })).toMatchObject({ status: "ok" });
    expect(await (await (await folder.getFileHandle("a.txt")).getFile()).text()).toBe("two\n");
    await writeBeside(folder, "b.txt", "three");
    expect(await workspace.tools.call("read", { path: "a.txt" })).toMatchObject({ data: { content: "two" } });
    await expect.poll(() => workspace.tools.call("read", { path: "b.txt" })).toMatchObject({ data: { content: "three" } });
    await workspace.dispose();
    expect(await namesIn(folder)).toEqual(["a.txt", "b.txt"]);
  });

  test("is given a directory's handle", async () => {
    const handle = await (await makeFolder()).getFileHandle("a", { create: true });
    await expect(openIn(handle as never)).rejects.toMatchObject({ code: "invalid_arguments" });
  });
});
