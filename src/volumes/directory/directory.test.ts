import { afterEach, describe, expect, test } from "vitest";
import {
  createMemoryDirectory,
  type DirectoryOptions,
  type DirectoryStep,
  type MemoryDirectory,
} from "../../../test/support/memory-directory.ts";
import { registerCases } from "../../conformance/suite.ts";
import { volumeCases } from "../../conformance/volume.ts";
import { PortsideError } from "../../core/errors.ts";
import { decode, encode } from "../../core/text.ts";
import { createExclusion } from "../outside/exclusion.ts";
import { openOutsideVolume } from "../outside/outside-volume.ts";
import type { Change, CommitEvent, DirectoryEntry, FileEntry, Receipt, Volume } from "../volume.ts";
import { createFolder } from "./folder.ts";
import { grant } from "./permission.ts";

const root = "/workspace";

const opened: Volume[] = [];
afterEach(() => Promise.all(opened.splice(0).map((volume) => volume.close())));

async function open({ handle }: MemoryDirectory, at = root): Promise<Volume> {
  const storage = createFolder({ handle, root: at, exclusion: createExclusion(["node_modules"]) });
  const volume = await openOutsideVolume({ name: "folder", root: at, resident: false, durable: true, storage });
  opened.push(volume);
  return volume;
}

async function openWith(options: DirectoryOptions): Promise<{ readonly volume: Volume; readonly folder: MemoryDirectory }> {
  const folder = createMemoryDirectory(options);
  return { volume: await open(folder), folder };
}

function commit(volume: Volume, ...changes: Change[]): Promise<Receipt> {
  return Promise.resolve(volume.commit({ changes, origin: { by: "host" } }));
}

function put(path: string, text: string, expected?: string): Change {
  return { op: "put", path, bytes: encode(text), ...(expected !== undefined && { expect: expected }) };
}

function fileOf(volume: Volume, path: string): FileEntry {
  return volume.entry(path) as FileEntry;
}

async function textOf(volume: Volume, path: string): Promise<string> {
  return decode(await volume.read(fileOf(volume, path)));
}

function namesOf(volume: Volume, path: string): string[] {
  return volume.children(volume.entry(path) as DirectoryEntry).map(({ name }) => name);
}

function eventsOf(volume: Volume): CommitEvent[] {
  const events: CommitEvent[] = [];
  volume.watch((event) => events.push(event));
  return events;
}

async function refused(call: Promise<unknown> | (() => unknown)): Promise<PortsideError> {
  const error = await Promise.resolve(typeof call === "function" ? Promise.resolve().then(call) : call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PortsideError);
  return error as PortsideError;
}

/** Throws at the first step that is asked for, and at all that follow it: the browser is gone. */
function failingAt(wanted: (step: DirectoryStep, path: string) => boolean, name: string): DirectoryOptions["before"] {
  return (step, path) => {
    if (wanted(step, path)) throw new DOMException("injected", name);
  };
}

const ways: Readonly<Record<string, DirectoryOptions>> = {
  "a folder where nothing can be moved": {},
  "a folder where everything can be moved": { moves: "all" },
};

for (const [name, options] of Object.entries(ways)) {
  describe(`the suite of every volume, over ${name}`, () => {
    registerCases({
      cases: volumeCases,
      open: () => open(createMemoryDirectory({ ...options })),
      skip: [
        {
          reason: "it stores no name with a backslash; other odd names are tested in the browser",
          cases: ["odd names are names like any other", "odd names are directories like any other"],
        },
      ],
      runner: { test, skip: (skipped) => test.skip(skipped, () => {}) },
    });
  });
}

describe("a folder", () => {
  test("is shown at the root, and what lies beside it is never added to it", async () => {
    const { volume, folder } = await openWith({ files: { "a.txt": "a", "d/b.txt": "b", empty: null } });
    expect(volume.capabilities).toEqual({
      atomic: "file",
      resident: false,
      exclusive: false,
      durable: true,
      symlinks: false,
      modes: false,
    });
    expect([namesOf(volume, "/"), namesOf(volume, root), namesOf(volume, "/workspace/d")]).toEqual([
      ["workspace"],
      ["a.txt", "d", "empty"],
      ["b.txt"],
    ]);
    await commit(volume, { op: "mkdir", path: "/.portside" }, put("/.portside/x", "x"), put("/beside", "y"));
    expect(await textOf(volume, "/.portside/x")).toBe("x");
    expect(folder.files()).toEqual({ "a.txt": "a", "d/b.txt": "b", empty: null });
  });

  test("can be the whole volume", async () => {
    const folder = createMemoryDirectory({ files: { "a.txt": "a" } });
    const volume = await open(folder, "/");
    await commit(volume, put("/b.txt", "b"), { op: "rename", from: "/a.txt", to: "/c.txt" });
    expect(folder.files()).toEqual({ "b.txt": "b", "c.txt": "a" });
  });

  test("stays where it is", async () => {
    const { volume } = await openWith({});
    expect(await refused(commit(volume, { op: "rename", from: root, to: "/other" }))).toMatchObject({
      code: "invalid_move",
      details: { reason: "root" },
    });
    expect(await refused(commit(volume, { op: "remove", path: root }))).toMatchObject({
      code: "path_not_allowed",
      details: { reason: "root" },
    });
  });

  test("holds what was committed, and nothing else", async () => {
    const { volume, folder } = await openWith({ files: { "a.txt": "a", "old/b.txt": "b" } });
    await commit(
      volume,
      put("/workspace/a.txt", "A"),
      { op: "mkdir", path: "/workspace/new" },
      { op: "rename", from: "/workspace/old/b.txt", to: "/workspace/new/c.txt" },
      { op: "remove", path: "/workspace/old" },
    );
    expect(folder.files()).toEqual({ "a.txt": "A", "new/c.txt": "b" });
  });

  test("gives a file to what lies beside it, and takes one", async () => {
    const { volume, folder } = await openWith({ files: { "d/a.txt": "a", "d/e/b.txt": "b" } });
    await commit(volume, put("/c.txt", "c"));
    await commit(volume, { op: "rename", from: "/workspace/d", to: "/d" }, { op: "rename", from: "/c.txt", to: "/workspace/c.txt" });
    expect(folder.files()).toEqual({ "c.txt": "c" });
    expect(await textOf(volume, "/d/e/b.txt")).toBe("b");
    await commit(volume, { op: "rename", from: "/d", to: "/workspace/f" });
    expect(folder.files()).toEqual({ "c.txt": "c", "f/a.txt": "a", "f/e/b.txt": "b" });
    expect(await textOf(volume, "/workspace/f/e/b.txt")).toBe("b");
  });

  test("hides what browsers leave beside a file, and refuses names that would be hidden", async () => {
    const { volume, folder } = await openWith({
      files: { "a.txt": "a", "a.txt.crswap": "half", "d/b.crswap": "half", ".portside-writes/1/2": "" },
    });
    expect([namesOf(volume, root), namesOf(volume, "/workspace/d")]).toEqual([["a.txt", "d"], []]);
    expect(await refused(commit(volume, put("/workspace/x.crswap", "")))).toMatchObject({
      code: "path_malformed",
      details: { reason: "name" },
    });
    await commit(volume, { op: "remove", path: "/workspace/d" });
    expect(Object.keys(folder.files())).not.toContain("d/b.crswap");
  });

  test("of 10,000 files is opened with no more than 32 questions at a time", async () => {
    let [now, most] = [0, 0];
    const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`d${at % 100}/f${at}.txt`, `${at}`]));
    const { volume } = await openWith({
      files,
      async before() {
        most = Math.max(most, ++now);
        await Promise.resolve();
        now -= 1;
      },
    });
    expect(namesOf(volume, root)).toHaveLength(100);
    expect(await textOf(volume, "/workspace/d99/f9999.txt")).toBe("9999");
    expect(most).toBeLessThanOrEqual(32);
  });

  test("shows what others fill, and does not walk it; what is made here is like anything else", async () => {
    const seen: string[] = [];
    const { volume, folder } = await openWith({
      files: { "node_modules/a/b.js": "", "d/node_modules/c.js": "" },
      before: (_, path) => void seen.push(path),
    });
    expect(["node_modules", "d/node_modules"].map((path) => volume.entry(`${root}/${path}`)?.kind)).toEqual(["other", "other"]);
    expect(seen).not.toContain("node_modules/a");
    folder.set("node_modules/new.js", "");
    await volume.refresh(root);
    await commit(volume, { op: "mkdir", path: "/workspace/e" }, { op: "mkdir", path: "/workspace/e/node_modules" });
    await commit(volume, put("/workspace/e/node_modules/mine.js", "mine"));
    await volume.refresh(root);
    expect(await textOf(volume, "/workspace/e/node_modules/mine.js")).toBe("mine");
    expect(volume.entry("/workspace/node_modules")?.kind).toBe("other");
  });

  test("that is gone is unavailable", async () => {
    const { volume, folder } = await openWith({ files: { "a.txt": "a" } });
    folder.options.before = failingAt((step) => step === "list", "NotFoundError");
    expect(await refused(() => volume.refresh(root))).toMatchObject({ code: "unavailable", details: { what: 'the folder "folder"' } });
  });

  test("with a file that cannot be read shows that there is something", async () => {
    const { volume, folder } = await openWith({
      files: { "a.txt": "a", locked: "?" },
      before: failingAt((step, path) => step === "stat" && path === "locked", "NotReadableError"),
    });
    expect(volume.entry("/workspace/locked")?.kind).toBe("other");
    delete folder.options.before;
    await volume.refresh(root);
    expect(await textOf(volume, "/workspace/locked")).toBe("?");
  });
});

describe("what others change", () => {
  test("is found by size and time, and told with new versions of the same nodes", async () => {
    const { volume, folder } = await openWith({ files: { size: "1", time: "same", gone: "x", kind: "file", kept: "" } });
    const before = Object.fromEntries(["size", "time", "gone", "kind", "kept"].map((name) => [name, fileOf(volume, `/workspace/${name}`)]));
    const events = eventsOf(volume);
    folder.set("size", "22");
    folder.set("time", "diff");
    folder.set("gone", null);
    folder.set("kind", null);
    folder.set("kind/below", "new");
    await volume.refresh(root);
    expect(events.map(({ origin }) => origin)).toEqual([{ by: "external" }]);
    expect(events[0]?.changed.map(({ path, before: was, after }) => [path, was?.kind, after?.kind])).toEqual([
      ["/workspace/gone", "file", undefined],
      ["/workspace/kind", "file", undefined],
      ["/workspace/kind", undefined, "directory"],
      ["/workspace/kind/below", undefined, "file"],
      ["/workspace/size", "file", "file"],
      ["/workspace/time", "file", "file"],
    ]);
    expect(fileOf(volume, "/workspace/size")).toMatchObject({ id: before["size"]?.id, size: 2 });
    expect(fileOf(volume, "/workspace/time").version).not.toBe(before["time"]?.version);
    expect(volume.entry("/workspace/kept")).toBe(before["kept"]);
    expect(await textOf(volume, "/workspace/time")).toBe("diff");
  });

  test("below one directory is found without looking at the others", async () => {
    const { volume, folder } = await openWith({ files: { "a/1": "", "b/1": "" } });
    folder.set("a/2", "");
    folder.set("b/2", "");
    await volume.refresh("/workspace/a");
    expect([namesOf(volume, "/workspace/a"), namesOf(volume, "/workspace/b")]).toEqual([["1", "2"], ["1"]]);
  });

  test("beside the folder is nothing", async () => {
    const { volume, folder } = await openWith({});
    folder.set("a", "");
    await volume.refresh("/beside");
    expect(namesOf(volume, root)).toEqual([]);
    await volume.refresh("/");
    expect(namesOf(volume, root)).toEqual(["a"]);
  });

  test("is never read as what it was: stale_version, and then the new bytes", async () => {
    const { volume, folder } = await openWith({ files: { a: "old" } });
    const held = fileOf(volume, "/workspace/a");
    const events = eventsOf(volume);
    folder.set("a", "new");
    expect(await refused(() => volume.read(held))).toMatchObject({ code: "stale_version" });
    expect(events).toHaveLength(1);
    expect(await textOf(volume, "/workspace/a")).toBe("new");
    expect(await refused(() => volume.read(held))).toMatchObject({ code: "stale_version" });
    folder.set("a", null);
    expect(await refused(() => volume.read(fileOf(volume, "/workspace/a")))).toMatchObject({ code: "not_found" });
    expect(volume.entry("/workspace/a")).toBeUndefined();
  });

  test("while it is read is noticed", async () => {
    const { volume, folder } = await openWith({ files: { a: "old" } });
    folder.options.before = (step) => {
      if (step !== "read") return;
      delete folder.options.before;
      folder.set("a", "NEW");
    };
    expect(await refused(() => volume.read(fileOf(volume, "/workspace/a")))).toMatchObject({ code: "stale_version" });
  });

  test.each(["NotReadableError", "AbortError"])("so that the browser says %s is stale, and an error when nothing changed", async (name) => {
    const { volume, folder } = await openWith({ files: { a: "old" } });
    folder.options.before = failingAt((step) => step === "read", name);
    expect(await refused(() => volume.read(fileOf(volume, "/workspace/a")))).toMatchObject({
      code: "io_error",
      details: { path: "/workspace/a" },
    });
    const held = fileOf(volume, "/workspace/a");
    folder.options.before = (step) => {
      if (step !== "read") return;
      folder.set("a", "new");
      throw new DOMException("injected", name);
    };
    expect(await refused(() => volume.read(held))).toMatchObject({ code: "stale_version" });
  });

  test("is not written over, not removed and not moved", async () => {
    const { volume, folder } = await openWith({ files: { a: "old" } });
    const { version } = fileOf(volume, "/workspace/a");
    for (const change of [
      put("/workspace/a", "mine", version),
      put("/workspace/a", "mine"),
      { op: "remove", path: "/workspace/a" },
      { op: "rename", from: "/workspace/a", to: "/workspace/b" },
    ] as const) {
      const theirs = `theirs, before ${change.op}`;
      folder.set("a", theirs);
      expect(await refused(commit(volume, change))).toMatchObject({ code: "stale_version" });
      expect(folder.files()).toEqual({ a: theirs });
      expect(await textOf(volume, "/workspace/a")).toBe(theirs);
    }
  });

  test("where nothing was is not written over", async () => {
    const { volume, folder } = await openWith({});
    folder.set("a", "theirs");
    expect(await refused(commit(volume, put("/workspace/a", "mine")))).toMatchObject({ code: "stale_version", status: "rejected" });
    folder.set("d/below", "theirs");
    expect(await refused(commit(volume, { op: "mkdir", path: "/workspace/d" }))).toMatchObject({ code: "stale_version" });
    expect([await textOf(volume, "/workspace/a"), namesOf(volume, "/workspace/d")]).toEqual(["theirs", ["below"]]);
  });

  test("takes the directory with it in which something was to be made", async () => {
    const { volume, folder } = await openWith({ files: { "d/a": "1" } });
    folder.set("d", null);
    const mine = put("/workspace/d/b", "2");
    expect(await refused(commit(volume, mine))).toMatchObject({ code: "stale_version", status: "rejected", effects: [] });
    expect(await refused(commit(volume, mine))).toMatchObject({ code: "not_found", details: { path: "/workspace/d" } });
    expect([folder.files(), namesOf(volume, root)]).toEqual([{}, []]);
  });

  test("refuses a batch before its first change", async () => {
    const { volume, folder } = await openWith({ files: { a: "1", b: "2" } });
    folder.set("b", "theirs");
    expect(await refused(commit(volume, put("/workspace/a", "mine"), put("/workspace/b", "mine")))).toMatchObject({
      code: "stale_version",
      status: "rejected",
      effects: [],
    });
    expect(folder.files()).toEqual({ a: "1", b: "theirs" });
  });

  test("does not come as news of one's own commits", async () => {
    const { volume } = await openWith({ files: { "d/a": "1" } });
    await commit(volume, put("/workspace/d/a", "2"), { op: "rename", from: "/workspace/d", to: "/workspace/e" });
    const events = eventsOf(volume);
    await volume.refresh(root);
    expect(events).toEqual([]);
  });
});

describe("a put and a read at the same time", () => {
  test("never give newer bytes, even where size and time are the same", async () => {
    const { volume, folder } = await openWith({ files: { a: "old" }, now: 1 });
    const held = fileOf(volume, "/workspace/a");
    let reading: Promise<unknown> | undefined;
    folder.options.before = (step) => {
      if (step === "close") reading = Promise.resolve().then(() => volume.read(held));
    };
    const putting = commit(volume, put("/workspace/a", "new"));
    await putting;
    const read = await (reading as Promise<Uint8Array>).then(decode, ({ code }: PortsideError) => code);
    expect(["old", "stale_version"]).toContain(read);
    expect(await textOf(volume, "/workspace/a")).toBe("new");
  });

  test("a reader of what is being copied elsewhere gets it from there", async () => {
    const { volume, folder } = await openWith({ files: { "d/a": "text" } });
    const held = fileOf(volume, "/workspace/d/a");
    let reading: Promise<string> | undefined;
    folder.options.before = (step, path) => {
      if (step === "remove" && path === "d") reading ??= Promise.resolve(volume.read(held)).then(decode);
    };
    await commit(volume, { op: "rename", from: "/workspace/d", to: "/workspace/e" });
    expect(await reading).toBe("text");
  });

  test("a reader does not wait for a commit of something else", async () => {
    const { volume, folder } = await openWith({ files: { a: "a", b: "b" } });
    let go = (): void => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    folder.options.before = (step, path) => (step === "write" && path === "a" ? held : undefined);
    const writing = commit(volume, put("/workspace/a", "A"));
    await volume.refresh(root);
    expect(await textOf(volume, "/workspace/b")).toBe("b");
    go();
    await writing;
  });
});

describe("names", () => {
  test.each(["a\\b", "C:", "what?"])("that the browser cannot store are refused: %s", async (name) => {
    const { volume, folder } = await openWith({});
    const path = `/workspace/${name}`;
    for (const changes of [[put(path, "")], [{ op: "mkdir", path: "/workspace/d" }, put(`/workspace/d/${name}`, "")]] as Change[][])
      expect(await refused(commit(volume, ...changes))).toMatchObject({
        code: "path_malformed",
        status: "rejected",
        details: { reason: "name" },
      });
    expect(folder.files()).toEqual({});
  });

  test("that differ in case are one on some disks, and nothing is lost", async () => {
    const { volume, folder } = await openWith({ files: { "Readme.md": "kept" }, foldsCase: true, moves: "files" });
    const refusals = [
      put("/workspace/README.md", "new"),
      { op: "rename", from: "/workspace/Readme.md", to: "/workspace/readme.md" },
    ] as const;
    for (const change of refusals)
      expect(await refused(commit(volume, change))).toMatchObject({ code: "already_exists", details: { path: "/workspace/Readme.md" } });
    expect([folder.files(), namesOf(volume, root)]).toEqual([{ "Readme.md": "kept" }, ["Readme.md"]]);
  });
});

describe("a full disk", () => {
  test("is no_space, and leaves everything as it was", async () => {
    const { volume, folder } = await openWith({ files: { a: "1234", b: "5678" }, quota: 10 });
    for (const path of ["/workspace/a", "/workspace/new"]) {
      expect(await refused(commit(volume, put(path, "much more")))).toMatchObject({ code: "no_space", status: "rejected" });
      expect(folder.files()).toEqual({ a: "1234", b: "5678" });
    }
    await commit(volume, { op: "remove", path: "/workspace/a" });
    await commit(volume, put("/workspace/new", "12345"));
    expect(folder.files()).toEqual({ b: "5678", new: "12345" });
  });
});

describe("a batch that fails midway", () => {
  test("is partial, with the changes that were made", async () => {
    const { volume, folder } = await openWith({ files: { a: "1" } });
    const events = eventsOf(volume);
    folder.options.before = failingAt((step, path) => step === "write" && path === "c", "UnknownError");
    const error = await refused(commit(volume, put("/workspace/a", "2"), { op: "mkdir", path: "/workspace/b" }, put("/workspace/c", "")));
    expect(error).toMatchObject({
      code: "io_error",
      status: "partial",
      effects: [
        { op: "modify", path: "/workspace/a" },
        { op: "mkdir", path: "/workspace/b" },
      ],
    });
    expect(folder.files()).toEqual({ a: "2", b: null });
    expect(namesOf(volume, root)).toEqual(["a", "b"]);
    expect(events.map(({ origin, changed }) => [origin.by, changed.length])).toEqual([["host", 2]]);
  });
});

describe("a directory that cannot be moved in one step", () => {
  const files = { "d/a": "1", "d/b/c": "2", "d/empty": null, other: "3" } as const;
  const rename = { op: "rename", from: "/workspace/d", to: "/workspace/e" } as const;
  const moved = { "e/a": "1", "e/b/c": "2", "e/empty": null, other: "3" };

  test("is copied, then deleted", async () => {
    const { volume, folder } = await openWith({ files });
    const ids = ["d", "d/a", "d/b/c"].map((path) => volume.entry(`/workspace/${path}`)?.id);
    await commit(volume, rename);
    expect(folder.files()).toEqual(moved);
    expect(["e", "e/a", "e/b/c"].map((path) => volume.entry(`/workspace/${path}`)?.id)).toEqual(ids);
    expect(await textOf(volume, "/workspace/e/b/c")).toBe("2");
  });

  test("is not moved when a copy fails, and leaves no copies", async () => {
    const { volume, folder } = await openWith({ files, quota: 8 });
    folder.set("d/z", "45");
    await volume.refresh(root);
    const error = await refused(commit(volume, rename));
    expect(error).toMatchObject({ code: "no_space", status: "rejected", effects: [] });
    expect(folder.files()).toEqual({ ...files, "d/z": "45" });
    expect(namesOf(volume, root)).toEqual(["d", "other"]);
  });

  test("is uncertain when it cannot be deleted, and the tree is what there is", async () => {
    const { volume, folder } = await openWith({ files });
    folder.options.before = failingAt((step, path) => step === "remove" && path === "d/a", "NoModificationAllowedError");
    expect(await refused(commit(volume, rename))).toMatchObject({ code: "io_error", status: "uncertain" });
    expect(folder.files()).toEqual({ ...moved, "d/a": "1" });
    expect([namesOf(volume, "/workspace/d"), namesOf(volume, "/workspace/e")]).toEqual([["a"], ["a", "b", "empty"]]);
    expect(await textOf(volume, "/workspace/e/b/c")).toBe("2");
  });

  test("that others change meanwhile loses nothing of theirs", async () => {
    const { volume, folder } = await openWith({ files });
    folder.options.before = (step, path) => {
      if (step !== "remove") return;
      delete folder.options.before;
      expect(path).toBe("d/empty");
      folder.set("d/a", "theirs");
    };
    expect(await refused(commit(volume, rename))).toMatchObject({ code: "stale_version", status: "uncertain" });
    expect(folder.files()).toMatchObject({ "d/a": "theirs", "e/a": "1", "e/b/c": "2" });
    expect(await textOf(volume, "/workspace/d/a")).toBe("theirs");
  });

  test("is whole in one place, wherever the browser ends", async () => {
    const counting = createMemoryDirectory({ files });
    let steps = 0;
    counting.options.before = () => void steps++;
    await commit(await open(counting), rename);
    for (let last = 0; last < steps; last++) {
      const folder = createMemoryDirectory({ files });
      let taken = 0;
      folder.options.before = failingAt(() => taken++ >= last, "UnknownError");
      await open(folder)
        .then((volume) => commit(volume, rename))
        .catch(() => undefined);
      const left = folder.files();
      const held = (name: string, text: string): boolean => left[`d/${name}`] === text || left[`e/${name}`] === text;
      expect([held("a", "1"), held("b/c", "2"), left["other"]]).toEqual([true, true, "3"]);
    }
    expect(steps).toBeGreaterThan(20);
  });

  test("is not copied when it holds what nobody can read", async () => {
    const { volume, folder } = await openWith({
      files,
      before: failingAt((step, path) => step === "stat" && path === "d/a", "NotReadableError"),
    });
    expect(await refused(commit(volume, rename))).toMatchObject({
      code: "unavailable",
      status: "rejected",
      details: { what: "/workspace/d/a" },
    });
    expect(folder.files()).toEqual(files);
  });
});

describe("a permission that is gone", () => {
  const remedy = expect.stringContaining("grant(handle)") as unknown;

  test("fails every call that needs it, until it is granted again", async () => {
    const { volume, folder } = await openWith({ files: { a: "1" } });
    folder.options.permission = "prompt";
    const calls = [
      () => volume.refresh(root),
      () => volume.read(fileOf(volume, "/workspace/a")),
      () => commit(volume, put("/workspace/a", "2")),
    ];
    for (const call of calls) expect(await refused(call)).toMatchObject({ code: "unavailable", status: "rejected", details: { remedy } });
    expect(await grant(folder.handle)).toBe(true);
    await volume.refresh(root);
    await commit(volume, put("/workspace/a", "2"));
    expect(await textOf(volume, "/workspace/a")).toBe("2");
  });

  test("in the middle of a batch is uncertain only of the change that failed", async () => {
    const { volume, folder } = await openWith({ files: { a: "1" } });
    folder.options.before = (step, path) => {
      if (step === "write" && path === "b") folder.options.permission = "denied";
    };
    const error = await refused(commit(volume, put("/workspace/a", "2"), put("/workspace/b", "3")));
    expect(error).toMatchObject({ code: "unavailable", status: "uncertain", effects: [{ op: "modify", path: "/workspace/a" }] });
  });

  test("is said when the folder is opened", async () => {
    const folder = createMemoryDirectory({ permission: "prompt" });
    expect(await refused(open(folder))).toMatchObject({ code: "unavailable", details: { what: 'the folder "folder"', remedy } });
  });

  test("that the user does not give again is no permission", async () => {
    const handle = { requestPermission: () => Promise.resolve("denied") } as unknown as FileSystemDirectoryHandle;
    expect(await grant(handle)).toBe(false);
  });
});
