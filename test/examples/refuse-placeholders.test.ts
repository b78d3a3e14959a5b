import { describe, expect, test } from "vitest";
import { createTools } from "../../src/tools/catalog.ts";
import { profiles } from "../../src/tools/profiles.ts";
import { openWorkspace, treeOf } from "../support/workspace.ts";
import { refusePlaceholders } from "./refuse-placeholders.ts";

const files = { "a.ts": "one();\n// ... existing code\ntwo();\n" };

async function open(profile: keyof typeof profiles = "default") {
  const workspace = await openWorkspace(files);
  const tools = createTools(workspace, { profile: profiles[profile], around: [refusePlaceholders] });
  return { volume: workspace.volume, call: (name: string, args: unknown) => tools.call(name, args) };
}

const refused = { status: "rejected", code: "permission_denied", details: { reason: "placeholder" }, effects: [] };

describe("a remark in place of code", () => {
  test.each([
    "// ... rest of code",
    "// …",
    "# ... existing code ...",
    "/* ... */",
    "<!-- ... remaining markup ... -->",
    "{/* ... other fields */}",
    "// The rest of the file is unchanged.",
    "// unchanged",
    "// TODO: implement rest",
    "# TODO implement the remaining cases",
    "-- ... previous columns",
  ])("%s is refused, and nothing is written", async (remark) => {
    const { call, volume } = await open();
    for (const content of [`${remark}\n`, `first();\n  ${remark}\nlast();\n`, `first(); ${remark}`])
      expect(await call("write", { path: "b.ts", content })).toMatchObject(refused);
    expect(treeOf(volume)).toEqual(files);
  });

  test.each([
    "call(...rest);",
    "const { a, ...rest } = b;",
    "// The rest of the list is sorted.",
    "// ... and so on, as the standard says",
    "// Leaves the input unchanged.",
    "// TODO: implement caching",
    "print('...')",
    "// a, b, ...",
  ])("%s is none", async (line) => {
    const { call } = await open();
    expect(await call("write", { path: "b.ts", content: `${line}\n` })).toMatchObject({ status: "ok" });
  });
});

describe("it is seen", () => {
  const remark = "// ... rest of code";

  test.each<[keyof typeof profiles, string, unknown]>([
    ["default", "edit", { path: "a.ts", edits: [{ old_string: "one();", new_string: `one();\n${remark}` }] }],
    ["default", "edit", JSON.stringify({ path: "a.ts", edits: [{ old_string: "one();", new_string: remark }] })],
    ["default", "create", { path: "b.ts", content: remark }],
    ["default", "apply_patch", { patch: `--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n-one();\n+${remark}\n // ... existing code\n two();\n` }],
    ["scope", "edit", { path: "a.ts", old_string: "one();", new_string: remark }],
    ["agentkit", "write_file", { path: "b.ts", content: remark }],
    ["codemeld", "edit", { path: "a.ts", old_string: "one();", new_string: remark }],
  ])("in %s %s", async (profile, tool, args) => {
    const { call, volume } = await open(profile);
    const result = await call(tool, args);
    expect(result).toMatchObject({ ...refused, meta: { tool, around: [{ by: "refusePlaceholders", did: ["refused"] }] } });
    expect(treeOf(volume)).toEqual(files);
  });
});

test("what stands in the file already may stay, and be searched for", async () => {
  const { call } = await open();
  const kept = { old_string: "// ... existing code\ntwo();", new_string: "// ... existing code\nthree();" };
  expect(await call("edit", { path: "a.ts", edits: [kept] })).toMatchObject({ status: "ok" });
  expect(await call("grep", { pattern: "// \\.\\.\\. existing code" })).toMatchObject({ status: "ok", data: { lines: [{ line: 2 }] } });
  expect(await call("write", "{not json")).toMatchObject({ code: "invalid_arguments" });
});
