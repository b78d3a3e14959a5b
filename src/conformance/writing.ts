import { check, checkEqual, checkFails } from "./check.ts";
import { checkUnchanged, opsOf, portCase, type PortSubject } from "./port-fixture.ts";
import type { Case } from "./suite.ts";

/** `ports/writer.ts` */
export const writerCases: readonly Case<PortSubject>[] = [
  portCase("a file is made with the directories it needs", async ({ write, tree }) => {
    const response = await write({ path: "a/b/c.txt", content: "h\u00e9\n" });
    checkEqual(
      { path: response.path, bytesWritten: response.bytesWritten, created: response.created, ops: opsOf(response) },
      { path: "a/b/c.txt", bytesWritten: 4, created: true, ops: ["mkdir a", "mkdir a/b", "create a/b/c.txt"] },
      "response",
    );
    checkEqual(await tree(), { a: null, "a/b": null, "a/b/c.txt": "h\u00e9\n" }, "the tree");
  }),
  portCase("a replaced file keeps its byte order mark and its CRLF", async ({ seed, write, fs }) => {
    await seed({ "a.txt": "\uFEFFold\r\n" });
    const { bytesWritten, created } = await write({ path: "a.txt", content: "new\nlines\n" });
    checkEqual(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await fs.readFile("a.txt")), "\uFEFFnew\r\nlines\r\n", "content");
    checkEqual({ bytesWritten, created }, { bytesWritten: 15, created: false }, "response");
  }),
  portCase("bytes are stored as they are", async ({ seed, write, readBytes }) => {
    await seed({ "a.bin": "\uFEFFold\r\n" });
    await write({ path: "a.bin", content: new Uint8Array([0, 10, 255]) });
    checkEqual((await readBytes({ path: "a.bin" })).bytes, new Uint8Array([0, 10, 255]), "bytes");
  }),
  portCase("what is there already is no change", async ({ seed, write, read }) => {
    await seed({ "a.txt": "same\n" });
    const { version } = await read({ path: "a.txt" });
    const response = await write({ path: "a.txt", content: "same\n" });
    checkEqual({ ops: opsOf(response), version: response.version }, { ops: [], version }, "response");
  }),
  portCase("what is expected and is not so is refused, and nothing is lost", async (fixture) => {
    const { seed, write, read } = fixture;
    await seed({ "a.txt": "1" });
    const { version } = await read({ path: "a.txt" });
    await write({ path: "a.txt", content: "2" });
    await checkUnchanged(fixture, async () => {
      await checkFails(() => write({ path: "a.txt", content: "3", expected: [{ path: "a.txt", version }] }), "stale_version");
      await checkFails(() => write({ path: "a.txt", content: "3", expected: [{ path: "a.txt", version: "absent" }] }), "already_exists");
    });
  }),
  portCase("a dry run says what would be, and does nothing", async (fixture) => {
    await fixture.seed({ "a.txt": "one\n" });
    await checkUnchanged(fixture, async () => {
      const response = await fixture.write({ path: "a.txt", content: "two\n" }, { dryRun: true });
      checkEqual(opsOf(response), ["modify a.txt"], "effects");
      check(response.diff?.includes("-one\n+two\n") === true, `the diff: ${response.diff}`);
    });
  }),
  portCase("what cannot be written is refused by what is in the way", async (fixture) => {
    const { seed, write } = fixture;
    await seed({ directory: null, file: "" });
    await checkUnchanged(fixture, async () => {
      await checkFails(() => write({ path: "directory", content: "" }), "is_a_directory");
      await checkFails(() => write({ path: "file/below", content: "" }), "not_a_directory");
      await checkFails(() => write({ path: "a.txt", content: "a\0b" }), "binary_file");
      await checkFails(() => write({ path: "a.txt", content: "\ud800" }), "invalid_arguments");
      await checkFails(() => write({ path: "../a.txt", content: "" }), "path_not_allowed");
    });
  }),
  portCase("of many writes of one file at a time, one is there, whole", async ({ write, text }) => {
    const contents = Array.from({ length: 16 }, (_, index) => String(index).repeat(5_000));
    await Promise.all(contents.map((content) => write({ path: "a.txt", content })));
    check(contents.includes(await text("a.txt")), "the file is none of what was written");
  }),
  portCase(
    "a file keeps its executable bit",
    async ({ seed, fs, write }) => {
      await seed({ script: "1" });
      await fs.chmod("script", 0o755);
      await write({ path: "script", content: "2" });
      checkEqual((await fs.stat("script")).mode & 0o111, 0o111, "executable bits");
    },
    "modes",
  ),
];

/** `ports/directory-maker.ts` */
export const directoryMakerCases: readonly Case<PortSubject>[] = [
  portCase("a directory is made with its parents, outermost first", async ({ seed, makeDirectory, tree }) => {
    await seed({ a: null });
    checkEqual((await makeDirectory({ path: "a/b/c" })).created, ["a/b", "a/b/c"], "created");
    checkEqual(await tree(), { a: null, "a/b": null, "a/b/c": null }, "the tree");
  }),
  portCase("one that is there already is a success", async ({ seed, makeDirectory }) => {
    await seed({ "a/b": null });
    const response = await makeDirectory({ path: "a/b" });
    checkEqual({ created: response.created, effects: response.effects }, { created: [], effects: [] }, "response");
  }),
  portCase("a file in the way is named, and nothing is made", async (fixture) => {
    await fixture.seed({ file: "" });
    await checkUnchanged(fixture, async () => {
      await checkFails(() => fixture.makeDirectory({ path: "file" }), "already_exists", { kind: "file" });
      await checkFails(() => fixture.makeDirectory({ path: "file/a" }), "not_a_directory");
      await checkFails(() => fixture.makeDirectory({ path: "../a" }), "path_not_allowed");
    });
  }),
];

/** `ports/remover.ts` */
export const removerCases: readonly Case<PortSubject>[] = [
  portCase("a file and an empty directory are removed", async ({ seed, remove, tree }) => {
    await seed({ "a.txt": "1", empty: null, kept: "2" });
    checkEqual((await remove({ path: "a.txt" })).kind, "file", "kind");
    checkEqual((await remove({ path: "empty" })).kind, "directory", "kind");
    checkEqual(await tree(), { kept: "2" }, "the tree");
  }),
  portCase("what holds something is not removed", async (fixture) => {
    await fixture.seed({ "a/1": "", "a/2": "" });
    await checkUnchanged(fixture, async () => {
      await checkFails(() => fixture.remove({ path: "a" }), "not_empty", { entries: 2 });
      await checkFails(() => fixture.remove({ path: "missing" }), "not_found");
      await checkFails(() => fixture.remove({ path: "." }), "path_not_allowed");
    });
  }),
  portCase("another version than expected is not removed", async (fixture) => {
    const { seed, read, write, remove } = fixture;
    await seed({ "a.txt": "1" });
    const { version } = await read({ path: "a.txt" });
    await write({ path: "a.txt", content: "2" });
    await checkUnchanged(fixture, async () => {
      await checkFails(() => remove({ path: "a.txt", expected: [{ path: "a.txt", version }] }), "stale_version");
    });
  }),
  portCase(
    "of a link, the link goes and its target stays",
    async ({ seed, fs, remove, tree }) => {
      await seed({ "a.txt": "1" });
      await fs.symlink("a.txt", "link");
      checkEqual((await remove({ path: "link" })).kind, "symlink", "kind");
      checkEqual(await tree(), { "a.txt": "1" }, "the tree");
    },
    "symlinks",
  ),
];

/** `ports/mover.ts` */
export const moverCases: readonly Case<PortSubject>[] = [
  portCase("a file moves, and keeps its bytes", async ({ seed, move, tree }) => {
    await seed({ "a.txt": "1", to: null });
    const response = await move({ source: "a.txt", destination: "to/b.txt" });
    checkEqual(
      { source: response.source, destination: response.destination, kind: response.kind },
      { source: "a.txt", destination: "to/b.txt", kind: "file" },
      "response",
    );
    checkEqual(await tree(), { to: null, "to/b.txt": "1" }, "the tree");
  }),
  portCase("a directory moves with all below it", async ({ seed, move, tree }) => {
    await seed({ "a/b/c.txt": "1", "a/d": null });
    await move({ source: "a", destination: "z" });
    checkEqual(await tree(), { z: null, "z/b": null, "z/b/c.txt": "1", "z/d": null }, "the tree");
  }),
  portCase("a name can change in its capitals only", async ({ seed, move, tree }) => {
    await seed({ "a.txt": "1" });
    await move({ source: "a.txt", destination: "A.txt" });
    checkEqual(await tree(), { "A.txt": "1" }, "the tree");
  }),
  portCase("nothing is overwritten, made or lost", async (fixture) => {
    const { seed, move } = fixture;
    await seed({ "a/x": "1", file: "2", empty: null });
    await checkUnchanged(fixture, async () => {
      await checkFails(() => move({ source: "file", destination: "a/x" }), "already_exists", { kind: "file" });
      await checkFails(() => move({ source: "a", destination: "empty" }), "already_exists", { kind: "directory" });
      await checkFails(() => move({ source: "a", destination: "a/b" }), "invalid_move", { reason: "into_itself" });
      await checkFails(() => move({ source: "file", destination: "./file" }), "invalid_move", { reason: "same" });
      await checkFails(() => move({ source: "file", destination: "missing/file" }), "not_found");
      await checkFails(() => move({ source: "missing", destination: "b" }), "not_found");
      await checkFails(() => move({ source: "file", destination: "../file" }), "path_not_allowed");
    });
  }),
];
