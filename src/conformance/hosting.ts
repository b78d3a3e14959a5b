import type { WatchEvent } from "../ports/watcher.ts";
import { checkEqual } from "./check.ts";
import { codeOf, portCase, type PortSubject } from "./port-fixture.ts";
import type { Case } from "./suite.ts";

/** `ports/watcher.ts` */
export const watcherCases: readonly Case<PortSubject>[] = [
  portCase("a listener gets what is changed, in order", async ({ write, remove, watch }) => {
    const heard = createEar();
    const stop = await watch({}, heard.listen);
    await write({ path: "a.txt", content: "1" });
    await write({ path: "a.txt", content: "2" });
    await remove({ path: "a.txt" });
    await heard.until(3);
    stop();
    checkEqual(heard.changes(), ["create a.txt", "modify a.txt", "delete a.txt"], "changes");
  }),
  portCase("only of what it watches, and not after it ended", async ({ write, watch }) => {
    const heard = createEar();
    const stop = await watch({ include: ["*.ts"], exclude: ["src/**"] }, heard.listen);
    for (const path of ["a.js", "src/b.ts", "c.ts"]) await write({ path, content: "1" });
    await heard.until(1);
    stop();
    await write({ path: "d.ts", content: "1" });
    const after = createEar();
    const stopAfter = await watch({}, after.listen);
    await write({ path: "e.ts", content: "1" });
    await after.until(1);
    stopAfter();
    checkEqual(heard.changes(), ["create c.ts"], "changes");
  }),
];

interface Ear {
  readonly listen: (event: WatchEvent) => void;
  changes(): readonly string[];
  /** Resolves when so many changes were heard. */
  until(count: number): Promise<void>;
}

function createEar(): Ear {
  const heard: string[] = [];
  let [wanted, resolve] = [Infinity, (): void => {}];
  return {
    listen(event) {
      if (event.type === "batch") heard.push(...event.changes.map(({ op, path }) => `${op} ${path}`));
      if (heard.length >= wanted) resolve();
    },
    changes: () => heard,
    until: (count) =>
      new Promise((done) => {
        [wanted, resolve] = [count, done];
        if (heard.length >= count) done();
      }),
  };
}

/** `ports/file-system.ts` */
export const fileSystemCases: readonly Case<PortSubject>[] = [
  portCase("a file is written, grown, read and removed", async ({ fs }) => {
    await fs.mkdir("a/b", { recursive: true });
    await fs.writeFile("a/b/c.txt", "one");
    await fs.appendFile("a/b/c.txt", new Uint8Array([0x21]));
    checkEqual(await fs.readFile("a/b/c.txt", "utf8"), "one!", "content");
    checkEqual(await fs.readdir("a/b"), ["c.txt"], "names");
    await fs.unlink("a/b/c.txt");
    checkEqual(await codeOf(() => fs.readFile("a/b/c.txt")), "ENOENT", "code");
  }),
  portCase("stat tells kind, size and change", async ({ fs }) => {
    await fs.writeFile("a.txt", "h\u00e9");
    const before = await fs.stat("a.txt");
    checkEqual(
      { size: before.size, file: before.isFile(), directory: before.isDirectory() },
      { size: 3, file: true, directory: false },
      "stat",
    );
    await fs.writeFile("a.txt", "h\u00ea");
    const after = await fs.stat("a.txt");
    checkEqual({ ino: after.ino, changed: after.mtimeMs !== before.mtimeMs }, { ino: before.ino, changed: true }, "after a write");
  }),
  portCase("rename replaces a file by a file, and nothing else", async ({ fs, seed, tree }) => {
    await seed({ a: "1", b: "2", "full/x": "3", empty: null });
    await fs.rename("a", "b");
    checkEqual(await codeOf(() => fs.rename("b", "full")), "EISDIR", "a file over a directory");
    checkEqual(await codeOf(() => fs.rename("empty", "full")), "ENOTEMPTY", "a directory over a full one");
    checkEqual(await tree(), { b: "1", empty: null, full: null, "full/x": "3" }, "the tree");
  }),
  portCase("rm takes a tree, and force needs nothing to be there", async ({ fs, seed, tree }) => {
    await seed({ "a/b/c": "1", kept: "2" });
    await fs.rm("a", { recursive: true });
    await fs.rm("missing", { force: true });
    checkEqual(await tree(), { kept: "2" }, "the tree");
  }),
  portCase("failures have Node's codes", async ({ fs, seed }) => {
    await seed({ file: "", "full/x": "" });
    checkEqual(await codeOf(() => fs.readdir("file")), "ENOTDIR", "readdir of a file");
    checkEqual(await codeOf(() => fs.readFile("full")), "EISDIR", "readFile of a directory");
    checkEqual(await codeOf(() => fs.mkdir("file")), "EEXIST", "mkdir of a file");
    checkEqual(await codeOf(() => fs.rmdir("full")), "ENOTEMPTY", "rmdir of a full directory");
    checkEqual(await codeOf(() => fs.writeFile("missing/x", "")), "ENOENT", "writeFile below nothing");
    checkEqual(await codeOf(() => fs.stat("file/x")), "ENOTDIR", "stat below a file");
  }),
  portCase(
    "links are made, read and followed",
    async ({ fs, seed }) => {
      await seed({ "src/a": "1" });
      await fs.symlink("src/a", "link");
      checkEqual(await fs.readlink("link"), "src/a", "target");
      checkEqual(await fs.readFile("link", "utf8"), "1", "content");
      checkEqual((await fs.lstat("link")).isSymbolicLink(), true, "lstat");
      checkEqual((await fs.stat("link")).isFile(), true, "stat");
    },
    "symlinks",
  ),
  portCase(
    "chmod keeps the executable bit, and nothing else of a mode",
    async ({ fs, seed }) => {
      await seed({ script: "" });
      await fs.chmod("script", 0o700);
      checkEqual((await fs.stat("script")).mode & 0o777, 0o755, "mode");
    },
    "modes",
  ),
];
