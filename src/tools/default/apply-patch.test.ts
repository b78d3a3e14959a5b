import { describe, expect, test } from "vitest";
import { openWorkspace, treeOf, type TestFiles } from "../../../test/support/workspace.ts";
import { createTools } from "../catalog.ts";
import { profiles } from "../profiles.ts";

async function setUp(files: TestFiles, profile: "default" | "scope" = "default") {
  const workspace = await openWorkspace(files);
  return { tools: createTools(workspace, { profile: profiles[profile] }), tree: () => treeOf(workspace.volume) };
}

function change(path: string, from: string, to: string): string {
  return `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
}

describe.each(["default", "scope"] as const)("apply_patch of %s", (profile) => {
  test.each([
    ["", "blank"],
    [" \n\t\n", "blank"],
    ["not a patch", "no file header"],
  ])("refuses %j [#165]", async (patch, words) => {
    const { tools } = await setUp({}, profile);
    const result = await tools.call("apply_patch", { patch });
    expect(result).toMatchObject({ status: "rejected" });
    expect(result.text).toContain(words);
  });

  test("context that does not match changes no file and makes no directory [#175]", async () => {
    const files = { "a.txt": "A\n" };
    const { tools, tree } = await setUp(files, profile);
    const created = "--- /dev/null\n+++ b/new/n.txt\n@@ -0,0 +1 @@\n+N\n";
    const result = await tools.call("apply_patch", { patch: created + change("a.txt", "other", "B") });
    expect(result).toMatchObject({ status: "rejected", code: "patch_conflict" });
    expect(tree()).toEqual(files);
  });

  test("a second file that does not fit leaves the first as it was [#177]", async () => {
    const files = { "a.txt": "A\n", "b.txt": "B\n" };
    const { tools, tree } = await setUp(files, profile);
    expect(await tools.call("apply_patch", { patch: change("a.txt", "A", "1") + change("b.txt", "no", "2") })).toMatchObject({
      status: "rejected",
    });
    expect(tree()).toEqual(files);
  });

  test("a patch that cannot be read is refused with one message, called or only asked for its paths [#191]", async () => {
    const { tools } = await setUp({ x: "1\n" }, profile);
    const broken = [
      "prose",
      "--- a/x\n+++ b/x\n@@ -1,9 +1,2 @@\n-1\n+2\nprose\n+lost\n",
      "diff --git a/x b/y\nold mode 100644\nnew mode 100755\n",
    ];
    for (const patch of broken) {
      const called = await tools.call("apply_patch", { patch });
      expect(called).toMatchObject({ status: "rejected", code: "patch_invalid" });
      const { details } = called as unknown as { readonly details: object };
      expect(() => tools.mutationPaths("apply_patch", { patch })).toThrow(expect.objectContaining({ code: "patch_invalid", details }));
    }
  });
});

test("scope patches no binary file and none over 8 MiB; by default the limit is 16 MiB [#188]", async () => {
  const large = `1\n${"x".repeat(8 * 1024 * 1024)}`;
  const files = { "nul.bin": "1\n\0", "large.txt": large };
  const scope = await setUp(files, "scope");
  const binary = { patch: change("nul.bin", "1", "2") };
  // The last line has no newline, so only the first is named.
  const edit = { patch: "--- a/large.txt\n+++ b/large.txt\n@@ -1 +1 @@\n-1\n+2\n" };
  expect(await scope.tools.call("apply_patch", binary)).toMatchObject({ status: "rejected", code: "binary_file" });
  expect(await scope.tools.call("apply_patch", edit)).toMatchObject({ status: "rejected", code: "file_too_large" });
  expect(scope.tree()).toEqual(files);
  const { tools, tree } = await setUp(files);
  expect(await tools.call("apply_patch", binary)).toMatchObject({ status: "rejected", code: "binary_file" });
  expect(await tools.call("apply_patch", edit)).toMatchObject({ status: "ok" });
  expect(tree()["large.txt"]?.slice(0, 4)).toBe("2\nxx");
});

describe("what a conflict says", () => {
  const text = Array.from({ length: 9 }, (_, i) => `  line ${i + 1}\n`).join("");
  const body = "   line 4\n-  line 5\n+  five\n   line 6\n";

  test("the first line that differs, and where most of the hunk stands", async () => {
    const { tools } = await setUp({ f: `new\n${text.replace("line 5", "LINE 5")}` });
    const { text: said } = await tools.call("apply_patch", { patch: `--- a/f\n+++ b/f\n@@ -4,3 +4,3 @@\n${body}` });
    expect(said).toContain('The patch has "  line 5" where the file has "  LINE 5".');
    expect(said).toContain("Closest is line 5, where 2 of 3 lines are equal.");
  });

  test("that only blanks differ", async () => {
    const { tools } = await setUp({ f: text.replaceAll("  ", "\t") });
    const { text: said } = await tools.call("apply_patch", { patch: `--- a/f\n+++ b/f\n@@ -4,3 +4,3 @@\n${body}` });
    expect(said).toContain("Only blanks differ");
  });

  test("that it is applied already, and where", async () => {
    const { tools } = await setUp({ f: text.replace("line 5", "five") });
    const { text: said } = await tools.call("apply_patch", { patch: `--- a/f\n+++ b/f\n@@ -4,3 +4,3 @@\n${body}` });
    expect(said).toContain('What this hunk adds stands in "f" at line 4 already.');
  });
});
