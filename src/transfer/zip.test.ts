import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trees, wholeTree } from "../../test/support/whole-tree.ts";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";
import { zipOf, type ZipEntry } from "../../test/support/zip.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import { copy } from "./copy.ts";
import { crc32 } from "./crc32.ts";
import { fromZip, toZip, type FromZipOptions } from "./zip.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Imports an archive into a workspace that holds one file. */
async function imported(archive: Uint8Array, options: FromZipOptions & { readonly limits?: object } = {}) {
  const { access, volume } = await openWorkspace({ "there.txt": "there" });
  const { limits, ...rest } = options;
  const outcome = copy(fromZip(archive, rest), access, { to: "in", ...(limits ? { limits } : {}) });
  return { outcome, volume };
}

async function expectRefused(archive: Uint8Array, expected: object, options: FromZipOptions & { readonly limits?: object } = {}) {
  const { outcome, volume } = await imported(archive, options);
  expect(await refusal(outcome)).toMatchObject({ status: "rejected", ...expected });
  expect(treeOf(volume)).toEqual({ "there.txt": "there" });
}

test("crc32 is the one of zip files", () => {
  expect(crc32(bytes("123456789"))).toBe(0xcbf43926); // the check value of CRC-32/ISO-HDLC
  expect(crc32(bytes("6789"), crc32(bytes("12345")))).toBe(0xcbf43926);
});

describe("export and import", () => {
  test("give the same tree: bytes, modes, links", async () => {
    await fc.assert(
      fc.asyncProperty(trees(), async (source) => {
        const { zip } = await toZip(source, { from: "/tree" });
        const destination = createMemoryVolume();
        await copy(fromZip(zip, { links: "keep" }), destination, { to: "/there" });
        expect(wholeTree(destination, "/there")).toEqual(wholeTree(source, "/tree"));
      }),
    );
  });

  test("the same files make the same bytes, wherever and whenever", async () => {
    const files = { "a.txt": "a", "b/c.txt": "c", "node_modules/x": "" };
    const [first, second] = [createMemoryVolume({ files }), createMemoryVolume({ files: { "b/c.txt": "c", "a.txt": "a" } })];
    const { zip, report } = await toZip(first);
    expect((await toZip(second)).zip).toEqual(zip);
    expect(report).toMatchObject({ files: 2, directories: 2, bytes: 2, skipped: { derived: 1 } });
    // 1980-01-01 00:00:00 in the first local header: time 0, date (0 << 9) | (1 << 5) | 1.
    expect([...zip.subarray(10, 14)]).toEqual([0, 0, 33, 0]);
  });

  test("over a limit nothing is exported", async () => {
    const source = createMemoryVolume({ files: { "a.txt": "abc" } });
    expect(await refusal(toZip(source, { limits: { totalBytes: 2 } }))).toMatchObject({ code: "no_space" });
  });

  test.runIf(spawnSync("python3", ["--version"]).status === 0)(
    "Python's zipfile reads what is exported, and what it writes is imported",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "portside-zip-"));
      try {
        const source = createMemoryVolume({ root: "/", files: { "é/a.txt": "a".repeat(100_000), empty: null } });
        writeFileSync(join(folder, "in.zip"), (await toZip(source)).zip);
        const script = [
          "import zipfile, sys",
          "i = zipfile.ZipFile('in.zip'); assert i.testzip() is None",
          "o = zipfile.ZipFile('out.zip', 'w', zipfile.ZIP_DEFLATED)",
          "[o.writestr(n, i.read(n)) for n in i.namelist()]; o.writestr('stored', 'x', zipfile.ZIP_STORED); o.close()",
        ];
        const { status, stderr } = spawnSync("python3", ["-c", script.join("\n")], { cwd: folder, encoding: "utf8" });
        expect([status, stderr]).toEqual([0, ""]);
        const { outcome, volume } = await imported(readFileSync(join(folder, "out.zip")));
        await outcome;
        expect(treeOf(volume)).toEqual({ "in/empty": null, "in/stored": "x", "in/é/a.txt": "a".repeat(100_000), "there.txt": "there" });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe("an archive", () => {
  test("may be a Blob, may have a comment, and may have been made without modes", async () => {
    const { access, volume } = await openWorkspace();
    const archive = zipOf([{ name: "d/" }, { name: "d/a", content: bytes("a") }, { name: "b", content: bytes("b"), method: 0 }], {
      comment: "PK\u0005\u0006 is not the end",
    });
    await copy(fromZip(new Blob([archive as BlobPart])), access);
    expect(treeOf(volume)).toEqual({ b: "b", "d/a": "a" });
  });

  test("keeps the executable bit, and links when asked", async () => {
    const archive = zipOf([
      { name: "run.sh", mode: 0o100755 },
      { name: "link", content: bytes("run.sh"), mode: 0o120777 },
    ]);
    const { outcome, volume } = await imported(archive, { links: "keep" });
    expect(await outcome).toMatchObject({ files: 1, links: 1 });
    expect(volume.entry("/workspace/in/run.sh")).toMatchObject({ executable: true });
    expect(volume.entry("/workspace/in/link")).toMatchObject({ kind: "symlink", target: "run.sh" });
  });

  const good: ZipEntry = { name: "good.txt", content: bytes("good") };
  const hostile: readonly { readonly name: string; readonly entries: readonly ZipEntry[]; readonly expected: object }[] = [
    { name: "climbs", entries: [{ name: "../evil" }], expected: { code: "path_not_allowed", details: { path: "../evil" } } },
    { name: "climbs later", entries: [{ name: "a/../../evil" }], expected: { code: "path_not_allowed" } },
    { name: "is absolute", entries: [{ name: "/etc/passwd" }], expected: { code: "path_not_allowed", details: { path: "/etc/passwd" } } },
    { name: "has an empty name", entries: [{ name: "" }], expected: { code: "path_malformed" } },
    { name: "is only a slash", entries: [{ name: "/" }], expected: { code: "path_malformed" } },
    { name: "has a NUL", entries: [{ name: "a\0b" }], expected: { code: "path_malformed" } },
    {
      name: "is a link",
      entries: [{ name: "link", content: bytes("/etc"), mode: 0o120777 }, { name: "link/passwd" }],
      expected: { code: "path_not_allowed", details: { path: "link", reason: "link" } },
    },
    {
      name: "is a link that looks like a directory",
      entries: [{ name: "link/", content: bytes(".."), mode: 0o120777 }],
      expected: { code: "path_not_allowed", details: { path: "link" } },
    },
    { name: "is a device", entries: [{ name: "null", mode: 0o020666 }], expected: { code: "not_a_file", details: { path: "null" } } },
    {
      name: "comes twice",
      entries: [{ name: "a" }, { name: "a", content: bytes("other") }],
      expected: { code: "invalid_arguments", details: { issues: [{ at: "a", problem: "conflict", received: "a" }] } },
    },
    {
      name: "differs in case only",
      entries: [{ name: "Readme" }, { name: "README" }],
      expected: { code: "invalid_arguments", details: { issues: [{ at: "README", problem: "conflict", received: "Readme" }] } },
    },
    {
      name: "has a directory that differs in case only",
      entries: [{ name: "Src/a" }, { name: "src/b" }],
      expected: { code: "invalid_arguments", details: { issues: [{ at: "src", received: "Src" }] } },
    },
    {
      name: "differs in normalisation only",
      entries: [{ name: "\u00e9" }, { name: "e\u0301" }],
      expected: { code: "invalid_arguments", details: { issues: [{ at: "e\u0301", received: "\u00e9" }] } },
    },
    { name: "is encrypted", entries: [{ name: "a", flags: 1 }], expected: { code: "unsupported_file", details: { path: "a" } } },
    {
      name: "is compressed otherwise",
      entries: [{ name: "a", method: 12 }],
      expected: { code: "unsupported_file", details: { path: "a" } },
    },
    { name: "has a name of no known encoding", entries: [{ name: new Uint8Array([0x82, 0x2e]) }], expected: { code: "unsupported_file" } },
    {
      name: "has another name in its local header",
      entries: [{ name: "a", localName: "b" }],
      expected: { code: "io_error", details: { path: "a" } },
    },
    {
      name: "lies about its bytes",
      entries: [{ name: "a", content: bytes("abc"), crc: 1 }],
      expected: { code: "io_error", details: { path: "a", reason: "crc" } },
    },
    {
      name: "is longer than it says",
      entries: [{ name: "a", content: bytes("abc"), size: 2 }],
      expected: { code: "io_error", details: { path: "a", reason: "size" } },
    },
    {
      name: "is cut off",
      entries: [{ name: "a", content: bytes("abc"), stored: new Uint8Array([0x4b]) }],
      expected: { code: "io_error", details: { path: "a" } },
    },
    {
      name: "is no deflate",
      entries: [{ name: "a", stored: new Uint8Array([7, 7, 7, 7]) }],
      expected: { code: "io_error", details: { path: "a" } },
    },
  ];

  test.each(hostile)("whose entry $name is refused, and nothing is imported", async ({ entries, expected }) => {
    await expectRefused(zipOf([good, ...entries]), expected);
  });

  test("with a link to be kept whose content is no target is refused", async () => {
    const long = zipOf([good, { name: "link", content: new Uint8Array(5_000).fill(97), mode: 0o120777 }]);
    await expectRefused(long, { code: "file_too_large", details: { path: "link" } }, { links: "keep" });
    const invalid = zipOf([good, { name: "link", content: new Uint8Array([0xff]), mode: 0o120777 }]);
    await expectRefused(invalid, { code: "io_error", details: { path: "link" } }, { links: "keep" });
  });

  test("with an entry below a kept link is refused", async () => {
    const archive = zipOf([
      good,
      { name: "link", content: bytes(".."), mode: 0o120777 },
      { name: "link/there.txt", content: bytes("evil") },
    ]);
    await expectRefused(archive, { code: "invalid_arguments" }, { links: "keep" });
  });

  test("that is none, or is cut off anywhere, is refused", async () => {
    const archive = zipOf([good, { name: "d/a", content: bytes("a".repeat(300)) }]);
    for (let end = 0; end < archive.length; end++) await expectRefused(archive.subarray(0, end), { code: "io_error" });
    await expectRefused(zipOf([good], { count: 2 }), { code: "io_error" });
    await expectRefused(zipOf([good, good], { count: 1 }), { code: "io_error" });
    await expectRefused(zipOf([good], { count: 0xffff }), { code: "unsupported_file" });
  });
});

describe("a bomb", () => {
  const zeros = new Uint8Array(10_000_000);

  test("is stopped by what it becomes, whatever it says of its size", async () => {
    const archive = zipOf([{ name: "bomb", content: zeros, size: 10 }]);
    expect(archive.length).toBeLessThan(20_000);
    const { outcome, volume } = await imported(archive, { limits: { entryBytes: 1_000_000 } });
    const { code, details } = await refusal(outcome);
    expect([code, details["path"], details["limit"]]).toEqual(["file_too_large", "bomb", 1_000_000]);
    // One piece of 4 KiB makes at most 1,032 times as much: the rest was never made.
    expect(details["size"]).toBeLessThan(1_000_000 + 4_096 * 1_032);
    expect(treeOf(volume)).toEqual({ "there.txt": "there" });
  });

  test("of many small ones is stopped by their sum", async () => {
    const archive = zipOf(Array.from({ length: 5 }, (_, index) => ({ name: `${index}`, content: new Uint8Array(1_000) })));
    await expectRefused(archive, { code: "no_space", details: { limit: 4_999, unit: "bytes" } }, { limits: { totalBytes: 4_999 } });
    const { outcome } = await imported(archive, { limits: { totalBytes: 5_000 } });
    expect(await outcome).toMatchObject({ files: 5, bytes: 5_000 });
  });

  test("of names is stopped by their number, and of directories by their depth", async () => {
    const names = zipOf(Array.from({ length: 4 }, (_, index) => ({ name: `${index}/` })));
    await expectRefused(names, { code: "no_space", details: { limit: 3, unit: "entries" } }, { limits: { entries: 3 } });
    await expectRefused(zipOf([{ name: "d/".repeat(101) }]), { code: "invalid_arguments", details: { issues: [{ limit: 100 }] } });
    const { outcome } = await imported(zipOf([{ name: "d/".repeat(100) }]));
    expect(await outcome).toMatchObject({ directories: 1 });
  });
});
