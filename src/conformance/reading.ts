import { checkEqual, check, checkFails } from "./check.ts";
import { portCase, type PortSubject } from "./port-fixture.ts";
import type { Case } from "./suite.ts";

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

/** `ports/reader.ts` */
export const readerCases: readonly Case<PortSubject>[] = [
  portCase("a file is its lines, joined with LF and none after the last", async ({ seed, read }) => {
    await seed({ "a.txt": "one\ntwo\n" });
    const { content, startLine, endLine, totalLines, truncated, lineEnding, utf8, bom } = await read({ path: "a.txt" });
    checkEqual(
      { content, startLine, endLine, totalLines, truncated, lineEnding, utf8, bom },
      { content: "one\ntwo", startLine: 1, endLine: 2, totalLines: 2, truncated: false, lineEnding: "lf", utf8: true, bom: false },
      "response",
    );
  }),
  portCase("a byte order mark and CRLF are told, and not in the content", async ({ seed, read }) => {
    await seed({ "a.txt": "\uFEFFone\r\ntwo\r\n" });
    const { content, bom, lineEnding } = await read({ path: "a.txt" });
    checkEqual({ content, bom, lineEnding }, { content: "one\ntwo", bom: true, lineEnding: "crlf" }, "response");
  }),
  portCase("offset and limit give a window, and say where it goes on", async ({ seed, read }) => {
    await seed({ "a.txt": "1\n2\n3\n4\n5\n" });
    const { content, startLine, endLine, totalLines, truncated, truncatedBy, nextOffset } = await read({
      path: "a.txt",
      offset: 2,
      limit: 2,
    });
    checkEqual(
      { content, startLine, endLine, totalLines, truncated, truncatedBy, nextOffset },
      { content: "2\n3", startLine: 2, endLine: 3, totalLines: 5, truncated: true, truncatedBy: "limit", nextOffset: 4 },
      "response",
    );
  }),
  portCase("what maxBytes cannot hold is left out in whole lines", async ({ seed, read }) => {
    await seed({ "a.txt": "four\nfour\nfour\n" });
    const { content, truncatedBy, nextOffset } = await read({ path: "a.txt", maxBytes: 10 });
    checkEqual({ content, truncatedBy, nextOffset }, { content: "four\nfour", truncatedBy: "bytes", nextOffset: 3 }, "response");
  }),
  portCase("the windows of a file are the file", async ({ seed, read }) => {
    const lines = Array.from({ length: 23 }, (_, index) => `line ${index}`);
    await seed({ "a.txt": lines.join("\n") });
    const windows: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined;) {
      const response = await read({ path: "a.txt", offset, limit: 5 });
      windows.push(response.content);
      offset = response.nextOffset;
    }
    checkEqual(windows.join("\n"), lines.join("\n"), "content");
    checkEqual(windows.length, 5, "windows");
  }),
  portCase("an empty file has a first line that is not there", async ({ seed, read }) => {
    await seed({ empty: "" });
    const { content, totalLines } = await read({ path: "empty", offset: 1 });
    checkEqual({ content, totalLines }, { content: "", totalLines: 0 }, "response");
    await checkFails(() => read({ path: "empty", offset: 2 }), "offset_past_end", { totalLines: 0 });
  }),
  portCase("a line after the last is offset_past_end", async ({ seed, read }) => {
    await seed({ "a.txt": "1\n2\n" });
    await checkFails(() => read({ path: "a.txt", offset: 3 }), "offset_past_end", { totalLines: 2 });
  }),
  portCase("bytes that are not UTF-8 show as U+FFFD, and that is told", async ({ seed, read }) => {
    await seed({ "a.txt": new Uint8Array([0x61, 0xff, 0x62, 0x0a]) });
    const { content, utf8 } = await read({ path: "a.txt" });
    checkEqual({ content, utf8 }, { content: "a\uFFFDb", utf8: false }, "response");
  }),
  portCase("a version is the same until the bytes are others", async ({ seed, read, write }) => {
    await seed({ "a.txt": "1", "b.txt": "2" });
    const before = await read({ path: "a.txt" });
    await write({ path: "b.txt", content: "3" });
    checkEqual((await read({ path: "a.txt" })).version, before.version, "version");
    await write({ path: "a.txt", content: "4" });
    check((await read({ path: "a.txt" })).version !== before.version, "the version is the old one");
  }),
  portCase("what is no text is refused by what it is", async ({ seed, read }) => {
    await seed({ binary: new Uint8Array([1, 0, 2]), "x.png": png, directory: null });
    await checkFails(() => read({ path: "binary" }), "binary_file");
    await checkFails(() => read({ path: "x.png" }), "unsupported_file", { mediaType: "image/png" });
    await checkFails(() => read({ path: "directory" }), "not_a_file", { kind: "directory" });
    await checkFails(() => read({ path: "missing" }), "not_found");
    await checkFails(() => read({ path: "directory/missing/deep" }), "not_found");
  }),
  portCase("numbers below 1 are refused", async ({ seed, read }) => {
    await seed({ "a.txt": "1" });
    for (const wrong of [{ offset: 0 }, { limit: 0 }, { maxBytes: 0 }, { column: -1 }, { offset: 1.5 }]) {
      await checkFails(() => read({ path: "a.txt", ...wrong }), "invalid_arguments");
    }
  }),
  portCase("nothing outside the root is read", async ({ seed, read }) => {
    await seed({ "a/b": "" });
    for (const path of ["../x", "/etc/passwd", "a/../../x"]) await checkFails(() => read({ path }), "path_not_allowed");
  }),
  portCase(
    "a link is followed inside, and the answer has the file's own path",
    async ({ seed, fs, read }) => {
      await seed({ "src/a.txt": "1" });
      await fs.symlink("src/a.txt", "link");
      checkEqual((await read({ path: "link" })).path, "src/a.txt", "path");
      await fs.symlink("/outside", "out");
      await checkFails(() => read({ path: "out" }), "path_not_allowed");
    },
    "symlinks",
  ),
  portCase("an aborted call is rejected as aborted", async ({ seed, read }) => {
    await seed({ "a.txt": "1" });
    await checkFails(() => read({ path: "a.txt" }, { signal: AbortSignal.abort() }), "aborted");
  }),
];

/** `ports/byte-reader.ts` */
export const byteReaderCases: readonly Case<PortSubject>[] = [
  portCase("every byte of a file, or a range of them", async ({ seed, readBytes }) => {
    const bytes = new Uint8Array([0, 1, 2, 253, 254, 255]);
    await seed({ binary: bytes });
    checkEqual((await readBytes({ path: "binary" })).bytes, bytes, "bytes");
    checkEqual((await readBytes({ path: "binary", start: 1, end: 3 })).bytes, bytes.slice(1, 3), "a range");
    await checkFails(() => readBytes({ path: "binary", start: 4, end: 7 }), "invalid_arguments");
  }),
  portCase("what it gives is a copy", async ({ seed, readBytes }) => {
    await seed({ binary: new Uint8Array([1, 2, 3]) });
    (await readBytes({ path: "binary" })).bytes.fill(9);
    checkEqual((await readBytes({ path: "binary" })).bytes, new Uint8Array([1, 2, 3]), "bytes");
  }),
  portCase("an image is told by its bytes, whatever its name", async ({ seed, readBytes }) => {
    await seed({ picture: png, "text.png": "no picture" });
    checkEqual((await readBytes({ path: "picture", accept: "image" })).mediaType, "image/png", "media type");
    await checkFails(() => readBytes({ path: "text.png", accept: "image" }), "unsupported_file");
  }),
  portCase("only files have bytes", async ({ seed, readBytes }) => {
    await seed({ directory: null });
    await checkFails(() => readBytes({ path: "directory" }), "not_a_file");
    await checkFails(() => readBytes({ path: "missing" }), "not_found");
  }),
];
