import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openWorkspace, treeOf } from "../../test/support/workspace.ts";
import type { TestFiles } from "../../test/support/workspace.ts";
import { createTools } from "./catalog.ts";
import { profiles } from "./profiles.ts";
import type { ToolResult } from "./result.ts";

/** A tool's answer in a workspace with these files, and the tree after it. */
async function callIn(files: TestFiles, tool: string, args: unknown, profile: keyof typeof profiles = "default") {
  const workspace = await openWorkspace(files);
  const before = workspace.volume;
  const result = await createTools(workspace, { profile: profiles[profile] }).call(tool, args);
  return { result, tree: treeOf(before) };
}

function edit(old_string: string, new_string: string) {
  return { old_string, new_string };
}

/** Code, text and the call that is offered. */
function rejection(result: ToolResult) {
  if (result.status !== "rejected") throw new Error(`the call was ${result.status}`);
  return { code: result.code, text: result.text, next: result.meta.next };
}

describe("a folded match", () => {
  test("is told in data and in words [#153]", async () => {
    const { result, tree } = await callIn({ "t.md": "a\nIt’s “fine” — really\nnext\n" }, "edit", {
      path: "t.md",
      edits: [edit('It\'s "fine" - really', "It is fine")],
    });
    expect(result).toMatchObject({ status: "ok", data: { matched: "folded", folded_lines: [{ first: 2, last: 2 }] } });
    expect(result.text).toContain("look-alike characters or trailing blanks were taken as equal in what was line 2 (matched: folded)");
    expect(tree).toEqual({ "t.md": "a\nIt is fine\nnext\n" });
  });

  test("is none in profiles that match exactly [#154]", async () => {
    const file = "if (x) {  \n  a  =  1;\n}\n";
    for (const old of ["if (x) {\n", "  a = 1;", "if (x) {\t\n"]) {
      const { result, tree } = await callIn({ f: file }, "edit", { path: "f", ...edit(old, "x") }, "scope");
      expect(rejection(result).code).toBe("edit_not_found");
      expect(tree).toEqual({ f: file });
    }
  });
});

describe("line ends and sizes", () => {
  test("a mixed file becomes CRLF in the agentkit profile, and that is reported [#156]", async () => {
    const { result, tree } = await callIn({ f: "a\r\nb\nc\n" }, "edit_file", { path: "f", edits: [edit("b", "x\ny")] }, "agentkit");
    expect(result).toMatchObject({ status: "ok", data: { line_ending: "crlf" } });
    expect(tree).toEqual({ f: "a\r\nx\r\ny\r\nc\r\n" });
  });

  test("a file over the limit is refused with its size, the limit and another way [#159]", async () => {
    const mebibyte = 1_048_576;
    const edits = { path: "f", edits: [edit("a", "b")] };
    const large = await callIn({ f: "a".repeat(16 * mebibyte + 1) }, "edit", edits);
    expect(rejection(large.result).code).toBe("file_too_large");
    for (const part of [String(16 * mebibyte + 1), "16 MiB", "search"]) expect(large.result.text).toContain(part);
    const scope = await callIn({ f: "a".repeat(8 * mebibyte + 1) }, "edit", { path: "f", ...edit("a", "b") }, "scope");
    expect(rejection(scope.result).code).toBe("file_too_large");
    for (const part of [String(8 * mebibyte + 1), "8 MiB", "search"]) expect(scope.result.text).toContain(part);
    const allowed = await callIn({ f: `b${"a".repeat(8 * mebibyte)}` }, "edit", { path: "f", edits: [edit("b", "c")] });
    expect(allowed.result.status).toBe("ok");
  });

  test("bytes that are not UTF-8 refuse an edit, and stay where a patch changes others [#160]", async () => {
    const stored = Uint8Array.from([0x6f, 0x6e, 0x65, 0x0a, 0x74, 0x77, 0x6f, 0x0a, 0xff, 0xfe, 0x0a]);
    const opened = await openWorkspace({ f: stored });
    const tools = createTools(opened);
    const bytes = () => opened.readBytes({ path: "f" }).then((answer) => Array.from(answer.bytes));
    expect(rejection(await tools.call("edit", { path: "f", edits: [edit("one", "1")] })).code).toBe("not_utf8");
    expect(await bytes()).toEqual(Array.from(stored));
    const patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-one\n+ten\n two\n";
    expect((await tools.call("apply_patch", { patch })).status).toBe("ok");
    expect(await bytes()).toEqual([0x74, 0x65, 0x6e, ...stored.subarray(3)]);
  });
});

describe("a rejection", () => {
  const view = "a();\nif (x) {\n  one();\n}\nif (x) {\n  two();\n}\nif (x) {\n  six();\n}\nif (x) {\n  ten();\n}\n";

  test("says where the first line stands, and that others follow there [#140]", async () => {
    const { result } = await callIn({ f: view }, "edit", { path: "f", edits: [edit("\nif (x) {\n  three();\n}", "")] });
    expect(rejection(result).text).toContain("Its first line stands at lines 2, 5, 8, …, but the lines that follow there differ.");
  });

  test("says where the first line stands with other indentation [#141]", async () => {
    const { result } = await callIn({ f: view }, "edit", { path: "f", edits: [edit("\ta();\n\tthree();", "")] });
    expect(rejection(result).text).toContain("Its first line stands at line 1 with other indentation");
  });

  test("says to read the file again where nothing is close [#142]", async () => {
    const { result } = await callIn({ f: view }, "edit", { path: "f", edits: [edit("unlike(anything);", "")] });
    expect(rejection(result)).toEqual({
      code: "edit_not_found",
      text:
        'old_string was not found in "f". No line of the file is close to it. Use read to see the file as it is.\n' +
        '[Next: read {"path":"f"}]',
      next: { tool: "read", arguments: { path: "f" } },
    });
  });

  test("shows the nearest lines, and offers to read around them", async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `line number ${i + 1}`);
    const old = "line number 11\nline number twelve\nline number 13";
    const { result } = await callIn({ f: `${lines.join("\n")}\n` }, "edit", { path: "f", edits: [edit(old, "")] });
    expect(rejection(result)).toEqual({
      code: "edit_not_found",
      text: [
        'old_string was not found in "f". Its first line stands at line 11, but the lines that follow there differ.',
        "Closest are lines 11 to 13, with 2 of 3 lines equal; the first difference is line 2 of the text, line 12 of the file " +
          '("-" is the text, "+" the file):',
        "   line number 11",
        "  -line number twelve",
        "  +line number 12",
        "   line number 13",
        '[Next: read {"path":"f","offset":6,"limit":13}]',
      ].join("\n"),
      next: { tool: "read", arguments: { path: "f", offset: 6, limit: 13 } },
    });
  });

  test.each([
    { profile: "scope", tool: "edit", next: { tool: "read", arguments: { path: "f", start_line: 1, max_lines: 6 } } },
    { profile: "codemeld", tool: "edit", next: { tool: "read", arguments: { path: "f", offset: 1, limit: 6 } } },
    { profile: "agentkit", tool: "edit_file", next: { tool: "read_file", arguments: { path: "f", offset: 1, limit: 6 } } },
  ] as const)("offers the call that $profile has", async ({ profile, tool, next }) => {
    const args = profile === "agentkit" ? { path: "f", edits: [edit("\tx();", "y")] } : { path: "f", ...edit("\tx();", "y") };
    const { result } = await callIn({ f: "  x();\n" }, tool, args, profile);
    expect(rejection(result).next).toEqual(next);
    expect(result.text).toContain('In the file it is "  x();".');
  });

  test("offers no call of a tool that is not there", async () => {
    const workspace = await openWorkspace({ f: "a\n" });
    const result = await createTools({ edit: workspace.edit }).call("edit", { path: "f", edits: [edit("b", "c")] });
    expect(rejection(result)).toEqual({
      code: "edit_not_found",
      text: 'old_string was not found in "f". No line of the file is close to it.',
      next: undefined,
    });
  });

  test("for a text in several places shows them, and what makes the first unique", async () => {
    const { result } = await callIn({ f: "aa\nx\nb\nx\nc\n" }, "edit", { path: "f", edits: [edit("x", "y")] });
    expect(rejection(result).text.split("\n").slice(1)).toEqual([
      "  1- aa",
      "  2: x",
      "  3- b",
      "  4: x",
      "  5- c",
      'Only the first place has this text: "x\\nb".',
    ]);
  });

  test("leaves the tree as it was, whatever is wrong", async () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", " ", "’", "'"), maxLength: 4 });
    const files = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", " ", "’", "'"), maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(files, fc.array(fc.tuple(word, word), { maxLength: 3 }), async (file, pairs) => {
        const { result, tree } = await callIn({ f: file, g: "other" }, "edit", { path: "f", edits: pairs.map(([a, b]) => edit(a, b)) });
        fc.pre(result.status !== "ok");
        expect(tree).toEqual({ f: file, g: "other" });
        expect(result).toMatchObject({ status: "rejected", effects: [] });
      }),
    );
  });
});

describe("edits that are not sent as an array", () => {
  const pair = edit("one", "two");
  const applied = async (args: object) => {
    const { result, tree } = await callIn({ f: "one three\n" }, "edit_file", { path: "f", ...args }, "agentkit");
    return result.status === "ok" ? tree["f"] : rejection(result).code;
  };

  test("become one: a JSON text, a single edit, keys beside the path [#161]", async () => {
    expect(await applied({ edits: JSON.stringify([pair, edit("three", "four")]) })).toBe("two four\n");
    expect(await applied({ edits: JSON.stringify(pair) })).toBe("two three\n");
    expect(await applied({ edits: pair })).toBe("two three\n");
    expect(await applied(pair)).toBe("two three\n");
  });

  test.each([
    { why: "a comma before the end", edits: '[{"old_string": "one", "new_string": "two",},\n]', result: "two three\n" },
    { why: "> for :", edits: '[{"old_string"> "one", "new_string">"two"}]', result: "two three\n" },
    { why: "a raw newline", edits: '[{"old_string": "one", "new_string": "1\n2,]"}]', result: "1\n2,] three\n" },
    { why: "a raw tab", edits: '[{"old_string": "one", "new_string": "\t>\\"\\n"}]', result: '\t>"\n three\n' },
  ])("are repaired: $why [#162]", async ({ edits, result }) => {
    expect(await applied({ edits })).toBe(result);
  });

  test.each([
    { why: "no JSON", edits: "change one to two" },
    { why: "cut off", edits: '[{"old_string": "one", "new_string": "tw' },
    { why: "no edits", edits: "[]" },
    { why: "other things than edits", edits: '[{"old_string": "one"}]' },
    { why: "some of them", edits: '[{"old_string": "one", "new_string": "two"}, 3]' },
    { why: "a key twice", edits: '[{"old_string": "one", "old_string": "three", "new_string": "two"}]' },
    { why: "a broken escape", edits: '[{"old_string": "one", "new_string": "\\\n"}]' },
    { why: "a number", edits: 3 },
  ])("are refused where they are not edits: $why [#162]", async ({ edits }) => {
    expect(await applied({ edits })).toBe("invalid_arguments");
  });

  test("are refused with one key beside the path, or both ways at once", async () => {
    expect(await applied({ old_string: "one" })).toBe("invalid_arguments");
    expect(await applied({ ...pair, edits: [pair] })).toBe("invalid_arguments");
  });

  test("name their path before they are made", () => {
    const { mutationPaths } = createTools({ edit: () => Promise.reject(new Error("not called")) }, { profile: profiles.agentkit });
    expect(mutationPaths("edit_file", { path: "f", ...pair })).toEqual(["f"]);
  });

  test("are refused in the default profile", async () => {
    const { result } = await callIn({ f: "one\n" }, "edit", { path: "f", edits: JSON.stringify([pair]) });
    expect(rejection(result).code).toBe("invalid_arguments");
  });
});
