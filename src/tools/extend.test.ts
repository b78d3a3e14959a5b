import { describe, expect, test } from "vitest";
import { fakePorts } from "../../test/support/fake-ports.ts";
import { openCatalog } from "../../test/support/catalog.ts";
import { openWorkspace } from "../../test/support/workspace.ts";
import { createTools } from "./catalog.ts";
import { defaultProfile } from "./default/profile.ts";
import { definitionsOf } from "./definition-of.ts";
import { extendProfile, type ProfileChanges } from "./extend.ts";
import { presets } from "./presets.ts";
import { profiles } from "./profiles.ts";

function issuesOf(changes: ProfileChanges): unknown {
  try {
    extendProfile(defaultProfile, changes);
  } catch (error) {
    return (error as { details: { issues: unknown } }).details.issues;
  }
  return undefined;
}

const names = (changes: ProfileChanges): string[] => definitionsOf(extendProfile(defaultProfile, changes)).map(({ name }) => name);

describe("what is refused", () => {
  test.each<[string, ProfileChanges]>([
    ["tools", { tools: ["read", "raed"] }],
    ["descriptions", { descriptions: { raed: "" } }],
    ["limits", { limits: { raed: {} } }],
    ["rename", { rename: { raed: "read" } }],
    ["rename", { tools: ["read"], rename: { write: "store" } }],
  ])("a tool that is not there, in %s", (at, changes) => expect(issuesOf(changes)).toMatchObject([{ at, problem: "not_one_of" }]));

  test("two tools of one name", () => {
    expect(issuesOf({ rename: { read: "grep" } })).toMatchObject([{ at: "rename", problem: "conflict", received: "grep" }]);
    expect(issuesOf({ rename: { read: "grep", grep: "read" } })).toBeUndefined();
  });

  test("a limit that is no number of the tool's, or out of its range", () => {
    for (const parameter of ["pattern", "fixed", "limits", "__proto__", "constructor"])
      expect(issuesOf({ limits: { grep: { [parameter]: 1 } } })).toMatchObject([{ at: `limits.grep.${parameter}`, problem: "unknown" }]);
    for (const value of [0, 5_001, 1.5])
      expect(issuesOf({ limits: { grep: { limit: value } } })).toMatchObject([{ problem: "not_one_of" }]);
  });
});

describe("what is made", () => {
  test("nothing else than what is asked for", () => {
    expect({ ...extendProfile(defaultProfile, {}), name: "default" }).toEqual(defaultProfile);
    expect(profiles.default).toBe(defaultProfile);
  });

  test("a list of tools, in its order, with tools of one's own", () => {
    expect(names({ tools: ["grep", "read", "mkdir"] })).toEqual(["grep", "read", "mkdir"]);
    const own = { ...defaultProfile.tools[0], name: "peek" } as (typeof defaultProfile.tools)[0];
    expect(names({ tools: ["grep", own as never] })).toEqual(["grep", "peek"]);
  });

  test("descriptions", () => {
    const { tools } = extendProfile(defaultProfile, { descriptions: { read: "Look at a file." } });
    expect(tools.find(({ name }) => name === "read")?.description).toBe("Look at a file.");
  });

  test("limits hold where a call leaves them out, and are described", async () => {
    const profile = extendProfile(defaultProfile, { limits: { grep: { limit: 7, context: 2 } } });
    const { ports, calls } = fakePorts();
    const tools = createTools(ports, { profile });
    await tools.call("grep", { pattern: "x" });
    await tools.call("grep", { pattern: "x", limit: 9, context: null });
    expect(calls.map(({ request }) => request)).toMatchObject([
      { limit: 7, context: 2 },
      { limit: 9, context: 2 },
    ]);
    const grep = tools.definitions.find(({ name }) => name === "grep");
    expect(grep?.inputSchema["properties"]).toMatchObject({
      limit: { type: "integer", minimum: 1, maximum: 5_000, description: "Matching lines, or files; 7 by default." },
      context: { description: "Lines shown on both sides. 2 by default." },
    });
    expect(grep?.inputSchema["required"]).toEqual(["pattern"]);
  });

  test("a limit shows in what an answer says of it", async () => {
    const profile = extendProfile(defaultProfile, { limits: { glob: { limit: 1 } } });
    const model = openCatalog(await openWorkspace({ "a.txt": "", "b.txt": "" }), { profile });
    const result = await model.call("glob", { pattern: "*" });
    expect(result.text).toContain('Only the first 1 path is shown. For more: glob {"limit":2,"pattern":"*"}');
    expect(result.meta.next).toEqual({ tool: "glob", arguments: { pattern: "*", limit: 2 } });
  });
});

describe("a renamed tool", () => {
  const profile = extendProfile(defaultProfile, { rename: { read: "view", grep: "search", edit: "replace" } });

  test("is called by its new name alone", async () => {
    const model = openCatalog(await openWorkspace({ "a.txt": "1\n2\n" }), { profile });
    expect(model.definitions.map(({ name }) => name)).not.toContain("read");
    expect(await model.call("view", { path: "a.txt" })).toMatchObject({ status: "ok", meta: { tool: "view" } });
    expect(await model.call("read", { path: "a.txt" })).toMatchObject({ code: "invalid_arguments" });
    expect([model.has("view"), model.has("read")]).toEqual([true, false]);
  });

  test("is named so in every text", async () => {
    const long = "x".repeat(60_000);
    const model = openCatalog(await openWorkspace({ "a.txt": "1\n2\n", "long.txt": `${long}\nend\n` }), { profile });
    expect((await model.call("view", { path: "a.txt", limit: 1 })).text).toContain('Continue with view {"path":"a.txt"');
    expect((await model.call("view", { path: "long.txt" })).text).toContain('To see it: view {"path":"long.txt"');
    expect((await model.call("search", { pattern: "1|2", limit: 1 })).text).toContain('For more: search {"pattern":"1|2"');
    const missing = await model.call("replace", { path: "a.txt", edits: [{ old_string: "1\n3", new_string: "" }] });
    expect(missing.meta.next?.tool).toBe("view");
    expect(missing.text).not.toContain("read {");
    expect((await model.call("view", { path: "" })).meta.tool).toBe("view");
  });
});

describe("presets", () => {
  test("offer one way of changing files each", () => {
    const offered = (preset: keyof typeof presets): string[] => presets[preset].tools.map(({ name }) => name);
    expect(offered("patches")).toContain("apply_patch");
    expect(offered("patches")).not.toContain("edit");
    expect(offered("edits")).toContain("edit");
    expect(offered("edits")).not.toContain("apply_patch");
  });
});
