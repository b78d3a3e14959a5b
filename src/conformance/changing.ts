import { check, checkEqual, checkFails } from "./check.ts";
import { checkUnchanged, opsOf, portCase, type PortSubject } from "./port-fixture.ts";
import type { Case } from "./suite.ts";

/** `ports/editor.ts` */
export const editorCases: readonly Case<PortSubject>[] = [
  portCase("edits are matched against the file as it is, in any order", async ({ seed, edit, text }) => {
    await seed({ "a.txt": "one\ntwo\nthree\n" });
    const response = await edit({
      path: "a.txt",
      edits: [
        { oldString: "three", newString: "one" },
        { oldString: "one", newString: "two" },
      ],
    });
    checkEqual(await text("a.txt"), "two\ntwo\none\n", "content");
    checkEqual(
      { edits: response.edits, replacements: response.replacements, matched: response.matched, ops: opsOf(response) },
      { edits: 2, replacements: 2, matched: "exact", ops: ["modify a.txt"] },
      "response",
    );
  }),
  portCase("replaceAll replaces every occurrence, and no text is a pattern", async ({ seed, edit, text }) => {
    await seed({ "a.txt": "a.a $& a.a\n" });
    const { replacements } = await edit({ path: "a.txt", edits: [{ oldString: "a.a", newString: "$&$1", replaceAll: true }] });
    checkEqual(await text("a.txt"), "$&$1 $& $&$1\n", "content");
    checkEqual(replacements, 2, "replacements");
  }),
  portCase("line endings stay as they are, line by line", async ({ seed, edit, fs }) => {
    await seed({ "a.txt": "one\r\ntwo\r\nthree\n" });
    await edit({ path: "a.txt", edits: [{ oldString: "one\ntwo", newString: "1\n2" }] });
    checkEqual(new TextDecoder().decode(await fs.readFile("a.txt")), "1\r\n2\r\nthree\n", "content");
  }),
  portCase("one fault refuses all, and nothing changes", async (fixture) => {
    const { seed, edit } = fixture;
    await seed({ "a.txt": "one\ntwo two\n", binary: new Uint8Array([0, 1]), directory: null });
    const good = { oldString: "one", newString: "1" };
    const attempt = (...edits: readonly { readonly oldString: string; readonly newString: string }[]) => edit({ path: "a.txt", edits });
    await checkUnchanged(fixture, async () => {
      await checkFails(() => attempt(), "edit_empty");
      await checkFails(() => attempt(good, { oldString: "", newString: "x" }), "edit_empty_old_string");
      await checkFails(() => attempt(good, { oldString: "missing", newString: "x" }), "edit_not_found");
      await checkFails(() => attempt(good, { oldString: "two", newString: "x" }), "edit_not_unique");
      await checkFails(() => attempt(good, { oldString: "one\ntwo two", newString: "x" }), "edit_overlap");
      await checkFails(() => attempt({ oldString: "one", newString: "one" }), "edit_noop");
      await checkFails(() => edit({ path: "binary", edits: [good] }), "binary_file");
      await checkFails(() => edit({ path: "directory", edits: [good] }), "not_a_file");
      await checkFails(() => edit({ path: "missing", edits: [good] }), "not_found");
    });
  }),
  portCase("edits of one file at a time all land", async ({ seed, edit, text }) => {
    const names = Array.from({ length: 16 }, (_, index) => `name${String(index).padStart(2, "0")}`);
    await seed({ "a.txt": `${names.join("\n")}\n` });
    await Promise.all(names.map((name) => edit({ path: "./a.txt", edits: [{ oldString: name, newString: name.toUpperCase() }] })));
    checkEqual(await text("a.txt"), `${names.join("\n").toUpperCase()}\n`, "content");
  }),
  portCase("a dry run shows the diff, and does nothing", async (fixture) => {
    await fixture.seed({ "a.txt": "one\n" });
    await checkUnchanged(fixture, async () => {
      const { diff } = await fixture.edit({ path: "a.txt", edits: [{ oldString: "one", newString: "two" }] }, { dryRun: true });
      check(diff?.includes("-one\n+two\n") === true, `the diff: ${diff}`);
    });
  }),
];

const patch = `--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@
 one
-two
+2
`;

/** `ports/patch-applier.ts` */
export const patchApplierCases: readonly Case<PortSubject>[] = [
  portCase("files are changed, made, moved and deleted as one batch", async ({ seed, apply, tree }) => {
    await seed({ "a.txt": "one\ntwo\n", "old.txt": "gone\n", "from.txt": "same\n" });
    const response = await apply({
      patch: `diff --git a/a.txt b/a.txt
${patch}diff --git a/old.txt b/old.txt
deleted file mode 100644
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/from.txt b/to.txt
similarity index 100%
rename from from.txt
rename to to.txt
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+new
`,
    });
    checkEqual(await tree(), { "a.txt": "one\n2\n", "new.txt": "new\n", "to.txt": "same\n" }, "the tree");
    checkEqual(
      response.files.map(({ path, created, deleted, movedFrom }) => ({ path, created, deleted, movedFrom })),
      [
        { path: "a.txt" },
        { path: "old.txt", deleted: true },
        { path: "to.txt", movedFrom: "from.txt" },
        { path: "new.txt", created: true },
      ],
      "files",
    );
  }),
  portCase("one section that fails refuses all, and every fault is told", async (fixture) => {
    await fixture.seed({ "a.txt": "one\ntwo\n", "b.txt": "other\n" });
    await checkUnchanged(fixture, async () => {
      const error = await checkFails(
        () => fixture.apply({ patch: patch + patch.replaceAll("a.txt", "b.txt") + patch.replaceAll("a.txt", "missing.txt") }),
        "patch_conflict",
      );
      const { faults } = error.details as unknown as { readonly faults: readonly { readonly code: string; readonly path?: string }[] };
      checkEqual(
        faults.map(({ code, path }) => ({ code, path })),
        [
          { code: "patch_conflict", path: "b.txt" },
          { code: "not_found", path: "missing.txt" },
        ],
        "faults",
      );
    });
  }),
  portCase("a hunk that fits two places is ambiguous", async (fixture) => {
    await fixture.seed({ "a.txt": "x\nx\none\ntwo\nx\none\ntwo\n" });
    await checkUnchanged(fixture, async () => {
      await checkFails(() => fixture.apply({ patch }), "patch_ambiguous");
    });
  }),
  portCase("what is no patch, or leads outside, is refused", async (fixture) => {
    await fixture.seed({ "a.txt": "one\n" });
    await checkUnchanged(fixture, async () => {
      await checkFails(() => fixture.apply({ patch: "change one to two, please\n" }), "patch_invalid");
      await checkFails(() => fixture.apply({ patch: patch.replaceAll("a.txt", "../a.txt") }), "path_not_allowed");
    });
  }),
  portCase("applied, and then its reverse, gives the file back", async ({ seed, apply, text }) => {
    await seed({ "a.txt": "one\ntwo\n" });
    await apply({ patch });
    await apply({ patch: patch.replace("-two\n+2\n", "-2\n+two\n") });
    checkEqual(await text("a.txt"), "one\ntwo\n", "content");
  }),
];
