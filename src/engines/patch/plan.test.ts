import { describe, expect, test } from "vitest";
import { type ErrorData, isPortsideError } from "../../core/errors.ts";
import { parsePatch } from "./parse.ts";
import { planPatch, type PlanOptions, readPaths } from "./plan.ts";
import { bytesOf, commit, sourcesOf, type Tree, treeOf } from "../../../test/support/patch-tree.ts";

/** The tree after the patch; the changes of the plan are carried out one by one. */
function apply(tree: Tree, patch: string, options?: PlanOptions): Tree {
  const sections = parsePatch(patch);
  return commit(tree, planPatch(sections, sourcesOf(tree, readPaths(sections)), options).changes);
}

function refusal(tree: Tree, patch: string, options?: PlanOptions): Pick<ErrorData, "code" | "details"> {
  try {
    apply(tree, patch, options);
  } catch (error) {
    if (!isPortsideError(error)) throw error;
    return { code: error.code, details: error.details };
  }
  throw new Error("the patch was accepted");
}

function change(path: string, from: string, to: string): string {
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
}
function create(path: string, line: string): string {
  return `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;
}
function remove(path: string, line: string): string {
  return `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-${line}\n`;
}
function rename(from: string, to: string): string {
  return `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
}
function copy(from: string, to: string): string {
  return `diff --git a/${from} b/${to}\nsimilarity index 100%\ncopy from ${from}\ncopy to ${to}\n`;
}
function numbered(count: number, first = 1): string {
  return Array.from({ length: count }, (_, i) => `${i + first}\n`).join("");
}

test("a new file that git names as the same without its last newline has lost the marker for that", () => {
  const made = create("a", "one").replace("--- /dev/null", "index 0000000..43dd47e\n--- /dev/null"); // git's name of "one"
  expect(refusal(treeOf({}), made)).toMatchObject({ code: "patch_invalid", details: { reason: "unfinished_line" } });
  expect(apply(treeOf({}), `${made}\\ No newline at end of file\n`)).toEqual(treeOf({ a: "one" }));
  // Any other name proves nothing: models make them up.
  expect(apply(treeOf({}), made.replace("43dd47e", "1234567"))).toEqual(treeOf({ a: "one\n" }));
});

describe("one file", () => {
  test("a section changes, makes or removes a file, and the report keeps the patch's order [#166]", () => {
    const sections = parsePatch(change("m", "1", "one") + create("c", "new") + remove("d", "old"));
    const tree = treeOf({ m: "1\n", d: "old\n" });
    const plan = planPatch(sections, sourcesOf(tree, readPaths(sections)));
    expect(plan.files).toEqual([
      { path: "m", change: "modify", hunks: 1 },
      { path: "c", change: "create", hunks: 1 },
      { path: "d", change: "delete", hunks: 1 },
    ]);
    expect(plan.hunks).toBe(3);
    expect(commit(tree, plan.changes)).toEqual(treeOf({ m: "one\n", c: "new\n" }));
  });

  test("a pure rename moves the file and counts no hunks [#167]", () => {
    const sections = parsePatch(rename("a", "b"));
    const plan = planPatch(sections, sourcesOf(treeOf({ a: "A\n" }), readPaths(sections)));
    expect(plan.files).toEqual([{ path: "b", change: "rename", from: "a", hunks: 0 }]);
    expect(plan.changes).toEqual([{ op: "rename", from: "a", to: "b" }]);
  });

  test("a rename with hunks changes the file at its new path [#168]", () => {
    const patch = `${rename("a", "b")}--- a/a\n+++ b/b\n@@ -1 +1 @@\n-A\n+B\n`;
    expect(apply(treeOf({ a: "A\n" }), patch)).toEqual(treeOf({ b: "B\n" }));
  });

  test("empty files are made and removed by metadata alone [#169]", () => {
    expect(apply(treeOf({}), "diff --git a/x b/x\nnew file mode 100644\n")).toEqual(treeOf({ x: "" }));
    expect(apply(treeOf({ x: "" }), "diff --git a/x b/x\ndeleted file mode 100644\n")).toEqual(treeOf({}));
  });

  test("the executable bit is kept, set and cleared", () => {
    const tree: Tree = { x: { kind: "file", executable: true, text: "1\n" } };
    expect(apply(tree, change("x", "1", "2"))["x"]).toEqual({ kind: "file", executable: true, text: "2\n" });
    const plain = apply(tree, "diff --git a/x b/x\nold mode 100755\nnew mode 100644\n");
    expect(plain).toEqual(treeOf({ x: "1\n" }));
    expect(apply(plain, "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n")).toEqual(tree);
    expect(apply({}, create("x", "1").replace("100644", "100755"))).toEqual(tree);
  });

  test("links are made, pointed elsewhere and turned into files only where the patch says that they are links", () => {
    const link = (target: string): Tree => ({ l: { kind: "symlink", executable: false, text: target } });
    const marker = "\\ No newline at end of file\n";
    const made = `diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+old\n${marker}`;
    const turned = `diff --git a/l b/l\nindex 1..2 120000\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-old\n${marker}+new\n${marker}`;
    expect(apply({}, made)).toEqual(link("old"));
    expect(apply(link("old"), turned)).toEqual(link("new"));
    expect(refusal(link("old"), turned.replace(" 120000", "")).code).toBe("not_a_file");
    expect(refusal(treeOf({ l: "old" }), turned)).toMatchObject({ code: "patch_conflict", details: { reason: "type_mismatch" } });
    const replaced = turned.replace("index 1..2 120000", "deleted file mode 120000").replace("+++ b/l", "+++ /dev/null");
    const gone = replaced.replace("-1 +1", "-1 +0,0").replace(`+new\n${marker}`, "");
    expect(apply(link("old"), gone + create("l", "file"))).toEqual(treeOf({ l: "file\n" }));
  });

  test("a traditional hunk at line 0 makes a missing file, fills an empty one, and is refused for any other", () => {
    const patch = "--- a/n\n+++ b/n\n@@ -0,0 +1 @@\n+N\n";
    expect(apply({}, patch)).toEqual(treeOf({ n: "N\n" }));
    expect(apply(treeOf({ n: "" }), patch)).toEqual(treeOf({ n: "N\n" }));
    expect(refusal(treeOf({ n: "x\n" }), patch)).toMatchObject({
      code: "patch_conflict",
      details: { reason: "insertion_without_context" },
    });
    expect(refusal({}, `diff --git a/n b/n\n${patch}`).code).toBe("not_found");
  });

  test("a traditional section that removes every line leaves an empty file", () => {
    expect(apply(treeOf({ a: "A\n" }), "--- a/a\n+++ b/a\n@@ -1 +0,0 @@\n-A\n")).toEqual(treeOf({ a: "" }));
  });
});

describe("refused", () => {
  test("making or renaming over what exists [#182]", () => {
    const tree = treeOf({ a: "A\n", b: "A\n" });
    expect(refusal(tree, create("b", "A"))).toMatchObject({ code: "already_exists", details: { path: "b", kind: "file" } });
    expect(refusal(tree, rename("a", "b"))).toMatchObject({ code: "already_exists", details: { path: "b" } });
    expect(refusal(tree, copy("a", "b"))).toMatchObject({ code: "already_exists", details: { path: "b" } });
    expect(refusal({ d: { kind: "directory", executable: false, text: "" } }, create("d", "x"))).toMatchObject({
      code: "already_exists",
      details: { path: "d", kind: "directory" },
    });
  });

  test("a delete that leaves content [#183]", () => {
    expect(refusal(treeOf({ a: "A\nB\n" }), remove("a", "A"))).toMatchObject({
      code: "patch_conflict",
      details: { reason: "content_left", path: "a" },
    });
    expect(refusal(treeOf({ a: "A\n" }), "diff --git a/a b/a\ndeleted file mode 100644\n").code).toBe("patch_conflict");
  });

  test("a missing file, a directory, binary content, and too large files", () => {
    expect(refusal({}, change("a", "1", "2"))).toMatchObject({ code: "not_found", details: { path: "a" } });
    const directory: Tree = { a: { kind: "directory", executable: false, text: "" } };
    expect(refusal(directory, change("a", "1", "2"))).toMatchObject({ code: "not_a_file", details: { path: "a", kind: "directory" } });
    expect(refusal(treeOf({ a: "1\n\0" }), change("a", "1", "2"))).toMatchObject({
      code: "binary_file",
      details: { path: "a", in: "file" },
    });
    const large = refusal(treeOf({ a: "1\n234" }), change("a", "1", "2"), { maxFileBytes: 4 });
    expect(large).toMatchObject({ code: "file_too_large", details: { path: "a", size: 5, limit: 4 } });
    expect(refusal(treeOf({ a: "1\n" }), change("a", "1", "1234"), { maxFileBytes: 4 }).code).toBe("file_too_large");
  });

  test("every section's fault is told, in the order of the patch, under the first one's code", () => {
    const error = refusal(
      treeOf({ a: "A\n", b: "B\n" }),
      change("a", "x", "y") + change("b", "B", "C") + change("c", "1", "2") + create("a", "N"),
    );
    expect(error.code).toBe("patch_conflict");
    expect(error.details).toMatchObject({
      path: "a",
      patchLine: 5,
      line: 1,
      faults: [
        { code: "patch_conflict", path: "a", patchLine: 5 },
        { code: "not_found", path: "c", patchLine: 13 },
        { code: "already_exists", path: "a", patchLine: 19 },
      ],
    });
  });

  test("the mismatch names the line of the file and the line of the patch", () => {
    const patch = "--- a/a\n+++ b/a\n@@ -3,3 +3,3 @@\n 3\n-four\n+4.\n 5\n";
    expect(refusal(treeOf({ a: numbered(9) }), patch)).toMatchObject({
      code: "patch_conflict",
      details: { reason: "context_mismatch", path: "a", line: 4, patchLine: 5 },
    });
  });
});

describe("placement", () => {
  const patch = "--- a/a\n+++ b/a\n@@ -3,3 +3,3 @@\n 3\n-4\n+four\n 5\n";

  test("the stated place is taken even where others match", () => {
    const tree = treeOf({ a: numbered(9) + numbered(9) });
    expect(apply(tree, patch)).toEqual(treeOf({ a: (numbered(9) + numbered(9)).replace("4", "four") }));
  });

  test("another place is taken when it is the only one, and never with exact [#176]", () => {
    const tree = treeOf({ a: `new\n${numbered(9)}` });
    expect(apply(tree, patch)).toEqual(treeOf({ a: `new\n${numbered(9)}`.replace("4", "four") }));
    expect(refusal(tree, patch, { placement: "exact" })).toMatchObject({ code: "patch_conflict", details: { line: 3, patchLine: 4 } });
  });

  test("two other places are told, and none is taken", () => {
    const error = refusal(treeOf({ a: `new\n${numbered(9)}${numbered(9)}` }), patch);
    expect(error).toMatchObject({ code: "patch_ambiguous", details: { path: "a", patchLine: 3, candidates: [4, 13] } });
  });

  test("at most five candidates are named", () => {
    const error = refusal(treeOf({ a: `new\n${numbered(9).repeat(8)}` }), patch);
    expect(error.details).toMatchObject({ candidates: [4, 13, 22, 31, 40] });
  });

  test("blanks, missing lines and changed context are never forgiven", () => {
    for (const text of [" 3\n 4\n 5\n", "3 \n4 \n5 \n", "3\n\n4\n\n5\n", "3\n4\n6\n"]) {
      expect(refusal(treeOf({ a: text }), patch).code).toBe("patch_conflict");
    }
  });

  test("hunks may come in any order of the text, but not share lines or change sides", () => {
    const first = "@@ -1,2 +1,2 @@\n-1\n+one\n 2\n";
    const second = "@@ -5,2 +5,2 @@\n-5\n+five\n 6\n";
    const expected = treeOf({ a: "one\n2\n3\n4\nfive\n6\n7\n" });
    expect(apply(treeOf({ a: numbered(7) }), `--- a/a\n+++ b/a\n${first}${second}`)).toEqual(expected);
    expect(apply(treeOf({ a: numbered(7) }), `--- a/a\n+++ b/a\n${second}${first}`)).toEqual(expected);
    for (const other of [first, "@@ -2 +2 @@\n-2\n+two\n"]) {
      expect(refusal(treeOf({ a: numbered(7) }), `--- a/a\n+++ b/a\n${first}${other}`).details).toMatchObject({ reason: "hunk_order" });
    }
    const swapped = treeOf({ a: numbered(2, 5) + numbered(4) });
    expect(refusal(swapped, `--- a/a\n+++ b/a\n${first}${second}`).details).toMatchObject({ reason: "hunk_order" });
  });

  test("lines without context are added at the end of a file and nowhere else", () => {
    const at = (line: number): string => `--- a/a\n+++ b/a\n@@ -${line},0 +${line + 1} @@\n+X\n`;
    expect(apply(treeOf({ a: numbered(4) }), at(4))).toEqual(treeOf({ a: `${numbered(4)}X\n` }));
    for (const line of [0, 2, 5]) {
      expect(refusal(treeOf({ a: numbered(4) }), at(line)).details).toMatchObject({ reason: "insertion_without_context", line });
    }
    expect(refusal(treeOf({ a: "1\n2" }), at(2)).details).toMatchObject({ reason: "insertion_without_context" });
  });
});

describe("bytes", () => {
  const marker = "\\ No newline at end of file\n";

  test("the final newline is exactly as the patch says on either side [#190]", () => {
    const patch = (old: string, next: string): string => `--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\n${old}${next}`;
    expect(apply(treeOf({ a: "1\n2\n" }), patch("-2\n", `+3\n${marker}`))).toEqual(treeOf({ a: "1\n3" }));
    expect(apply(treeOf({ a: "1\n2" }), patch(`-2\n${marker}`, "+3\n"))).toEqual(treeOf({ a: "1\n3\n" }));
    expect(apply(treeOf({ a: "1\n2" }), patch(`-2\n${marker}`, `+3\n${marker}`))).toEqual(treeOf({ a: "1\n3" }));
    expect(apply(treeOf({ a: "1\n2\n" }), patch("-2\n", "+3\n"))).toEqual(treeOf({ a: "1\n3\n" }));
    expect(refusal(treeOf({ a: "1\n2" }), patch("-2\n", "+3\n")).code).toBe("patch_conflict");
    expect(refusal(treeOf({ a: "1\n2\n" }), patch(`-2\n${marker}`, "+3\n")).code).toBe("patch_conflict");
    expect(refusal(treeOf({ a: "1\n2\n3\n" }), patch("-2\n", `+3\n${marker}`)).details).toMatchObject({ reason: "not_at_end" });
    expect(apply({}, create("a", "1") + marker)).toEqual(treeOf({ a: "1" }));
  });

  test("a CRLF patch has the effect of the LF one [#173]", () => {
    const patch = `${change("m", "1", "one")}${create("c", "new")}${remove("d", "old")}${rename("r", "s")}`;
    const before = { m: "1\n", d: "old\n", r: "R\n" };
    const crlf = { m: "1\r\n", d: "old\r\n", r: "R\r\n" };
    for (const text of [patch, patch.replaceAll("\n", "\r\n")]) {
      expect(apply(treeOf(before), text)).toEqual(treeOf({ m: "one\n", c: "new\n", s: "R\n" }));
      expect(apply(treeOf(crlf), text)).toEqual(treeOf({ m: "one\r\n", c: "new\n", s: "R\r\n" }));
    }
  });

  test("a CRLF patch says of the final newline what the LF one says", () => {
    const last = `--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n${marker}+2\n${marker}`;
    const context = `--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-0\n+1\n 1\n${marker}`;
    for (const text of [last, last.replaceAll("\n", "\r\n")]) expect(apply(treeOf({ a: "1" }), text)).toEqual(treeOf({ a: "2" }));
    for (const text of [context, context.replaceAll("\n", "\r\n")]) {
      expect(apply(treeOf({ a: "0\n1" }), text)).toEqual(treeOf({ a: "1\n1" }));
    }
    expect(apply({}, `${create("a", "1")}${marker}`.replaceAll("\n", "\r\n"))).toEqual(treeOf({ a: "1" }));
  });

  test("where the file has no line ends, those of a CRLF patch are as git calls the new file", () => {
    const patch = (blob: string) =>
      `diff --git a/a b/a\nindex c1b0730..${blob} 100644\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n-x\n${marker}+y\r\n+z\n${marker}`;
    // By `git hash-object` of the contents with LF, with CRLF, and of others.
    expect(apply(treeOf({ a: "x" }), patch("e2efbe5"))).toEqual(treeOf({ a: "y\nz" }));
    expect(apply(treeOf({ a: "x" }), patch("6c6e642"))).toEqual(treeOf({ a: "y\r\nz" }));
    expect(apply(treeOf({ a: "x" }), patch("1234567"))).toEqual(treeOf({ a: "y\r\nz" }));
  });

  test("what begins a file is not added above it again", () => {
    const patch = "--- a/a\n+++ b/a\n@@ -1,2 +1,3 @@\n+0\n 1\n 2\n";
    const once = apply(treeOf({ a: "1\n2\n3\n" }), patch);
    expect(once).toEqual(treeOf({ a: "0\n1\n2\n3\n" }));
    expect(refusal(once, patch).details).toMatchObject({ reason: "context_mismatch", cause: "already_applied" });
    expect(apply(treeOf({ a: "top\n1\n2\n3\n" }), patch)).toEqual(treeOf({ a: "top\n0\n1\n2\n3\n" }));
  });

  test("where no newline follows, a CR is content", () => {
    const patch = `--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\r\n-2\r\n+2\r\n${marker}`;
    expect(apply(treeOf({ a: "1\r\n2\r\n" }), patch)).toEqual(treeOf({ a: "1\r\n2\r" }));
  });

  test("an LF patch keeps the CRLF and the byte order mark of the file [#174]", () => {
    const text = "\uFEFF1\r\n2\r\n3\r\n";
    const patch = "--- a/a\n+++ b/a\n@@ -1,3 +1,4 @@\n-1\n+one\n+more\n 2\n-3\n+three\n";
    expect(apply(treeOf({ a: text }), patch)).toEqual(treeOf({ a: "\uFEFFone\r\nmore\r\n2\r\nthree\r\n" }));
  });

  test("each line of a mixed file keeps its ending, and an added one takes that of the line it replaces or follows", () => {
    const patch = "--- a/a\n+++ b/a\n@@ -1,4 +1,5 @@\n 1\n-2\n-3\n+two\n+three\n+more\n 4\n";
    expect(apply(treeOf({ a: "1\r\n2\n3\r\n4\n" }), patch)).toEqual(treeOf({ a: "1\r\ntwo\nthree\r\nmore\r\n4\n" }));
  });

  test("a hunk that mixes endings means them", () => {
    const patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\r\n+1\n";
    expect(apply(treeOf({ a: "1\r\n" }), patch)).toEqual(treeOf({ a: "1\n" }));
    expect(refusal(treeOf({ a: "1\n" }), patch).code).toBe("patch_conflict");
  });

  test("bytes that are not UTF-8 survive in hunks and around them", () => {
    const sections = parsePatch(bytesOf("--- a/a\n+++ b/a\n@@ -2 +2 @@\n-\xff\n+\xfe\n"));
    const sources = new Map([["a", { kind: "file", executable: false, bytes: bytesOf("\x80\n\xff\n\xc3\n") } as const]]);
    expect(planPatch(sections, sources).changes).toEqual([{ op: "put", path: "a", bytes: bytesOf("\x80\n\xfe\n\xc3\n") }]);
  });
});

describe("several sections", () => {
  const tree = treeOf({ a: "A\n", b: "B\n" });

  test.each([
    ["chain, destination freed later", rename("a", "b") + rename("b", "c"), { b: "A\n", c: "B\n" }],
    ["chain, destination freed before", rename("b", "c") + rename("a", "b"), { b: "A\n", c: "B\n" }],
    ["two files trade names", rename("a", "b") + rename("b", "a"), { a: "B\n", b: "A\n" }],
    ["three names in a circle", rename("a", "b") + rename("b", "c") + create("a", "N"), { a: "N\n", b: "A\n", c: "B\n" }],
    ["delete, then create", remove("a", "A") + create("a", "N"), { a: "N\n", b: "B\n" }],
    ["delete, then rename onto it", remove("b", "B") + rename("a", "b"), { b: "A\n" }],
    ["rename away, then create", rename("a", "c") + create("a", "N"), { a: "N\n", b: "B\n", c: "A\n" }],
    ["create, then rename away", create("a", "N") + rename("a", "c"), { a: "N\n", b: "B\n", c: "A\n" }],
    ["a second change sees the first", change("a", "A", "1") + change("a", "1", "2"), { a: "2\n", b: "B\n" }],
    ["a change sees the rename", rename("a", "c") + change("c", "A", "1"), { b: "B\n", c: "1\n" }],
    ["a copy takes the original", change("a", "A", "1") + copy("a", "c"), { a: "1\n", b: "B\n", c: "A\n" }],
    ["copy and rename of one file", copy("a", "c") + rename("a", "d"), { b: "B\n", c: "A\n", d: "A\n" }],
    ["rename to the same name", rename("a", "a"), { a: "A\n", b: "B\n" }],
  ])("%s", (_, patch, expected) => {
    expect(apply(tree, patch)).toEqual(treeOf(expected));
  });

  test("a circle of three with changes", () => {
    const edited = (from: string, to: string, old: string): string =>
      `${rename(from, to)}--- a/${from}\n+++ b/${to}\n@@ -1 +1 @@\n-${old}\n+${old}!\n`;
    const circle = edited("a", "b", "A") + edited("b", "c", "B") + edited("c", "a", "C");
    expect(apply(treeOf({ a: "A\n", b: "B\n", c: "C\n" }), circle)).toEqual(treeOf({ a: "C!\n", b: "A!\n", c: "B!\n" }));
  });

  test.each([
    ["two sections make one path", create("c", "1") + create("c", "2"), "destination_twice"],
    ["two renames to one path", rename("a", "c") + rename("b", "c"), "destination_twice"],
    ["rename, then create there", rename("a", "c") + create("c", "1"), "destination_twice"],
    ["one file renamed twice", rename("a", "c") + rename("a", "d"), "source_twice"],
    ["change, then rename", change("a", "A", "1") + rename("a", "c"), "source_twice"],
    ["rename, then change the old name", rename("a", "c") + change("a", "A", "1"), "source_twice"],
    ["delete, then change", remove("a", "A") + change("a", "A", "1"), "source_twice"],
    ["delete twice", remove("a", "A") + remove("a", "A"), "source_twice"],
    ["create, then delete", create("c", "1") + remove("c", "1"), "result_lost"],
    ["change, then delete", change("a", "A", "1") + remove("a", "1"), "result_lost"],
    ["rename onto what is deleted later", rename("a", "b") + remove("b", "B"), "result_lost"],
  ])("refused: %s", (_, patch, reason) => {
    expect(refusal(tree, patch)).toMatchObject({ code: "patch_invalid", details: { reason } });
  });

  test("a rename of what an earlier rename would make is not found", () => {
    expect(refusal(treeOf({ a: "A\n" }), rename("a", "b") + rename("b", "c"))).toMatchObject({ code: "not_found", details: { path: "b" } });
  });

  test("a path below another one of the patch is refused where both would be files, and by scope always [#179]", () => {
    const scope = { sections: "scope" } as const;
    expect(refusal(tree, create("f", "1") + create("f/g", "2"))).toMatchObject({
      code: "patch_invalid",
      details: { reason: "nested_paths" },
    });
    expect(refusal(tree, change("a", "A", "1") + create("a/x", "2")).details).toMatchObject({ reason: "nested_paths", path: "a/x" });
    for (const patch of [create("f", "1") + create("f/g", "2"), remove("a", "A") + create("a/x", "1"), rename("a", "a/x")]) {
      expect(refusal(tree, patch, scope)).toMatchObject({ code: "patch_invalid", details: { reason: "nested_paths" } });
    }
    expect(apply({}, create("f", "1") + create("f-g", "2") + create("f.h", "3"))).toEqual(treeOf({ f: "1\n", "f-g": "2\n", "f.h": "3\n" }));
  });

  test("scope takes no path twice", () => {
    const scope = { sections: "scope" } as const;
    expect(refusal(tree, change("a", "A", "1") + change("a", "1", "2"), scope).details).toMatchObject({
      reason: "path_twice",
      path: "a",
      patchLine: 7,
    });
    expect(refusal(tree, rename("a", "b") + rename("b", "a"), scope).details).toMatchObject({ reason: "path_twice", path: "b" });
    expect(apply(tree, change("a", "A", "1"), scope)).toEqual(treeOf({ a: "1\n", b: "B\n" }));
  });
});
