import { safeParse } from "zod/mini";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../test/support/workspace.ts";
import { fakePorts, unusualAnswers, validArguments } from "../../test/support/fake-ports.ts";
import { createTools } from "./catalog.ts";
import { profiles } from "./profiles.ts";
import type { PortName } from "./tool.ts";

const everyTool = Object.entries(profiles).flatMap(([profile, { tools, byName = [] }]) =>
  [...tools, ...byName].map((tool) => ({ key: `${profile} ${tool.name}`, profile: profiles[profile as keyof typeof profiles], tool })),
);

describe("the data of a success is what the tool declares", () => {
  test.each(everyTool)("$key [#11]", async ({ key, profile, tool }) => {
    const port = tool.calls as PortName;
    for (const response of [undefined, ...(unusualAnswers[port] ?? [])]) {
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
