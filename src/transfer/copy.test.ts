import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trees, wholeTree } from "../../test/support/whole-tree.ts";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";
import type { Guard } from "../policy/guard.ts";
import type { Progress } from "../ports/call.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { CommitEvent, Volume } from "../volumes/volume.ts";
import { copy } from "./copy.ts";
import type { TransferEntry, TransferSource } from "./entry.ts";
import { transferLimits } from "./limits.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const file = (path: string, text = ""): TransferEntry => ({ kind: "file", path, bytes: bytes(text) });

async function* from(...entries: readonly TransferEntry[]): TransferSource {
  yield* entries;
}

function commitsOf(volume: Volume): readonly CommitEvent[] {
  const commits: CommitEvent[] = [];
  volume.watch((event) => void commits.push(event));
  return commits;
}

describe("copy", () => {
  test("brings a directory of a volume into a workspace, in one batch of the host's", async () => {
    const source = createMemoryVolume({ files: { "src/a.txt": "a", "src/b/c.txt": "c", "src/empty": null, "other.txt": "" } });
    const { access, volume } = await openWorkspace({ "lib/kept.txt": "kept" });
    const commits = commitsOf(volume);
    const report = await copy(source, access, { from: "/workspace/src", to: "lib/in" });
    expect(report).toEqual({
      files: 2,
      directories: 2,
      links: 0,
      bytes: 2,
      skipped: { derived: 0, protected: 0, other: 0, links: 0 },
    });
    expect(treeOf(volume)).toEqual({ "lib/kept.txt": "kept", "lib/in/a.txt": "a", "lib/in/b/c.txt": "c", "lib/in/empty": null });
    expect(commits.map(({ origin }) => origin)).toEqual([{ by: "host" }]);
  });

  test("any tree arrives as it was, with bytes, modes and links", async () => {
    await fc.assert(
      fc.asyncProperty(trees(), async (source) => {
        const destination = createMemoryVolume();
        await copy(source, destination, { from: "/tree", to: "/there" });
        expect(wholeTree(destination, "/there")).toEqual(wholeTree(source, "/tree"));
      }),
    );
  });

  test("carries one file under its own name", async () => {
    const { access } = await openWorkspace({ "src/a.bin": new Uint8Array([0, 255]) });
    const destination = createMemoryVolume();
    expect(await copy(access, destination, { from: "src/a.bin", to: "/workspace" })).toMatchObject({ files: 1, bytes: 2 });
    expect(wholeTree(destination, "/workspace").get("a.bin")).toEqual({ bytes: [0, 255], executable: false });
  });

  test("replaces files by files and links by links, and leaves the rest", async () => {
    const { access, volume } = await openWorkspace({ "a.txt": "old", "b.txt": "kept" }, { links: { link: "a.txt", same: "b.txt" } });
    const links = [
      { kind: "symlink", path: "link", target: "b.txt" },
      { kind: "symlink", path: "same", target: "b.txt" },
    ] as const;
    await copy(from(file("a.txt", "new"), ...links), access);
    expect(treeOf(volume)).toEqual({ "a.txt": "new", "b.txt": "kept", link: "→ b.txt", same: "→ b.txt" });
  });

  test.each([
    { name: "a directory in a file's place", entry: file("dir"), code: "is_a_directory" },
    { name: "a file in a directory's place", entry: file("a.txt/b"), code: "already_exists" },
    { name: "a link in a directory's place", entry: file("link/b"), code: "already_exists" },
    { name: "a link in a file's place", entry: file("link"), code: "not_a_file" },
  ])("$name refuses the whole", async ({ entry, code }) => {
    const { access, volume } = await openWorkspace({ "a.txt": "a", "dir/b": "", "out/x": "" }, { links: { link: "out" } });
    const before = treeOf(volume);
    expect(await refusal(copy(from(file("first"), entry), access))).toMatchObject({ code, status: "rejected" });
    expect(treeOf(volume)).toEqual(before);
  });

  test("leaves out what can be made again, counts it, and brings it when asked", async () => {
    const source = createMemoryVolume({
      root: "/",
      files: { "a.txt": "", "node_modules/x/y.js": "", "lib/node_modules/z.js": "", ".git/HEAD": "", "lib/b.txt": "" },
    });
    const first = createMemoryVolume();
    expect((await copy(source, first, { to: "/workspace" })).skipped.derived).toBe(3);
    expect(Object.keys(treeOf(first))).toEqual(["a.txt", "lib/b.txt"]);
    const second = createMemoryVolume();
    expect((await copy(source, second, { to: "/workspace", exclude: [] })).skipped.derived).toBe(0);
    expect(Object.keys(treeOf(second))).toEqual([".git/HEAD", "a.txt", "lib/b.txt", "lib/node_modules/z.js", "node_modules/x/y.js"]);
  });

  test("what is left out is neither entered nor read", async () => {
    const never = async function* (): AsyncGenerator<never> {
      yield await Promise.reject(new Error("it was read"));
    };
    const { access, volume } = await openWorkspace();
    const left = [
      { kind: "directory", path: "node_modules", entries: never() },
      { kind: "file", path: ".git/HEAD", bytes: never() },
      { kind: "file", path: ".git/config", bytes: never() },
    ] as const;
    expect(await copy(from(...left, file("a.txt")), access)).toMatchObject({ files: 1, directories: 0, skipped: { derived: 2 } });
    expect(treeOf(volume)).toEqual({ "a.txt": "" });
  });

  test("what a policy hides stays, is counted, and cannot be written to", async () => {
    const guard: Guard = { see: (path) => (path.endsWith(".env") ? { sight: "hidden", reason: "secret" } : undefined) };
    const { access } = await openWorkspace({ ".env": "x", "a.txt": "" }, { guards: [guard] });
    const destination = createMemoryVolume();
    expect((await copy(access, destination, { to: "/workspace" })).skipped.protected).toBe(1);
    expect(treeOf(destination)).toEqual({ "a.txt": "" });
    expect(await refusal(copy(from(file("b.txt"), file("sub/.env")), access))).toMatchObject({ code: "permission_denied" });
    expect(access.volume.entry("/workspace/b.txt")).toBeUndefined();
  });

  test("tells how far it is", async () => {
    const { access } = await openWorkspace();
    const heard: Progress[] = [];
    await copy(from(file("a"), { kind: "directory", path: "d" }, file("b")), access, {
      onProgress: (progress) => void heard.push(progress),
    });
    expect(heard).toEqual([
      { done: 1, unit: "files" },
      { done: 2, unit: "files" },
    ]);
  });

  test("an abort in the middle of a file changes nothing", async () => {
    const { access, volume } = await openWorkspace({ "a.txt": "a" });
    const controller = new AbortController();
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (let chunk = 0; ; chunk++) {
        if (chunk === 10) controller.abort();
        yield new Uint8Array(1);
      }
    };
    const source = from(file("b.txt"), { kind: "file", path: "c.bin", bytes: endless() });
    expect(await refusal(copy(source, access, { signal: controller.signal }))).toMatchObject({ code: "aborted", status: "rejected" });
    expect(treeOf(volume)).toEqual({ "a.txt": "a" });
  });

  test("a source that fails in the middle changes nothing", async () => {
    const { access, volume } = await openWorkspace({ "a.txt": "a" });
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes("b");
      throw new DOMException("gone", "NotFoundError");
    };
    const source = from(file("a.txt", "new"), { kind: "file", path: "b.txt", bytes: broken() });
    expect(await refusal(copy(source, access))).toMatchObject({ code: "io_error", status: "rejected", details: { operation: "read" } });
    expect(treeOf(volume)).toEqual({ "a.txt": "a" });
  });

  test("a place within another source, and a place that is not there, are refused", async () => {
    const { access } = await openWorkspace();
    expect(await refusal(copy(from(), access, { from: "src" }))).toMatchObject({ code: "invalid_arguments" });
    expect(await refusal(copy(createMemoryVolume(), access, { from: "/none" }))).toMatchObject({ code: "not_found" });
    expect(await refusal(copy(access, createMemoryVolume(), { from: "none" }))).toMatchObject({ code: "not_found" });
  });
});

describe("names", () => {
  test.each([
    { path: "/etc/passwd", code: "path_not_allowed" },
    { path: "../a", code: "path_not_allowed" },
    { path: "a/../../b", code: "path_not_allowed" },
    { path: "a//b", code: "path_malformed" },
    { path: "./a", code: "path_malformed" },
    { path: "", code: "path_malformed" },
    { path: "a\0b", code: "path_malformed" },
    { path: "\uD800", code: "path_malformed" },
  ])("$path is refused, and nothing is imported", async ({ path, code }) => {
    const { access, volume } = await openWorkspace();
    expect(await refusal(copy(from(file("good"), file(path)), access))).toMatchObject({ code, details: { path } });
    expect(treeOf(volume)).toEqual({});
  });

  test.each([
    { entries: [file("a"), file("a")], at: "a", other: "a" },
    { entries: [file("a"), file("a/b")], at: "a", other: "a" },
    { entries: [file("a/b"), file("a")], at: "a", other: "a" },
    { entries: [{ kind: "symlink", path: "a", target: "/" } as const, file("a/b")], at: "a", other: "a" },
  ])("two entries for one path are refused: $entries", async ({ entries, at, other }) => {
    const { access, volume } = await openWorkspace();
    expect(await refusal(copy(from(file("good"), ...entries), access))).toMatchObject({
      code: "invalid_arguments",
      details: { issues: [{ at, problem: "conflict", received: other }] },
    });
    expect(treeOf(volume)).toEqual({});
  });

  test("a directory may be named more than once, and names may differ in case only", async () => {
    const { access, volume } = await openWorkspace();
    await copy(from({ kind: "directory", path: "d" }, file("d/a"), { kind: "directory", path: "d" }, file("D/A")), access);
    expect(treeOf(volume)).toEqual({ "D/A": "", "d/a": "" });
  });

  test("Portside's own folder is not written to", async () => {
    const volume = createMemoryVolume();
    expect(await refusal(copy(from(file(".portside/x")), volume, { to: "/" }))).toMatchObject({ code: "path_not_allowed" });
    expect(volume.entry("/.portside")).toBeUndefined();
  });
});

describe("limits", () => {
  const source = (): TransferSource => from(file("a/b/c.txt", "12345"), file("d.txt", "123"));
  const cases = [
    { limit: "entries", most: 4, code: "no_space", details: { limit: 3, unit: "entries" } },
    { limit: "entryBytes", most: 5, code: "file_too_large", details: { path: "a/b/c.txt", size: 5, limit: 4 } },
    { limit: "totalBytes", most: 8, code: "no_space", details: { limit: 7, unit: "bytes" } },
    { limit: "depth", most: 3, code: "invalid_arguments", details: { issues: [{ at: "a/b/c.txt", problem: "too_big", limit: 2 }] } },
  ] as const;

  test.each(cases)("$limit of $most let it pass, one less refuses all of it", async ({ limit, most, code, details }) => {
    const { access, volume } = await openWorkspace();
    expect(await refusal(copy(source(), access, { limits: { [limit]: most - 1 } }))).toMatchObject({ code, details, status: "rejected" });
    expect(treeOf(volume)).toEqual({});
    await copy(source(), access, { limits: { [limit]: most } });
    expect(treeOf(volume)).toEqual({ "a/b/c.txt": "12345", "d.txt": "123" });
  });

  test("no more is read than a limit takes", async () => {
    let read = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array((read += 10) && 10);
    };
    const { access } = await openWorkspace();
    const entry: TransferEntry = { kind: "file", path: "a", bytes: endless() };
    expect(await refusal(copy(from(entry), access, { limits: { entryBytes: 25 } }))).toMatchObject({ code: "file_too_large" });
    expect(read).toBe(30);
  });

  test("a limit that is no number, or unknown, is refused", async () => {
    const { access } = await openWorkspace();
    for (const limits of [{ entries: -1 }, { entries: 1.5 }, { entries: Number.NaN }, { entrys: 1 } as object]) {
      expect(await refusal(copy(from(), access, { limits }))).toMatchObject({ code: "invalid_arguments" });
    }
    expect(transferLimits).toEqual({ entries: 200_000, entryBytes: 268_435_456, totalBytes: 1_073_741_824, depth: 100 });
  });
});
