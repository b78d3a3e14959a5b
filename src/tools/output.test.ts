import { safeParse } from "zod/mini";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../test/support/workspace.ts";
import { fakePorts, nothingSkipped, validArguments } from "../../test/support/fake-ports.ts";
import { createTools } from "./catalog.ts";
import { profiles } from "./profiles.ts";
import type { PortName } from "./tool.ts";

const searches = { truncated: true, truncatedBy: "limit", skipped: { ...nothingSkipped, hidden: 2 } };
const none = { truncated: false, skipped: nothingSkipped };

/** Empty and truncated answers of each port that has them. */
const unusual: Partial<Readonly<Record<PortName, readonly object[]>>> = {
  read: [
    { ...page("", 0), lineEnding: "none" },
    { ...page("one\ntwo", 9), truncated: true, truncatedBy: "limit", nextOffset: 3 },
    { ...page("", 2), truncated: true, truncatedBy: "bytes", longLines: [{ line: 1, bytes: 60_000 }], nextOffset: 2 },
    { ...page("half", 1), truncated: true, truncatedBy: "bytes", nextColumn: 5, utf8: false, bom: true },
  ],
  glob: [
    { entries: [], ...none },
    { entries: [{ path: "d", kind: "directory" }], ...searches },
    { entries: [{ path: "[d]", kind: "file" }], notes: [{ note: "literal_match", path: "[d]" }], ...none },
    { entries: [], deeper: true, ...none },
  ],
  count: [
    { path: "", total: 0, groups: [], ...none },
    { path: "", total: 3, groups: [{ key: "", count: 2 }], other: { groups: 1, count: 1 }, ...searches },
  ],
  list: [
    { path: "", entries: [], ...none },
    { path: "", entries: [{ path: "l", kind: "symlink", target: "x" }], ...searches },
  ],
  grep: [
    { output: "content", lines: [], filesSearched: 0, ...none },
    { output: "content", lines: [{ path: "a", line: 1, text: "x", kind: "match", clipped: true }], filesSearched: 1, ...searches },
    { output: "files", files: ["a"], filesSearched: 1, ...searches, truncatedBy: "bytes" },
    { output: "count", counts: [{ path: "a", count: 1 }], filesSearched: 1, ...searches },
  ],
  apply: [{ files: [], hunks: 0, notes: [], effects: [] }],
  makeDirectory: [{ path: "d", created: [], effects: [] }],
};

function page(content: string, totalLines: number): object {
  return {
    path: "a",
    version: "1",
    content,
    startLine: 1,
    endLine: 2,
    totalLines,
    truncated: false,
    longLines: [],
    bom: false,
    lineEnding: "lf",
    utf8: true,
  };
}

const everyTool = Object.entries(profiles).flatMap(([profile, { tools, byName = [] }]) =>
  [...tools, ...byName].map((tool) => ({ key: `${profile} ${tool.name}`, profile: profiles[profile as keyof typeof profiles], tool })),
);

describe("the data of a success is what the tool declares", () => {
  test.each(everyTool)("$key [#11]", async ({ key, profile, tool }) => {
    const port = tool.calls as PortName;
    for (const response of [undefined, ...(unusual[port] ?? [])]) {
      const { ports } = fakePorts(response === undefined ? {} : { [port]: () => response });
      const result = await createTools(ports, { profile }).call(tool.name, validArguments[key]);
      if (result.status !== "ok") throw new Error(result.text);
      expect(safeParse(tool.output, result.data)).toMatchObject({ success: true });
      expect(JSON.parse(JSON.stringify(result.data))).toEqual(result.data);
      expect(result.text).toMatch(/\S/);
    }
  });

  const blank = { "empty.txt": "", "mark.txt": "\ufeff", "line.txt": "\n", "lines.txt": " \r\n\t\r\n\n" };

  test.each(everyTool.filter(({ tool }) => tool.calls === "read"))(
    "$key says so where there is nothing to see",
    async ({ profile, tool }) => {
      const tools = createTools(await openWorkspace(blank), { profile });
      for (const path of Object.keys(blank))
        expect((await tools.call(tool.name, { path })).text).toMatch(/"[a-z]+\.txt" (is empty|is blank|are blank)\./);
      expect((await tools.call(tool.name, { path: "empty.txt" })).text).toContain('"empty.txt" is empty.');
    },
  );

  test("also over a real workspace", async () => {
    const files = { "a.txt": "one\ntwo\n", "d/b.txt": "", "p.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) };
    const patch = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\n";
    const calls: readonly (readonly [string, object])[] = [
      ["read", { path: "a.txt", limit: 1 }],
      ["read", { path: "d/b.txt" }],
      ["read_image", { path: "p.png" }],
      ["glob", { pattern: "**", limit: 1 }],
      ["grep", { pattern: "one", output: "count" }],
      ["grep", { pattern: "none" }],
      ["list", {}],
      ["tree", { format: "human" }],
      ["file_count", { group_by: "parent", limit: 1 }],
      ["file_count", {}],
      ["edit", { path: "a.txt", edits: [{ old_string: "one", new_string: "1" }], dry_run: true }],
      ["edit", { path: "a.txt", edits: [{ old_string: "one", new_string: "1" }] }],
      ["apply_patch", { patch, dry_run: true }],
      ["apply_patch", { patch }],
      ["write", { path: "w.txt", content: "" }],
      ["create", { path: "c.txt", content: "x" }],
      ["mkdir", { path: "x/y" }],
      ["move", { source: "c.txt", destination: "x/c.txt" }],
      ["delete", { path: "x/c.txt" }],
    ];
    const tools = createTools(await openWorkspace(files));
    for (const [name, args] of calls) {
      const result = await tools.call(name, args);
      if (result.status !== "ok") throw new Error(`${name}: ${result.text}`);
      const output = everyTool.find(({ key }) => key === `default ${name}`)?.tool.output;
      expect([name, output !== undefined && safeParse(output, result.data).success]).toEqual([name, true]);
      expect(result.text).not.toBe("");
    }
  });
});
