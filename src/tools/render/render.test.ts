import { describe, expect, test } from "vitest";
import { fakePorts, nothingSkipped } from "../../../test/support/fake-ports.ts";
import { createTools } from "../catalog.ts";
import { profiles } from "../profiles.ts";
import type { Profile } from "../profile.ts";
import type { PortName } from "../tool.ts";

interface Scene {
  readonly port: PortName;
  readonly response: object;
  readonly profile?: Profile;
}

async function callWith({ port, response, profile }: Scene, tool: string, args: object) {
  const { ports } = fakePorts({ [port]: () => response });
  const result = await createTools(ports, { ...(profile && { profile }) }).call(tool, args);
  if (result.status !== "ok") throw new Error(result.text);
  return result;
}

function grepLine(path: string, line: number, text: string, kind: "match" | "context" = "match") {
  return { path, line, text, kind };
}

const whole = { truncated: false, skipped: nothingSkipped };
const cut = { truncated: true, truncatedBy: "limit", skipped: nothingSkipped } as const;

describe("grep", () => {
  test("[#240] groups by file: two spaces, : for a match, - for context, an empty line between files, the marker last", async () => {
    const lines = [grepLine("a.ts", 1, "before", "context"), grepLine("a.ts", 2, '\t"hit"'), grepLine("b/c.ts", 7, "hit")];
    const response = { output: "content", lines, filesSearched: 2, ...cut };
    const { text } = await callWith({ port: "grep", response }, "grep", { pattern: "hit", limit: 2 });
    expect(text).toBe(
      [
        "a.ts",
        "  1- before",
        '  2: \t"hit"',
        "",
        "b/c.ts",
        "  7: hit",
        '[Only the first 2 matching lines are shown. For more: grep {"pattern":"hit","limit":4}, or a narrower path or pattern.]',
      ].join("\n"),
    );
  });

  test("numbers every line of a match over several lines, and marks a line that was cut", async () => {
    const lines = [{ ...grepLine("a.ts", 4, "one\ntwo"), clipped: true }];
    const { text } = await callWith({ port: "grep", response: { output: "content", lines, filesSearched: 1, ...whole } }, "grep", {
      pattern: "x",
    });
    expect(text).toBe("a.ts\n  4: one\n  5 [cut]: two");
  });

  test("[#239] nothing found is a sentence with the number of files searched", async () => {
    const response = { output: "content", lines: [], filesSearched: 12, ...whole };
    const { text } = await callWith({ port: "grep", response }, "grep", { pattern: "needle", path: "src" });
    expect(text).toBe('No match for "needle" in "src", in 12 files searched.');
  });

  test("a binary file that was named is said to be one", async () => {
    const response = { output: "content", lines: [], filesSearched: 1, truncated: false, skipped: { ...nothingSkipped, binary: 1 } };
    const { text } = await callWith({ port: "grep", response }, "grep", { pattern: "x", path: "a.bin" });
    expect(text.split("\n")[0]).toBe('"a.bin" is binary and was not searched.');
  });

  test("cut by bytes offers a narrower search and no larger limit", async () => {
    const response = { output: "files", files: ["a"], filesSearched: 3, ...cut, truncatedBy: "bytes" };
    const result = await callWith({ port: "grep", response }, "grep", { pattern: "x", output: "files" });
    expect(result.text).toMatch(/51200 bytes.*narrower/);
    expect(result.meta).not.toHaveProperty("next");
  });

  test("multiline lets . match a newline and makes one row of adjacent matches", async () => {
    const { ports, calls } = fakePorts();
    await createTools(ports).call("grep", { pattern: "x", multiline: true });
    await createTools(ports).call("grep", { pattern: "x", multiline: false });
    expect(calls[0]?.request).toMatchObject({ multiline: true, dotAll: true, blocks: true });
    expect(calls[1]?.request).toEqual({ pattern: "x" });
  });
});

describe("glob", () => {
  test("directories end in a slash, and a newline in a name does not make two lines", async () => {
    const entries = [
      { path: "src", kind: "directory" },
      { path: "a\nb", kind: "file" },
    ];
    const { text } = await callWith({ port: "glob", response: { entries, ...whole } }, "glob", { pattern: "*", type: "any" });
    expect(text).toBe("src/\na\\nb");
  });

  test("nothing found is a sentence with the pattern, and every level is offered where one was searched and another has it", async () => {
    const response = { entries: [], ...whole };
    const flat = await callWith({ port: "glob", response: { ...response, deeper: true } }, "glob", { pattern: "*.go", limit: 9 });
    expect(flat.data).toMatchObject({ paths: [], deeper: true });
    expect(flat.text).toMatch(/^Nothing matches "\*\.go"\..*"\*\*\/\*\.go"/);
    expect(flat.meta.next).toEqual({ tool: "glob", arguments: { pattern: "**/*.go", limit: 9 } });
    const nowhere = await callWith({ port: "glob", response }, "glob", { pattern: "*.go" });
    expect(nowhere.text).toBe('Nothing matches "*.go".');
    const deep = await callWith({ port: "glob", response }, "glob", { pattern: "src/**/*.go" });
    expect(deep.text).toBe('Nothing matches "src/**/*.go".');
    const agentkit = await callWith({ port: "glob", response, profile: profiles.agentkit }, "find_files", { pattern: "*.go" });
    expect(agentkit.data).toMatchObject({ files: [] });
    expect(agentkit.text).toBe('Nothing matches "*.go".');
  });

  test("[#247] a limit below the maximum names twice as many, at the maximum only a narrower call", async () => {
    const response = { entries: [{ path: "a", kind: "file" }], ...cut };
    const below = await callWith({ port: "glob", response }, "glob", { pattern: "*", limit: 3_000 });
    expect(below.meta.next).toEqual({ tool: "glob", arguments: { pattern: "*", limit: 5_000 } });
    expect(below.text).toContain('glob {"pattern":"*","limit":5000}');
    const at = await callWith({ port: "glob", response }, "glob", { pattern: "*", limit: 5_000 });
    expect(at.meta).not.toHaveProperty("next");
    expect(at.text).toMatch(/5000 is the most for one call\. Use a narrower pattern/);
  });

  test("without a limit the default is doubled", async () => {
    const response = { entries: [{ path: "a", kind: "file" }], ...cut };
    const result = await callWith({ port: "glob", response }, "glob", { pattern: "*" });
    expect(result.meta.next?.arguments).toEqual({ pattern: "*", limit: 500 });
    const scope = await callWith({ port: "glob", response, profile: profiles.scope }, "glob", { pattern: "*" });
    expect(scope.meta.next?.arguments).toEqual({ pattern: "*", max_results: 200 });
  });

  test("what was left out is said, with the parameters that bring it back", async () => {
    const skipped = { ...nothingSkipped, hidden: 1, ignored: 3, read_error: 2 };
    const { text } = await callWith({ port: "glob", response: { entries: [], truncated: false, skipped } }, "glob", { pattern: "a/*" });
    expect(text.split("\n")[1]).toBe("[Left out: 1 hidden, 3 ignored and 2 unreadable; include_hidden and include_ignored show them.]");
  });
});

describe("list", () => {
  test("directories end in a slash, links show their target", async () => {
    const entries = [
      { path: "src/a", kind: "directory" },
      { path: "src/b", kind: "file" },
      { path: "src/c", kind: "symlink", target: "b" },
    ];
    const result = await callWith({ port: "list", response: { path: "src", entries, ...whole } }, "list", { path: "src" });
    expect(result.text).toBe("a/\nb\nc -> b");
    expect(result.data).toMatchObject({
      entries: [
        { name: "a", type: "dir" },
        { name: "b", type: "file" },
        { name: "c", type: "symlink", target: "b" },
      ],
    });
  });

  test("an empty directory is a sentence", async () => {
    const { text } = await callWith({ port: "list", response: { path: "", entries: [], ...whole } }, "list", {});
    expect(text).toBe('The directory "." is empty.');
  });
});

describe("changes", () => {
  test("[#163] an edit says how many edits went to which path", async () => {
    const response = {
      path: "a.txt",
      version: "4",
      edits: 2,
      replacements: 5,
      matched: "exact",
      lineEnding: "lf",
      bom: false,
      effects: [],
    };
    const args = { path: "a.txt", edits: [{ old_string: "a", new_string: "b" }] };
    const result = await callWith({ port: "edit", response }, "edit", args);
    expect(result.text).toBe('Applied 2 edits to "a.txt", 5 replacements, now version 4.');
    expect(result.data).toMatchObject({ edits_applied: 2, replacements: 5 });
    const agentkit = await callWith({ port: "edit", response, profile: profiles.agentkit }, "edit_file", args);
    expect(agentkit.text).toMatch(/^Applied 2 edits to "a\.txt"/);
    expect(agentkit.data).toMatchObject({ edits_applied: 2 });
  });

  test("a dry run shows the diff, says that nothing was changed, and has no effects", async () => {
    const diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n";
    const effects = [{ op: "modify", path: "a.txt" }];
    const response = { path: "a.txt", edits: 1, replacements: 1, matched: "exact", lineEnding: "lf", bom: false, effects, diff };
    const { ports, calls } = fakePorts({ edit: () => response });
    const args = { path: "a.txt", edits: [{ old_string: "a", new_string: "b" }], dry_run: true };
    const result = await createTools(ports).call("edit", args);
    expect(calls[0]?.context).toMatchObject({ dryRun: true });
    expect(calls[0]?.request).not.toHaveProperty("dryRun");
    expect(result).toMatchObject({ status: "ok", effects: [], data: { diff } });
    expect(result.text).toContain("nothing was changed");
    expect(result.text).toContain(diff);
  });

  test("a patch lists its files", async () => {
    const files = [
      { path: "new.txt", hunks: 1, created: true, version: "2" },
      { path: "gone.txt", hunks: 1, deleted: true },
      { path: "b.txt", hunks: 0, movedFrom: "a.txt", version: "3" },
    ];
    const notes = [{ rescue: "blank_context_line", path: "new.txt", line: 4 }];
    const result = await callWith({ port: "apply", response: { files, hunks: 2, notes, effects: [] } }, "apply_patch", { patch: "x" });
    expect(result.text).toBe(
      [
        "Applied 2 hunks to 3 files.",
        "  new.txt: created, 1 hunk, now version 2",
        "  gone.txt: deleted, 1 hunk",
        "  a.txt -> b.txt: moved, now version 3",
        '  Note: patch line 4, "new.txt": blank context line.',
      ].join("\n"),
    );
    expect(result.data).toEqual({
      files: [
        { path: "new.txt", hunks: 1, created: true, version: "2" },
        { path: "gone.txt", hunks: 1, deleted: true },
        { path: "b.txt", hunks: 0, moved_from: "a.txt", version: "3" },
      ],
      hunks: 2,
      notes,
    });
  });
});

describe("the agentkit profile", () => {
  test("gives each match with the lines around it, matches included", async () => {
    const lines = [
      grepLine("a", 1, "x", "context"),
      grepLine("a", 2, "hit"),
      grepLine("a", 3, "hit too"),
      grepLine("a", 4, "y", "context"),
      grepLine("b", 1, "hit"),
    ];
    const response = { output: "content", lines, filesSearched: 2, ...whole };
    const scene = { port: "grep", response, profile: profiles.agentkit } as const;
    const result = await callWith(scene, "search_files", { pattern: "hit", context_lines: 1 });
    expect(result.data).toMatchObject({
      matches: [
        { file: "a", line: 2, text: "hit", before: ["x"], after: ["hit too"] },
        { file: "a", line: 3, text: "hit too", before: ["hit"], after: ["y"] },
        { file: "b", line: 1, text: "hit", before: [], after: [] },
      ],
      files_searched: 2,
    });
  });

  test("refuses a pattern of blanks, which the default takes", async () => {
    const { ports } = fakePorts();
    const refused = await createTools(ports, { profile: profiles.agentkit }).call("search_files", { pattern: "  " });
    expect(refused).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    expect((await createTools(ports).call("grep", { pattern: "  " })).status).toBe("ok");
  });
});

test("the codemeld profile puts one line of metadata before what a reading tool answers", async () => {
  const response = { entries: [{ path: "a", kind: "file" }], ...cut };
  const { text } = await callWith({ port: "glob", response, profile: profiles.codemeld }, "glob", { pattern: "*", limit: 1 });
  const [first = "", second] = text.split("\n");
  expect(first.startsWith("codemeld-tool-meta: ")).toBe(true);
  expect(JSON.parse(first.slice("codemeld-tool-meta: ".length))).toEqual({
    truncated: true,
    truncation_reason: "limit",
    retry_hint: "Use a narrower pattern.",
  });
  expect(second).toBe("a");
});
