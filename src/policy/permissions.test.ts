import { describe, expect, test } from "vitest";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";
import { createPathRules } from "./path-rules.ts";
import { createPermissions, type Decision, type Grant, type Mode, type PermissionOptions, type Question } from "./permissions.ts";

const files = { "a.txt": "1\n2\n", "sub/b.txt": "b\n", "empty/d": null, ".env": "KEY\n", "/outside/o.txt": "o\n" };

/** A workspace under these permissions, and every question that was asked. */
async function open({ answer = { allow: true }, ...options }: Omit<PermissionOptions, "authorize"> & { readonly answer?: Decision }) {
  const questions: Question[] = [];
  const permissions = createPermissions({ external: true, ...options, authorize: (question) => (questions.push(question), answer) });
  const guards = [permissions, createPathRules({ root: "/workspace" })];
  const workspace = await openWorkspace(files, { guards, external: true });
  const asked = (): string[] => questions.map(({ targets }) => targets.map(({ path, capability }) => `${capability} ${path}`).join(", "));
  return { ...workspace, permissions, questions, asked };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** One of each kind of change, all of them in the root. */
const changes: Readonly<Record<string, (ports: Opened) => Promise<unknown>>> = {
  write: ({ write }) => write({ path: "a.txt", content: "x" }),
  create: ({ write }) => write({ path: "new/n.txt", content: "x", expected: [{ path: "new/n.txt", version: "absent" }] }),
  edit: ({ edit }) => edit({ path: "a.txt", edits: [{ oldString: "2", newString: "3" }] }),
  apply_patch: ({ apply }) => apply({ patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n" }),
  move: ({ move }) => move({ source: "a.txt", destination: "sub/a.txt" }),
  mkdir: ({ makeDirectory }) => makeDirectory({ path: "made/here" }),
  delete: ({ remove }) => remove({ path: "a.txt" }),
  "apply_patch that deletes": ({ apply }) => apply({ patch: "--- a/sub/b.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n" }),
};

async function asksFor(mode: Mode, change: string): Promise<boolean> {
  const opened = await open({ mode });
  await changes[change]?.(opened);
  return opened.questions.length > 0;
}

describe("modes", () => {
  test.each(Object.keys(changes))("plan: %s is denied, nobody is asked and nothing changes [#52]", async (change) => {
    const opened = await open({ mode: "plan" });
    const before = treeOf(opened.volume);
    expect(await refusal(changes[change]?.(opened) as Promise<unknown>)).toMatchObject({ code: "permission_denied", status: "rejected" });
    expect(opened.questions).toEqual([]);
    expect(treeOf(opened.volume)).toEqual(before);
  });

  test("reading and searching inside the root asks nobody in any mode [#50]", async () => {
    for (const mode of ["plan", "ask", "auto-edits", "allow"] as const) {
      const { read, list, glob, grep, count, questions } = await open({ mode });
      await read({ path: "a.txt" });
      await list({ depth: "none" });
      await glob({ pattern: "**" });
      await grep({ pattern: "b" });
      await count({});
      expect(questions).toEqual([]);
    }
  });

  test.each(Object.keys(changes))("ask: %s asks", async (change) => expect(await asksFor("ask", change)).toBe(true));

  test("auto-edits: writing, editing, patching, creating and moving inside the root ask nobody", async () => {
    for (const change of ["write", "create", "edit", "apply_patch", "move"]) expect(await asksFor("auto-edits", change)).toBe(false);
    for (const change of ["mkdir", "delete", "apply_patch that deletes"]) expect(await asksFor("auto-edits", change)).toBe(true);
  });

  test("auto-edits: outside the root they ask [#53]", async () => {
    const { write, edit, move, asked } = await open({ mode: "auto-edits" });
    for (const change of ["write", "edit", "apply_patch", "create"]) expect(await asksFor("auto-edits", change)).toBe(false);
    await write({ path: "/outside/new.txt", content: "x" });
    await edit({ path: "/outside/o.txt", edits: [{ oldString: "o", newString: "p" }] });
    await move({ source: "a.txt", destination: "/outside/a.txt" });
    expect(asked()).toEqual(["write /outside/new.txt", "read /outside/o.txt", "write /outside/o.txt", "move a.txt, move /outside/a.txt"]);
  });

  test("allow: everything inside the root but deleting", async () => {
    for (const change of Object.keys(changes)) expect(await asksFor("allow", change)).toBe(change.includes("delete"));
  });

  test("what is protected is asked for in every mode", async () => {
    for (const mode of ["plan", "ask", "auto-edits", "allow"] as const) {
      const { read, asked } = await open({ mode });
      await read({ path: ".env" });
      expect(asked()).toEqual(["read .env"]);
    }
  });

  test("with nobody to ask, what would be asked is refused", async () => {
    const { write, volume } = await openWorkspace(files, { guards: [createPermissions({ mode: "ask" })] });
    expect(await refusal(write({ path: "a.txt", content: "" }))).toMatchObject({ code: "permission_denied" });
    expect(treeOf(volume)["a.txt"]).toBe("1\n2\n");
  });
});

describe("questions", () => {
  test("hold the resolved ends, their scopes and the computed diff", async () => {
    const { edit, move, questions } = await open({ mode: "ask" });
    await edit({ path: "./sub/../a.txt", edits: [{ oldString: "2", newString: "3" }] }, { callId: "c1", tool: "edit" });
    await move({ source: "a.txt", destination: "sub/c.txt" });
    expect(questions[0]).toEqual({
      callId: "c1",
      tool: "edit",
      targets: [{ path: "a.txt", kind: "file", capability: "write", external: false, scope: "" }],
      diff: "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n",
    });
    expect(questions[1]?.targets).toEqual([
      { path: "a.txt", kind: "file", capability: "move", external: false, scope: "" },
      { path: "sub/c.txt", kind: "absent", capability: "move", external: false, scope: "sub" },
    ]);
  });

  test("a denial's reason is the caller's, and nothing is changed", async () => {
    const { write, volume } = await open({ mode: "ask", answer: { allow: false, reason: "use the other file" } });
    expect(await refusal(write({ path: "deep/n.txt", content: "x" }))).toMatchObject({ details: { reason: "use the other file" } });
    expect(treeOf(volume)).not.toHaveProperty("deep/n.txt");
  });

  test("a target that cannot be is refused before any [#57]", async () => {
    const { edit, write, remove, move, apply, makeDirectory, questions } = await open({ mode: "ask" });
    const edits = [{ oldString: "2", newString: "3" }];
    const codes = [
      await refusal(edit({ path: "none.txt", edits })),
      await refusal(edit({ path: "sub", edits })),
      await refusal(edit({ path: "~somebody/x", edits })),
      await refusal(edit({ path: "a.txt", edits: [{ oldString: "absent", newString: "" }] })),
      await refusal(write({ path: "sub", content: "" })),
      await refusal(write({ path: "../x", content: "" })),
      await refusal(remove({ path: "sub" })),
      await refusal(remove({ path: "none" })),
      await refusal(move({ source: "a.txt", destination: "sub/b.txt" })),
      await refusal(move({ source: "/outside/none", destination: "x" })),
      await refusal(makeDirectory({ path: "a.txt/d" })),
      await refusal(apply({ patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-other\n+x\n" })),
    ];
    expect(codes.map(({ code }) => code)).toEqual([
      "not_found",
      "not_a_file",
      "path_malformed",
      "edit_not_found",
      "is_a_directory",
      "path_not_allowed",
      "not_empty",
      "not_found",
      "already_exists",
      "not_found",
      "not_a_directory",
      "patch_conflict",
    ]);
    expect(questions).toEqual([]);
  });

  test("a directory to make must be one that can be, before any [#120]", async () => {
    const { makeDirectory, questions, volume } = await open({ mode: "ask" });
    const before = treeOf(volume);
    expect((await refusal(makeDirectory({ path: "a.txt/x/y" }))).code).toBe("not_a_directory");
    expect(questions).toEqual([]);
    expect(treeOf(volume)).toEqual(before);
  });

  test("an external read is asked for, and refused where nobody can be [#51]", async () => {
    const { read, list, glob, grep, asked } = await open({ mode: "allow" });
    expect((await read({ path: "/outside/o.txt" })).content).toBe("o");
    expect((await list({ path: "/outside" })).entries.map(({ path }) => path)).toEqual(["/outside/o.txt"]);
    expect((await glob({ pattern: "*", path: "/outside" })).entries).toMatchObject([{ path: "/outside/o.txt" }]);
    expect(await grep({ pattern: "o", path: "/outside" })).toMatchObject({ lines: [{ path: "/outside/o.txt", line: 1 }] });
    expect(asked()).toEqual(["read /outside/o.txt", "read /outside", "read /outside", "read /outside"]);
    const alone = await openWorkspace(files, { external: true });
    expect(await refusal(alone.read({ path: "/outside/o.txt" }))).toMatchObject({ code: "path_not_allowed" });
    const unasked = await openWorkspace(files, { external: true, guards: [createPermissions({ mode: "allow", external: true })] });
    expect(await refusal(unasked.read({ path: "/outside/o.txt" }))).toMatchObject({ code: "permission_denied" });
  });

  test("a patch is of the root alone", async () => {
    const { apply, questions, volume } = await open({ mode: "ask" });
    const patch = "--- /outside/o.txt\n+++ /outside/o.txt\n@@ -1 +1 @@\n-o\n+x\n";
    expect((await refusal(apply({ patch }))).code).toBe("path_not_allowed");
    expect(questions).toEqual([]);
    expect(treeOf(volume, "/outside")).toEqual({ "o.txt": "o\n" });
  });
});

describe("grants", () => {
  test("of writing never cover deleting, making directories or moving [#54] [#55]", async () => {
    for (const mode of ["ask", "auto-edits", "allow"] as const) {
      const { write, remove, makeDirectory, asked } = await open({ mode, grants: [{ capability: "write", scope: "" }] });
      await write({ path: "a.txt", content: "x" });
      expect(asked()).toEqual([]);
      await remove({ path: "a.txt" });
      expect(asked()).toEqual(["delete a.txt"]);
      await makeDirectory({ path: "m" });
      expect(asked()).toEqual(mode === "allow" ? ["delete a.txt"] : ["delete a.txt", "mkdir m"]);
    }
    const plan = await open({ mode: "plan", grants: [{ capability: "delete", scope: "" }] });
    expect((await refusal(plan.remove({ path: "a.txt" }))).code).toBe("permission_denied");
    const granted = await open({ mode: "ask", grants: [{ capability: "delete", scope: "" }] });
    await granted.remove({ path: "a.txt" });
    expect(granted.questions).toEqual([]);
  });

  test("of one end of a move do not widen to the other [#56]", async () => {
    const moving: Grant = { capability: "move", scope: "sub" };
    const one = await open({ mode: "ask", grants: [moving] });
    await one.move({ source: "sub/b.txt", destination: "empty/b.txt" });
    expect(one.asked()).toEqual(["move sub/b.txt, move empty/b.txt"]);
    const both = await open({ mode: "ask", grants: [moving, { capability: "move", scope: "empty" }] });
    await both.move({ source: "sub/b.txt", destination: "empty/b.txt" });
    expect(both.asked()).toEqual([]);
    const within = await open({ mode: "ask", grants: [moving] });
    await within.move({ source: "sub/b.txt", destination: "sub/c.txt" });
    expect(within.asked()).toEqual([]);
  });

  test("hold for a folder and below it, and for one tool where they say so", async () => {
    const grants: readonly Grant[] = [{ capability: "write", scope: "sub", tool: "edit" }];
    const { write, asked } = await open({ mode: "ask", grants });
    await write({ path: "sub/deep/n.txt", content: "" }, { tool: "edit" });
    expect(asked()).toEqual([]);
    await write({ path: "sub/n.txt", content: "" }, { tool: "write" });
    await write({ path: "subway.txt", content: "" }, { tool: "edit" });
    await write({ path: "/outside/n.txt", content: "" }, { tool: "edit" });
    expect(asked()).toEqual(["write sub/n.txt", "write subway.txt", "write /outside/n.txt"]);
  });

  test("the root's are not of what lies outside, which has its own", async () => {
    const { write, asked } = await open({ mode: "ask", grants: [{ capability: "write", scope: "" }] });
    await write({ path: "/outside/n.txt", content: "" });
    expect(asked()).toEqual(["write /outside/n.txt"]);
    const outside = await open({ mode: "ask", grants: [{ capability: "write", scope: "/outside" }] });
    await outside.write({ path: "/outside/n.txt", content: "" });
    expect(outside.asked()).toEqual([]);
  });

  test("an answer is remembered for the folder, and can be kept as plain data", async () => {
    const first = await open({ mode: "ask", answer: { allow: true, remember: "folder" } });
    await first.write({ path: "sub/n.txt", content: "" });
    await first.write({ path: "sub/deeper/n.txt", content: "" });
    await first.remove({ path: "sub/n.txt" });
    expect(first.asked()).toEqual(["write sub/n.txt", "delete sub/n.txt"]);
    const kept = JSON.parse(JSON.stringify(first.permissions.grants())) as readonly Grant[];
    expect(kept).toEqual([
      { capability: "write", scope: "sub" },
      { capability: "delete", scope: "sub" },
    ]);
    const again = await open({ mode: "ask", grants: kept });
    await again.write({ path: "sub/n.txt", content: "" });
    expect(again.asked()).toEqual([]);
    const asTargets = await open({ mode: "ask", grants: first.questions.flatMap(({ targets }) => targets) });
    expect(asTargets.permissions.grants()).toEqual(kept);
  });
});
