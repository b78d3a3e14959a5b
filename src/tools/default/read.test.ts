import { describe, expect, test } from "vitest";
import { openWorkspace, type TestFiles } from "../../../test/support/workspace.ts";
import { createTools } from "../catalog.ts";
import { profiles } from "../profiles.ts";
import type { ToolResult } from "../result.ts";

interface ReadData {
  readonly content: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly total_lines: number;
  readonly truncated: boolean;
  readonly truncated_by?: string;
  readonly next_offset?: number;
  readonly next_column?: number;
  readonly utf8: boolean;
}

async function toolsOver(files: TestFiles) {
  return createTools(await openWorkspace(files));
}

function dataOf(result: ToolResult): ReadData {
  if (result.status !== "ok") throw new Error(result.text);
  return result.data as ReadData;
}

function lines(count: number, from = 1): string {
  return Array.from({ length: count }, (_, index) => `line ${from + index}\n`).join("");
}

describe("pages", () => {
  test("[#76] a path alone reads from line 1, and 2,000 lines at most", async () => {
    const data = dataOf(await (await toolsOver({ "a.txt": lines(2_001) })).call("read", { path: "a.txt" }));
    expect(data).toMatchObject({ start_line: 1, end_line: 2_000, total_lines: 2_001 });
    expect(data.content).toBe(lines(2_000).trimEnd());
  });

  test("[#77] 10,000 lines may be asked for, 10,001 are refused with the maximum", async () => {
    const tools = await toolsOver({ "a.txt": "x\n" });
    expect((await tools.call("read", { path: "a.txt", limit: 10_000 })).status).toBe("ok");
    const refused = await tools.call("read", { path: "a.txt", limit: 10_001 });
    expect(refused).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    expect(refused.text).toContain("10000");
  });

  test("[#78] [#100] following the next call gives every line once, and none is offered after the last", async () => {
    const tools = await toolsOver({ "a.txt": lines(4_321) });
    let result = await tools.call("read", { path: "a.txt" });
    const pages = [dataOf(result)];
    while (result.meta.next !== undefined) {
      result = await tools.call(result.meta.next.tool, result.meta.next.arguments);
      pages.push(dataOf(result));
    }
    expect(pages.map(({ start_line }) => start_line)).toEqual([1, 2_001, 4_001]);
    expect(pages.map(({ content }) => `${content}\n`).join("")).toBe(lines(4_321));
    expect(pages.at(-1)).not.toHaveProperty("next_offset");
  });

  test("[#84] a cut by the limit says so once, with the next offset; a limit on the last line cuts nothing", async () => {
    const tools = await toolsOver({ "a.txt": lines(3) });
    const cut = await tools.call("read", { path: "a.txt", limit: 2 });
    expect(dataOf(cut)).toMatchObject({ truncated: true, truncated_by: "limit", next_offset: 3 });
    expect(cut.text).toBe('line 1\nline 2\n[Lines 1 to 2 of 3. Continue with read {"path":"a.txt","offset":3,"limit":2}]');
    const whole = await tools.call("read", { path: "a.txt", limit: 3 });
    expect(dataOf(whole)).toMatchObject({ truncated: false });
    expect(whole.text).toBe("line 1\nline 2\nline 3");
  });

  test("[#85] a cut by bytes keeps whole lines and names the first unseen one", async () => {
    // 1,000 bytes and a newline a line: 51 lines and 50 newlines are 51,050 bytes, a 52nd line would not fit into 51,200.
    const tools = await toolsOver({ "a.txt": `${"x".repeat(1_000)}\n`.repeat(60) });
    const result = await tools.call("read", { path: "a.txt" });
    expect(dataOf(result)).toMatchObject({ end_line: 51, truncated_by: "bytes", next_offset: 52 });
    expect(result.text.split("\n").at(-1)).toContain('"offset":52');
  });
});

describe("a line that is too long for one answer", () => {
  const long = "x".repeat(60_000);

  test("[#86] [#88] is replaced in place by its number, its size and a call that gets it; later lines follow", async () => {
    const tools = await toolsOver({ "a.js": `first\n${long}\nlast\n` });
    const result = await tools.call("read", { path: "a.js" });
    const [first, mark = "", last, ...rest] = result.text.split("\n");
    expect([first, last, rest]).toEqual(["first", "last", []]);
    expect(mark).toMatch(/^\[Line 2 is 60000 bytes long.*\]$/);
    const [, args = ""] = /read (\{.*\})\]$/.exec(mark) ?? [];
    let part = await tools.call("read", args);
    let seen = dataOf(part).content;
    while (dataOf(part).next_column !== undefined) {
      part = await tools.call("read", part.meta.next?.arguments);
      seen += dataOf(part).content;
    }
    expect(seen.split("\n")[0]).toBe(long);
  });

  const awkward = ["a b.js", "$HOME.js", "it's.js", 'say "hi".js', "`ls`.js", "a\\b.js"];

  test.each(awkward)("the call that its mark names reads that very file: %s [#87]", async (path) => {
    const tools = await toolsOver({ ...Object.fromEntries(awkward.map((name) => [name, "other\n"])), [path]: `${long}\n` });
    const { text } = await tools.call("read", { path });
    const [, tool = "", args = ""] = /^\[Line 1 is .* To see it: (\w+) (\{.*\})\]$/.exec(text) ?? [];
    const part = await tools.call(tool, args);
    expect(dataOf(part)).toMatchObject({ start_line: 1, next_column: 51_201, content: "x".repeat(51_200) });
  });

  test.each([
    ["agentkit", "read_file"],
    ["codemeld", "read"],
  ] as const)("a mark of %s, which reads whole lines, names no call", async (profile, tool) => {
    const path = "it's $HOME.js";
    const tools = createTools(await openWorkspace({ [path]: `${long}\n` }), { profile: profiles[profile] });
    const { text } = await tools.call(tool, { path });
    expect(text).toContain("[Line 1 is ");
    expect(text).not.toContain(path);
    expect(text).not.toMatch(/\w \{/);
  });
});

describe("what a file is", () => {
  test("[#12] the text is the content as it is, the data keeps its structure", async () => {
    const content = 'say "hi"\\n\t{"a": 1}';
    const result = await (await toolsOver({ "a.txt": content })).call("read", { path: "a.txt" });
    expect(result.text).toBe(content);
    expect(dataOf(result)).toMatchObject({ content, total_lines: 1 });
  });

  test("an empty file is said to be empty", async () => {
    const result = await (await toolsOver({ "e.txt": "" })).call("read", { path: "e.txt" });
    expect(result.text).toBe('["e.txt" is empty.]');
    expect(dataOf(result)).toMatchObject({ content: "", total_lines: 0 });
  });

  test("[#80] line 2 of an empty file does not exist, and the text says how many do", async () => {
    const tools = await toolsOver({ "e.txt": "" });
    expect((await tools.call("read", { path: "e.txt", offset: 1 })).status).toBe("ok");
    const result = await tools.call("read", { path: "e.txt", offset: 2 });
    expect(result).toMatchObject({ status: "rejected", code: "offset_past_end", details: { totalLines: 0 } });
    expect(result.text).toContain("0 lines");
  });

  test("[#94] bytes that are no text show as U+FFFD, and a mark says that edit cannot match them", async () => {
    const result = await (await toolsOver({ "a.txt": new Uint8Array([0x61, 0xff, 0x0a]) })).call("read", { path: "a.txt" });
    expect(dataOf(result)).toMatchObject({ content: "a\ufffd", utf8: false });
    expect(result.text.split("\n").at(-1)).toMatch(/not valid UTF-8.*edit cannot match/);
  });

  test.each([
    ["PNG", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ["JPEG", [0xff, 0xd8, 0xff, 0xe0]],
    ["GIF", [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
    ["GIF", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ["WebP", [0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50]],
  ])("[#95] a %s image with a .txt name is refused by its format, and read_image named where it is there", async (format, bytes) => {
    const workspace = await openWorkspace({ "a.txt": new Uint8Array(bytes) });
    const result = await createTools(workspace).call("read", { path: "a.txt" });
    expect(result).toMatchObject({ status: "rejected", code: "unsupported_file" });
    expect(result.text).toContain(format);
    expect(result.text).toContain("read_image");
    const alone = await createTools({ read: workspace.read }).call("read", { path: "a.txt" });
    expect(alone.text).not.toContain("read_image");
  });

  test("a directory is refused as what it is, and list is named", async () => {
    const result = await (await toolsOver({ "d/a.txt": "x" })).call("read", { path: "d" });
    expect(result).toMatchObject({ status: "rejected", code: "not_a_file" });
    expect(result.text).toMatch(/is a directory.*list/);
  });

  test("[#97] a hidden file that is named is read", async () => {
    expect((await (await toolsOver({ ".env": "A=1\n" })).call("read", { path: ".env" })).text).toBe("A=1");
  });
});
