import { describe, expect, test } from "vitest";
import { openWorkspace, refusal } from "../../test/support/workspace.ts";
import { limits } from "../core/limits.ts";
import type { FileEntry, Volume } from "../volumes/volume.ts";

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("lines", () => {
  test("without a window the first 2,000 lines are read [#76]", async () => {
    const { read } = await openWorkspace({ "a.txt": numbered(2_001) });
    expect(await read({ path: "a.txt" })).toMatchObject({
      startLine: 1,
      endLine: 2_000,
      totalLines: 2_001,
      truncated: true,
      truncatedBy: "limit",
      nextOffset: 2_001,
    });
  });

  test("a final newline ends the last line [#79]", async () => {
    const { read } = await openWorkspace({ ends: "a\nb\n", open: "a\nb", empty: "" });
    expect(await read({ path: "ends" })).toMatchObject({ content: "a\nb", totalLines: 2 });
    expect(await read({ path: "open" })).toMatchObject({ content: "a\nb", totalLines: 2 });
    expect(await read({ path: "empty" })).toMatchObject({ content: "", totalLines: 0, truncated: false });
  });

  test("or begins another one, where a dialect says so", async () => {
    const { read } = await openWorkspace({ "a.txt": "a\nb\nc\n" });
    expect(await read({ path: "a.txt", dialect: { finalNewline: "starts-line" } })).toMatchObject({ content: "a\nb\nc\n", totalLines: 4 });
  });

  test("line 1 of an empty file can be read, line 2 cannot [#80]", async () => {
    const { read } = await openWorkspace({ empty: "" });
    expect((await read({ path: "empty", offset: 1 })).content).toBe("");
    expect(await refusal(read({ path: "empty", offset: 2 }))).toMatchObject({ code: "offset_past_end", details: { totalLines: 0 } });
  });

  test("an offset past the end is an error that names the total [#81]", async () => {
    const { read } = await openWorkspace({ "a.txt": "1\n2\n" });
    expect((await read({ path: "a.txt", offset: 2 })).content).toBe("2");
    expect(await refusal(read({ path: "a.txt", offset: 3 }))).toMatchObject({
      code: "offset_past_end",
      details: { offset: 3, totalLines: 2 },
    });
  });

  test("a window that ends with the last line is not truncated [#84]", async () => {
    const { read } = await openWorkspace({ "a.txt": "1\n2\n3\n" });
    expect(await read({ path: "a.txt", limit: 2 })).toMatchObject({ truncated: true, truncatedBy: "limit", nextOffset: 3 });
    const whole = await read({ path: "a.txt", limit: 3 });
    expect(whole.truncated).toBe(false);
    expect(whole).not.toHaveProperty("nextOffset");
  });

  test("following nextOffset gives every line of 4,321 once [#78] [#100]", async () => {
    const { read } = await openWorkspace({ "a.txt": numbered(4_321) });
    const seen: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined;) {
      const page = await read({ path: "a.txt", offset });
      seen.push(...page.content.split("\n"));
      offset = page.nextOffset;
    }
    expect(`${seen.join("\n")}\n`).toBe(numbered(4_321));
  });

  test("content is the file's lines and nothing else [#82]", async () => {
    const text = "  1\tnumbered?\n\n\ttabs\u00a0and \r alone\n";
    const { read } = await openWorkspace({ "a.txt": text });
    expect((await read({ path: "a.txt" })).content).toBe(text.slice(0, -1));
  });

  test.each(["offset", "column", "limit", "maxBytes"] as const)("%s below 1 is refused by name [#92]", async (field) => {
    const { read } = await openWorkspace({ "a.txt": "1\n" });
    for (const value of [0, -1, 1.5]) {
      const { code, details } = await refusal(read({ path: "a.txt", [field]: value }));
      expect(code).toBe("invalid_arguments");
      expect(details).toMatchObject({ issues: [{ at: field }] });
    }
  });
});

describe("bytes", () => {
  test("the cap takes whole lines, and the next offset is the first unseen one [#85]", async () => {
    const { read } = await openWorkspace({ "a.txt": "12345\n12345\n12345\n" });
    // Two lines and the newline between them are 11 bytes, three would be 17.
    expect(await read({ path: "a.txt", maxBytes: 16 })).toMatchObject({ content: "12345\n12345", truncatedBy: "bytes", nextOffset: 3 });
    expect(await read({ path: "a.txt", maxBytes: 17 })).toMatchObject({ truncated: false });
  });

  test("by default it is 50 KiB of UTF-8 [#277]", async () => {
    const line = `${"é".repeat(99)}\n`; // 199 bytes, 100 characters
    const { read } = await openWorkspace({ "a.txt": line.repeat(1_000) });
    const { content, endLine } = await read({ path: "a.txt" });
    expect(endLine).toBe(Math.floor((51_200 + 1) / 199));
    expect(new TextEncoder().encode(content).length).toBeLessThanOrEqual(51_200);
  });

  test("a line that can never fit is left out by name, and later ones follow", async () => {
    const { read } = await openWorkspace({ "a.js": `first\n${"x".repeat(60_000)}\nlast\n` });
    expect(await read({ path: "a.js" })).toMatchObject({
      content: "first\n\nlast",
      endLine: 3,
      totalLines: 3,
      truncated: true,
      truncatedBy: "bytes",
      longLines: [{ line: 2, bytes: 60_000 }],
    });
  });

  test("or ends the window, or is cut, where a dialect says so", async () => {
    const { read } = await openWorkspace({ "a.js": `first\n${"x".repeat(100)}\nlast\n` });
    expect(await read({ path: "a.js", maxBytes: 50, dialect: { longLine: "drop" } })).toMatchObject({
      content: "first",
      nextOffset: 2,
      truncatedBy: "bytes",
    });
    expect(await read({ path: "a.js", offset: 2, maxBytes: 50, dialect: { longLine: "cut" } })).toMatchObject({
      content: "x".repeat(50),
      nextColumn: 51,
    });
  });

  test("a column goes through one long line without losing or repeating a byte", async () => {
    const line = "aé你😀".repeat(500);
    const { read } = await openWorkspace({ "a.txt": `x\n${line}\ny\n` });
    let seen = "";
    for (let column: number | undefined = 1; column !== undefined;) {
      const piece = await read({ path: "a.txt", offset: 2, column, maxBytes: 7 });
      expect(new TextEncoder().encode(piece.content).length).toBeLessThanOrEqual(7);
      seen += piece.content;
      column = piece.nextColumn;
    }
    expect(seen).toBe(line);
  });

  test("a cut never splits a character [#89]", async () => {
    const { read } = await openWorkspace({ "a.txt": "ab你cd" });
    expect(await read({ path: "a.txt", column: 1, maxBytes: 4, dialect: { longLine: "cut" } })).toMatchObject({
      content: "ab",
      truncated: true,
      nextColumn: 3,
    });
  });

  test("a column past the line, or inside a character, is refused", async () => {
    const { read } = await openWorkspace({ "a.txt": "ab你cd\n" });
    expect(await read({ path: "a.txt", column: 8 })).toMatchObject({ content: "" });
    expect(await refusal(read({ path: "a.txt", column: 9 }))).toMatchObject({
      code: "invalid_arguments",
      details: { issues: [{ at: "column", limit: 8 }] },
    });
    expect(await refusal(read({ path: "a.txt", column: 4 }))).toMatchObject({ code: "invalid_arguments" });
  });

  test("1,000 characters of four bytes are never more than a host's cap, and well formed", async () => {
    const { read } = await openWorkspace({ "a.txt": "😀".repeat(1_000) });
    const piece = await read({ path: "a.txt", column: 1, maxBytes: 2_001 });
    expect(piece).toMatchObject({ content: "😀".repeat(500), truncated: true, nextColumn: 2_001 });
    expect(await read({ path: "a.txt", maxBytes: 2_001 })).toMatchObject({
      content: "",
      truncated: true,
      longLines: [{ line: 1, bytes: 4_000 }],
    });
  });
});

describe("format", () => {
  test("a byte order mark and CRLF are told, not shown [#83]", async () => {
    const { read } = await openWorkspace({ "a.txt": "\uFEFFa\r\nb\r\n", bare: "\uFEFF" });
    expect(await read({ path: "a.txt" })).toMatchObject({ content: "a\nb", bom: true, lineEnding: "crlf", totalLines: 2 });
    expect(await read({ path: "bare" })).toMatchObject({ content: "", totalLines: 0, bom: true });
  });

  test("or shown as stored, where a dialect says so", async () => {
    const { read } = await openWorkspace({ "a.txt": "\uFEFFa\r\nb\r\n" });
    expect((await read({ path: "a.txt", dialect: { text: "verbatim" } })).content).toBe("\uFEFFa\r\nb\r");
  });

  test("a lone CR is content", async () => {
    const { read } = await openWorkspace({ "a.txt": "a\rb\n" });
    expect(await read({ path: "a.txt" })).toMatchObject({ content: "a\rb", lineEnding: "lf", totalLines: 1 });
  });

  test("bytes that are not UTF-8 are shown as U+FFFD and told, or refused with their offset", async () => {
    const { read } = await openWorkspace({ "a.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x6f, 0x6b, 0x0a]) });
    expect(await read({ path: "a.txt" })).toMatchObject({ content: "caf\uFFFD\nok", totalLines: 2, utf8: false });
    expect(await refusal(read({ path: "a.txt", dialect: { invalidUtf8: "refuse" } }))).toMatchObject({
      code: "not_utf8",
      details: { offset: 3 },
    });
  });

  test("a NUL in the first 8 KiB makes a file binary, a later one does not [#93]", async () => {
    const { read } = await openWorkspace({ early: `${"x".repeat(8_191)}\0`, late: `${"x".repeat(8_192)}\0` });
    expect(await refusal(read({ path: "early" }))).toMatchObject({ code: "binary_file", details: { in: "file" } });
    expect((await read({ path: "late" })).totalLines).toBe(1);
  });

  test.each([
    ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ["image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
    ["image/gif", [...new TextEncoder().encode("GIF87a")]],
    ["image/gif", [...new TextEncoder().encode("GIF89a")]],
    ["image/webp", [...new TextEncoder().encode("RIFF\u0004\u0000\u0000\u0000WEBP")]],
  ])("%s is known by its first bytes", async (mediaType, magic) => {
    const { read } = await openWorkspace({ "pic.txt": new Uint8Array(magic) });
    expect(await refusal(read({ path: "pic.txt" }))).toMatchObject({ code: "unsupported_file", details: { mediaType } });
  });
});

describe("what is no text file", () => {
  test("a directory is named as one; a hidden file is read", async () => {
    const { read } = await openWorkspace({ "d/a": "x", ".env": "A=1\n" });
    expect(await refusal(read({ path: "d" }))).toMatchObject({ code: "not_a_file", details: { kind: "directory" } });
    expect(await refusal(read({ path: "." }))).toMatchObject({ code: "not_a_file" });
    expect((await read({ path: ".env" })).content).toBe("A=1");
  });

  test("a link is followed to a file and refused to a directory [#97]", async () => {
    const { read } = await openWorkspace({ "d/.a": "x" }, { links: { file: "d/.a", directory: "d" } });
    expect(await read({ path: "file" })).toMatchObject({ path: "d/.a", content: "x" });
    expect(await refusal(read({ path: "directory" }))).toMatchObject({ code: "not_a_file", details: { kind: "directory" } });
  });

  test("bounds of a dialect name size and line [#90] [#91]", async () => {
    const { read } = await openWorkspace({ "a.txt": `ok\nok\n${"y".repeat(200)}\n` });
    expect(await refusal(read({ path: "a.txt", dialect: { maxFileBytes: 100 } }))).toMatchObject({
      code: "file_too_large",
      details: { size: 207, limit: 100 },
    });
    const long = await refusal(read({ path: "a.txt", offset: 1, limit: 1, dialect: { maxLineBytes: 199 } }));
    expect(long).toMatchObject({ code: "line_too_large", details: { line: 3, size: 200, limit: 199 } });
  });
});

/** A volume that shows a file of `mebibytes` lines of one mebibyte each, without having it. */
function withGiant(volume: Volume, mebibytes: number, asked: number[]): Volume {
  const line = 1_048_576;
  const giant: FileEntry = { kind: "file", id: 1_000_000, version: "g", size: mebibytes * line, executable: false };
  const lines = new Uint8Array(8 * line).fill(0x78);
  for (let at = line - 1; at < lines.length; at += line) lines[at] = 0x0a;
  return {
    ...volume,
    entry: (path) => (path === "/workspace/giant" ? giant : volume.entry(path)),
    read(file, start = 0, end = file.size) {
      if (file !== giant) return volume.read(file, start, end);
      asked.push(end - start);
      return lines.subarray(start % line, (start % line) + end - start);
    },
  };
}

describe("large files", () => {
  test("ten lines of a gibibyte are read in pieces of at most 4 MiB [#98]", async () => {
    const asked: number[] = [];
    const { read } = await openWorkspace({}, { wrap: (volume) => withGiant(volume, 1_024, asked) });
    const page = await read({ path: "giant", offset: 500, limit: 10, maxBytes: "none" });
    expect(page).toMatchObject({ startLine: 500, endLine: 509, totalLines: 1_024, nextOffset: 510 });
    expect(Math.max(...asked)).toBeLessThanOrEqual(4_194_304);
  }, 60_000);

  test("the second window of a file of 2,000,000 lines costs no second pass", async () => {
    const line = "0123456789\n";
    let bytesRead = 0;
    const { read } = await openWorkspace(
      { big: line.repeat(2_000_000) },
      {
        wrap: (volume) => ({
          ...volume,
          read(file, start = 0, end = file.size) {
            bytesRead += end - start;
            return volume.read(file, start, end);
          },
        }),
      },
    );
    await read({ path: "big", limit: 10 });
    bytesRead = 0;
    expect(await read({ path: "big", offset: 1_999_000, limit: 10 })).toMatchObject({ totalLines: 2_000_000, endLine: 1_999_009 });
    // At most the lines between two checkpoints, in whole pieces, and the window.
    expect(bytesRead).toBeLessThanOrEqual(limits.binaryWindow + 3 * 65_536);
  });
});

test("a reader sees whole texts while the file is written [#99]", async () => {
  const { read, write } = await openWorkspace({ "a.txt": "a".repeat(1_000) });
  const letters = "abcdefghij".repeat(10);
  const writes = [...letters].map((letter) => write({ path: "a.txt", content: letter.repeat(1_000) }));
  const reads = [...letters].map(async () => new Set((await read({ path: "a.txt" })).content).size);
  expect(new Set(await Promise.all(reads))).toEqual(new Set([1]));
  await Promise.all(writes);
});
