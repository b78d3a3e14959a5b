import { build, type Plugin } from "esbuild";
import git from "isomorphic-git";
import { describe, expect, test } from "vitest";
import { openWorkspace, treeOf } from "../../test/support/workspace.ts";
import type { Guard } from "../policy/guard.ts";
import type { FileSystem, FileSystemError } from "../ports/file-system.ts";
import { withQuota } from "../volumes/quota.ts";
import type { CommitEvent } from "../volumes/volume.ts";

/** What a call is refused with, as Node says it. */
async function refused(call: Promise<unknown>): Promise<FileSystemError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error as FileSystemError,
  );
  if (outcome) return outcome;
  throw new Error("the call was not refused");
}

async function messageOf(call: Promise<unknown>): Promise<string> {
  return (await refused(call)).message;
}

const text = new TextEncoder();

describe("files", () => {
  test("are written and read as bytes or as text", async () => {
    const { fs } = await openWorkspace();
    await fs.writeFile("a.txt", "é\r\n");
    expect(await fs.readFile("/workspace/a.txt")).toEqual(text.encode("é\r\n"));
    expect(await fs.readFile("a.txt", "utf8")).toBe("é\r\n");
    expect(await fs.readFile("a.txt", { encoding: "utf-8" })).toBe("é\r\n");
    await fs.writeFile("a.txt", new Uint8Array([0, 255]));
    expect(await fs.readFile("a.txt")).toEqual(new Uint8Array([0, 255]));
  });

  test("neither side's buffer is the stored one", async () => {
    const { fs } = await openWorkspace();
    const given = new Uint8Array([1, 2]);
    await fs.writeFile("a", given);
    given[0] = 9;
    (await fs.readFile("a"))[1] = 9;
    expect(await fs.readFile("a")).toEqual(new Uint8Array([1, 2]));
  });

  test("keep a text's line ends and byte order mark out of it: what is written is what is stored", async () => {
    const { fs } = await openWorkspace({ "a.txt": "\uFEFFone\r\n" });
    await fs.writeFile("a.txt", "two\n");
    expect(await fs.readFile("a.txt", "utf8")).toBe("two\n");
  });

  test("are appended to", async () => {
    const { fs } = await openWorkspace({ "a.txt": "one" });
    await Promise.all([fs.appendFile("a.txt", "+"), fs.appendFile("a.txt", "+"), fs.appendFile("b.txt", "new")]);
    expect(await fs.readFile("a.txt", "utf8")).toBe("one++");
    expect(await fs.readFile("b.txt", "utf8")).toBe("new");
  });

  test("are made executable by the mode they are made with, and by chmod", async () => {
    const { fs } = await openWorkspace({ "old.sh": "" });
    await fs.writeFile("new.sh", "", { mode: 0o777 });
    await fs.writeFile("old.sh", "", { mode: 0o777 });
    expect((await fs.stat("new.sh")).mode).toBe(0o100755);
    expect((await fs.stat("old.sh")).mode).toBe(0o100644);
    await fs.chmod("old.sh", 0o744);
    await fs.chmod("new.sh", 0o600);
    expect((await fs.stat("old.sh")).mode).toBe(0o100755);
    expect((await fs.stat("new.sh")).mode).toBe(0o100644);
  });

  test("an encoding or a flag that is not understood is refused, not ignored", async () => {
    const { fs, volume } = await openWorkspace({ "a.txt": "one" });
    const loose = fs as unknown as { writeFile(...args: unknown[]): Promise<void>; readFile(...args: unknown[]): Promise<unknown> };
    expect(await refused(loose.writeFile("a.txt", "two", { flag: "wx" }))).toMatchObject({ code: "EINVAL" });
    expect(await refused(loose.writeFile("a.txt", "two", "latin1"))).toMatchObject({ code: "EINVAL" });
    expect(await refused(loose.writeFile("a.txt", "\uD800"))).toMatchObject({ code: "EINVAL" });
    expect(await refused(loose.writeFile("a.txt", { no: "bytes" }))).toMatchObject({ code: "EINVAL" });
    expect(await refused(loose.readFile())).toMatchObject({ code: "EINVAL" });
    expect(treeOf(volume)).toEqual({ "a.txt": "one" });
  });
});

describe("directories", () => {
  test("list all names in byte order, with types when asked", async () => {
    const files = { "b.txt": "", "a/x": "", ".git/HEAD": "", ".gitignore": "a\n", "node_modules/x": "" };
    const { fs } = await openWorkspace(files, { links: { c: "b.txt" } });
    expect(await fs.readdir("/workspace")).toEqual([".git", ".gitignore", "a", "b.txt", "c", "node_modules"]);
    const entries = await fs.readdir(".", { withFileTypes: true });
    const kinds = entries.map((entry) => [entry.name, entry.isDirectory(), entry.isFile(), entry.isSymbolicLink()]);
    expect(kinds.slice(2, 5)).toEqual([
      ["a", true, false, false],
      ["b.txt", false, true, false],
      ["c", false, false, true],
    ]);
  });

  test("are made one by one, or with all that is missing", async () => {
    const { fs, volume } = await openWorkspace();
    expect(await fs.mkdir("a")).toBe("/workspace/a");
    expect(await fs.mkdir("a/b/c", { recursive: true })).toBe("/workspace/a/b");
    expect(await fs.mkdir("a/b/c", { recursive: true })).toBeUndefined();
    expect(treeOf(volume)).toEqual({ "a/b/c": null });
  });

  test("rm takes what is below in one batch, and follows no link", async () => {
    const { fs, volume } = await openWorkspace({ "a/b/c.txt": "", "a/d.txt": "", "e/f.txt": "" }, { links: { "a/out": "../e" } });
    const commits: CommitEvent[] = [];
    volume.watch((event) => void commits.push(event));
    await fs.rm("a", { recursive: true });
    expect(commits).toHaveLength(1);
    expect(commits[0]?.origin).toEqual({ by: "host" });
    expect(treeOf(volume)).toEqual({ "e/f.txt": "" });
  });

  test("rm asks for every path below", async () => {
    const guard: Guard = { see: (path) => (path.endsWith(".env") ? { sight: "locked", reason: "secret" } : undefined) };
    const { fs, volume } = await openWorkspace({ "a/.env": "x", "a/b.txt": "" }, { guards: [guard] });
    expect(await refused(fs.rm("a", { recursive: true }))).toMatchObject({ code: "EACCES" });
    expect(treeOf(volume)).toEqual({ "a/.env": "x", "a/b.txt": "" });
  });

  test("a name that a guard hides is not listed", async () => {
    const guard: Guard = { see: (path) => (path.endsWith(".env") ? { sight: "hidden", reason: "secret" } : undefined) };
    const { fs } = await openWorkspace({ ".env": "x", ".git/HEAD": "", "b.txt": "" }, { guards: [guard] });
    expect(await fs.readdir("/workspace")).toEqual([".git", "b.txt"]);
    expect(await refused(fs.stat(".env"))).toMatchObject({ code: "ENOENT" });
  });
});

describe("rename", () => {
  const files = { "a.txt": "a", "b.txt": "b", "dir/x": "", empty: null, "full/y": "" };

  test.each([
    { from: "a.txt", to: "b.txt", gone: "a.txt", there: "b.txt" },
    { from: "dir", to: "empty", gone: "dir/x", there: "empty/x" },
    { from: "dir", to: "full/dir", gone: "dir/x", there: "full/dir/x" },
  ])("$from takes the place of $to in one batch", async ({ from, to, gone, there }) => {
    const { fs, volume } = await openWorkspace(files);
    let commits = 0;
    volume.watch(() => commits++);
    await fs.rename(from, to);
    expect(commits).toBe(1);
    expect(Object.keys(treeOf(volume))).not.toContain(gone);
    expect(treeOf(volume)[there]).toBe(from === "a.txt" ? "a" : "");
  });

  test("onto itself does nothing", async () => {
    const { fs, volume } = await openWorkspace(files);
    let commits = 0;
    volume.watch(() => commits++);
    await fs.rename("a.txt", "./a.txt");
    expect(commits).toBe(0);
  });

  test("moves a link, not what it leads to", async () => {
    const { fs, volume } = await openWorkspace({ "a.txt": "a", "b.txt": "b" }, { links: { link: "a.txt" } });
    await fs.rename("link", "b.txt");
    expect(treeOf(volume)).toEqual({ "a.txt": "a", "b.txt": "→ a.txt" });
  });

  test.each([
    { from: "dir", to: "full", code: "ENOTEMPTY" },
    { from: "a.txt", to: "empty", code: "EISDIR" },
    { from: "dir", to: "a.txt", code: "ENOTDIR" },
    { from: "dir", to: "dir/sub", code: "EINVAL" },
    { from: "full/y", to: "full", code: "EISDIR" },
    { from: "none", to: "b.txt", code: "ENOENT" },
    { from: "a.txt", to: "none/b.txt", code: "ENOENT" },
  ])("$from to $to is $code and changes nothing", async ({ from, to, code }) => {
    const { fs, volume } = await openWorkspace(files);
    const before = treeOf(volume);
    const error = await refused(fs.rename(from, to));
    expect(error).toMatchObject({ code, syscall: "rename", path: from, dest: to });
    expect(error.message).toMatch(new RegExp(`, rename '${from}' -> '${to}'$`));
    expect(treeOf(volume)).toEqual(before);
  });
});

describe("links", () => {
  test("are made, read and followed", async () => {
    const { fs } = await openWorkspace({ "a/x.txt": "x" });
    await fs.symlink("a", "link");
    expect(await fs.readlink("link")).toBe("a");
    expect(await fs.readFile("link/x.txt", "utf8")).toBe("x");
    const [followed, kept] = [await fs.stat("link"), await fs.lstat("link")];
    expect([followed.isDirectory(), followed.isSymbolicLink()]).toEqual([true, false]);
    expect([kept.isDirectory(), kept.isSymbolicLink(), kept.size, kept.mode]).toEqual([false, true, 1, 0o120777]);
    await fs.unlink("link");
    expect(await fs.readdir("a")).toEqual(["x.txt"]);
  });
});

describe("stat", () => {
  test("another version of a file has another time, and the same node", async () => {
    const { fs } = await openWorkspace({ "a.txt": "one" });
    const before = await fs.stat("a.txt");
    await fs.rename("a.txt", "b.txt");
    const moved = await fs.stat("b.txt");
    await fs.writeFile("b.txt", "two");
    const after = await fs.stat("b.txt");
    expect(moved).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs, size: 3 });
    expect(after).toMatchObject({ ino: before.ino, size: 3 });
    expect(after.mtimeMs).not.toBe(before.mtimeMs);
    expect((await fs.stat("/workspace")).mtimeMs).toBe(0);
  });
});

describe("errors are Node's", () => {
  const files = { "a.txt": "a", "dir/x": "" };
  type Case = readonly [message: string, call: (fs: FileSystem) => Promise<unknown>];
  const cases: readonly Case[] = [
    ["ENOENT: no such file or directory, open '/workspace/x'", (fs) => fs.readFile("/workspace/x")],
    ["ENOENT: no such file or directory, open ''", (fs) => fs.readFile("")],
    ["ENOENT: no such file or directory, open 'x/y'", (fs) => fs.writeFile("x/y", "")],
    ["ENOENT: no such file or directory, scandir 'x'", (fs) => fs.readdir("x")],
    ["ENOENT: no such file or directory, mkdir 'x/y'", (fs) => fs.mkdir("x/y")],
    ["ENOENT: no such file or directory, unlink 'x'", (fs) => fs.unlink("x")],
    ["ENOENT: no such file or directory, rm 'x'", (fs) => fs.rm("x")],
    ["ENOENT: no such file or directory, access '~/x'", (fs) => fs.access("~/x")],
    ["ENOENT: no such file or directory, access '@a.txt'", (fs) => fs.access("@a.txt")],
    ["ENOTDIR: not a directory, open 'a.txt/x'", (fs) => fs.readFile("a.txt/x")],
    ["ENOTDIR: not a directory, scandir 'a.txt'", (fs) => fs.readdir("a.txt")],
    ["ENOTDIR: not a directory, rmdir 'a.txt'", (fs) => fs.rmdir("a.txt")],
    ["ENOTDIR: not a directory, stat 'a.txt/'", (fs) => fs.stat("a.txt/")],
    ["ENOTDIR: not a directory, mkdir 'a.txt/x'", (fs) => fs.mkdir("a.txt/x", { recursive: true })],
    ["EISDIR: illegal operation on a directory, open 'dir'", (fs) => fs.readFile("dir")],
    ["EISDIR: illegal operation on a directory, open 'dir'", (fs) => fs.writeFile("dir", "")],
    ["EISDIR: illegal operation on a directory, unlink 'dir'", (fs) => fs.unlink("dir")],
    ["EISDIR: illegal operation on a directory, rm 'dir'", (fs) => fs.rm("dir")],
    ["EEXIST: file already exists, mkdir 'dir'", (fs) => fs.mkdir("dir")],
    ["EEXIST: file already exists, mkdir 'a.txt'", (fs) => fs.mkdir("a.txt", { recursive: true })],
    ["EEXIST: file already exists, symlink 'dir' -> 'a.txt'", (fs) => fs.symlink("dir", "a.txt")],
    ["ENOTEMPTY: directory not empty, rmdir 'dir'", (fs) => fs.rmdir("dir")],
    ["EINVAL: invalid argument, readlink 'a.txt'", (fs) => fs.readlink("a.txt")],
    ["EACCES: permission denied, open '/etc/passwd'", (fs) => fs.readFile("/etc/passwd")],
    ["EACCES: permission denied, open '../x'", (fs) => fs.writeFile("../x", "")],
    ["EACCES: permission denied, rm '/workspace'", (fs) => fs.rm("/workspace", { recursive: true })],
    ["ELOOP: too many symbolic links encountered, stat 'loop'", (fs) => fs.stat("loop")],
  ];

  test.each(cases)("%s", async (message, call) => {
    const { fs, volume } = await openWorkspace(files, { links: { loop: "loop" } });
    const before = treeOf(volume);
    expect(await messageOf(call(fs))).toBe(message);
    expect(treeOf(volume)).toEqual(before);
  });

  test("carry the code, the call, the path and what is behind them", async () => {
    const { fs } = await openWorkspace();
    expect(await refused(fs.readFile("x"))).toMatchObject({
      code: "ENOENT",
      syscall: "open",
      path: "x",
      cause: { name: "PortsideError", code: "not_found" },
    });
  });

  test("a full volume is ENOSPC, and a closed one EIO", async () => {
    const { fs, dispose } = await openWorkspace({}, { wrap: (volume) => withQuota(volume, { maxBytes: 2 }) });
    expect(await messageOf(fs.writeFile("a", "abc"))).toBe("ENOSPC: no space left on device, open 'a'");
    await dispose();
    expect(await refused(fs.writeFile("a", ""))).toMatchObject({ code: "EIO" });
  });

  test("rm with force finds nothing wrong with nothing", async () => {
    const { fs } = await openWorkspace();
    await expect(fs.rm("x", { force: true })).resolves.toBeUndefined();
  });
});

describe("programs written for Node", () => {
  const author = { name: "A", email: "a@example.org", timestamp: 1, timezoneOffset: 0 };

  test("isomorphic-git makes a repository, and sees every change", async () => {
    const { fs, edit } = await openWorkspace({ "a.txt": "one\n", "src/b.sh": "echo\n" }, { links: { link: "a.txt" } });
    await fs.chmod("src/b.sh", 0o755);
    const repository = { fs, dir: "/workspace" };
    await git.init({ ...repository, defaultBranch: "main" });
    await git.add({ ...repository, filepath: "." });
    const first = await git.commit({ ...repository, message: "first", author });
    expect(await git.status({ ...repository, filepath: "a.txt" })).toBe("unmodified");
    expect(await git.status({ ...repository, filepath: "src/b.sh" })).toBe("unmodified");
    await edit({ path: "a.txt", edits: [{ oldString: "one", newString: "two" }] });
    expect(await git.status({ ...repository, filepath: "a.txt" })).toBe("*modified");
    await git.add({ ...repository, filepath: "a.txt" });
    await git.commit({ ...repository, message: "second", author });
    expect((await git.log(repository)).map(({ commit }) => commit.message)).toEqual(["second\n", "first\n"]);
    await fs.rm("src", { recursive: true });
    await git.checkout({ ...repository, ref: first, force: true });
    expect(await fs.readFile("a.txt", "utf8")).toBe("one\n");
    expect((await fs.stat("src/b.sh")).mode).toBe(0o100755);
    expect(await fs.readlink("link")).toBe("a.txt");
  });

  test("an esbuild plugin bundles from it", async () => {
    const { fs } = await openWorkspace({
      "main.ts": 'import { b } from "./lib/b";\nconsole.log(b);\n',
      "lib/b.ts": "export const b: number = 42;\n",
    });
    const plugin: Plugin = {
      name: "workspace",
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /.*/ }, async ({ path, resolveDir, kind }) => {
          const base = new URL(path, `file://${kind === "entry-point" ? "/workspace" : resolveDir}/`).pathname;
          const found = await fs.access(base).then(
            () => base,
            () => `${base}.ts`,
          );
          return { path: found, namespace: "workspace" };
        });
        onLoad({ filter: /.*/, namespace: "workspace" }, async ({ path }) => ({
          contents: await fs.readFile(path),
          loader: "ts",
          resolveDir: path.slice(0, path.lastIndexOf("/")),
        }));
      },
    };
    const { outputFiles } = await build({ entryPoints: ["main.ts"], bundle: true, write: false, plugins: [plugin], logLevel: "silent" });
    expect(outputFiles[0]?.text).toContain("var b = 42;");
  });
});
