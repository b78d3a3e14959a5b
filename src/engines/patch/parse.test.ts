import { describe, expect, test } from "vitest";
import { isPortsideError } from "../../core/errors.ts";
import { unpacked } from "./hunk-lines.ts";
import { mutationPaths, type ParseOptions, parsePatch, type Section } from "./parse.ts";

function faultsOf(patch: string, options?: ParseOptions): readonly (readonly [unknown, number])[] {
  try {
    parsePatch(patch, options);
  } catch (error) {
    if (!isPortsideError(error, "patch_invalid")) throw error;
    return (error.details.faults ?? []).map((fault) => [fault.details["reason"], fault.patchLine]);
  }
  return [];
}

function endpointsOf(patch: string): readonly Pick<Section, "kind" | "oldPath" | "newPath">[] {
  return parsePatch(patch).map(({ kind, oldPath, newPath }) => ({ kind, ...(oldPath && { oldPath }), ...(newPath && { newPath }) }));
}

const hunk = "@@ -1 +1 @@\n-a\n+b\n";

describe("what is no patch", () => {
  test.each([
    ["nothing", "", "blank"],
    ["blanks", " \n\t\r\n", "blank"],
    ["prose", "not a patch\n", "not_a_patch"],
  ])("%s", (_, patch, reason) => {
    expect(faultsOf(patch)).toEqual([[reason, 1]]);
  });

  test("a patch in another format is named", () => {
    expect(faultsOf("*** Begin Patch\n*** Update File: a\n@@\n-a\n+b\n*** End Patch\n")).toEqual([["begin_patch_envelope", 1]]);
  });
});

describe("names", () => {
  test("Git names lose one a/ or b/, traditional names the one they have, rename lines none [#171]", () => {
    expect(endpointsOf(`diff --git a/a/file b/a/file\n--- a/a/file\n+++ b/a/file\n${hunk}`)).toEqual([
      { kind: "modify", oldPath: "a/file", newPath: "a/file" },
    ]);
    expect(endpointsOf(`--- a/file\n+++ b/file\n${hunk}`)).toEqual([{ kind: "modify", oldPath: "file", newPath: "file" }]);
    expect(endpointsOf(`--- dir/file\n+++ dir/file\n${hunk}`)).toEqual([{ kind: "modify", oldPath: "dir/file", newPath: "dir/file" }]);
    expect(endpointsOf("diff --git a/b/x b/b/y\nrename from b/x\nrename to b/y\n")).toEqual([
      { kind: "rename", oldPath: "b/x", newPath: "b/y" },
    ]);
  });

  test("quoted names are decoded, names with blanks are whole [#172]", () => {
    const quoted = String.raw`"a/caf\303\251 \"q\"\t\\.txt" "b/caf\303\251 \"q\"\t\\.txt"`;
    expect(endpointsOf(`diff --git ${quoted}\nnew file mode 100644\n`)).toEqual([{ kind: "create", newPath: 'café "q"\t\\.txt' }]);
    expect(endpointsOf("diff --git a/x b/y b/x b/y\ndeleted file mode 100644\n")).toEqual([{ kind: "delete", oldPath: "x b/y" }]);
    expect(endpointsOf(`--- a/two words\t2024-01-02 03:04:05\n+++ b/two words\t\n${hunk}`)).toEqual([
      { kind: "modify", oldPath: "two words", newPath: "two words" },
    ]);
    expect(endpointsOf(`diff --git a/end  b/end \n--- a/end \n+++ b/end \n${hunk}`)).toEqual([
      { kind: "modify", oldPath: "end ", newPath: "end " },
    ]);
  });

  test.each([
    ["a time after blanks", "--- a/x 2024-01-02 03:04:05.000000000 +0100", "+++ b/x 2024-01-02 03:04:06.000000000 +0100", "x"],
    ["a spare copy on the left", "--- a/x.orig", "+++ b/x", "x"],
    ["a spare copy on the right", "--- a/x", "+++ b/x~", "x"],
    ["repeated slashes and dots", "--- a/d//./x", "+++ b/d//./x", "d/x"],
    ["an absolute name", "--- /repo/x", "+++ /repo/x", "/repo/x"],
    ["bytes of UTF-8", "--- a/日本", "+++ b/日本", "日本"],
  ])("traditional: %s", (_, from, to, path) => {
    expect(endpointsOf(`${from}\n${to}\n${hunk}`)).toEqual([{ kind: "modify", oldPath: path, newPath: path }]);
  });

  test("a time of 1970-01-01 UTC in any zone means that the side does not exist", () => {
    const added = "@@ -0,0 +1 @@\n+b\n";
    expect(endpointsOf(`--- x\t1970-01-01 01:00:00.000000000 +0100\n+++ x\t2024-01-02 03:04:05 +0100\n${added}`)).toEqual([
      { kind: "create", newPath: "x" },
    ]);
    expect(endpointsOf(`--- x\t2024-01-02 03:04:05 -0500\n+++ x\t1969-12-31 19:00:00 -0500\n@@ -1 +0,0 @@\n-a\n`)).toEqual([
      { kind: "delete", oldPath: "x" },
    ]);
    expect(endpointsOf(`--- x\t1970-01-01 01:00:00 -0100\n+++ x\t2024-01-02 03:04:05 -0100\n${hunk}`)).toEqual([
      { kind: "modify", oldPath: "x", newPath: "x" },
    ]);
  });

  test.each([".", "/", "d/", "d/.", ""])("%j is no path of a file", (path) => {
    const patch = `--- a/${path}\n+++ b/${path}\n${hunk}`;
    expect(faultsOf(patch)).toEqual([["bad_path", 1]]);
  });

  test("/dev/null is never an endpoint; . and / are no paths [#184]", () => {
    const create = "diff --git a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+n\n";
    const remove = "--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-o\n";
    expect(mutationPaths(parsePatch(create + remove))).toEqual(["new", "old"]);
    for (const path of [".", "/"]) expect(faultsOf(`--- ${path}\n+++ ${path}\n${hunk}`)).toEqual([["bad_path", 1]]);
  });

  test.each([
    ["no prefix in a Git header", `diff --git src/x src/x\n--- src/x\n+++ src/x\n${hunk}`, "missing_prefix", 1],
    ["+++ names another file", `diff --git a/x b/x\n--- a/x\n+++ b/other\n${hunk}`, "name_mismatch", 1],
    ["two names without a rename", "diff --git a/x b/y\nold mode 100644\nnew mode 100755\n", "name_mismatch", 1],
    ["a new file with an old name", `diff --git a/x b/x\nnew file mode 100644\n--- a/x\n+++ b/x\n${hunk}`, "name_mismatch", 1],
    ["only half of a rename", "diff --git a/x b/y\nrename from x\n", "malformed_header", 1],
    ["only the old name", "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n", "malformed_header", 3],
    ["only the new name", `diff --git a/x b/x\n+++ b/x\n${hunk}`, "malformed_header", 2],
    ["new and deleted", "diff --git a/x b/x\nnew file mode 100644\ndeleted file mode 100644\n", "malformed_header", 1],
    ["an open quote", `--- "a/x\n+++ "b/x"\n${hunk}`, "malformed_name", 1],
    ["not UTF-8", String.raw`--- "a/\377"` + `\n+++ b/x\n${hunk}`, "bad_path", 1],
  ])("refused: %s", (_, patch, reason, line) => {
    expect(faultsOf(patch)).toEqual([[reason, line]]);
  });
});

test("endpoints are both sides of a rename, not the source of a copy, each once, in order", () => {
  const patch =
    "diff --git a/old.txt b/new.txt\nrename from old.txt\nrename to new.txt\n" +
    "diff --git a/from b/copy\ncopy from from\ncopy to copy\n" +
    `diff --git a/new.txt b/new.txt\n--- a/new.txt\n+++ b/new.txt\n${hunk}`;
  expect(mutationPaths(parsePatch(patch))).toEqual(["copy", "new.txt", "old.txt"]);
});

describe("what stands around the sections", () => {
  test("mails, fences and prose are passed over", () => {
    const mail = "From 1234 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] x\n\n--- a line like a header\n---\n x | 2 +-\n\n";
    const patch = `${mail}diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n${hunk}-- \n2.39.5\n\n\`\`\`diff\n--- a/y\n+++ b/y\n${hunk}\`\`\`\nDone.\n`;
    expect(endpointsOf(patch).map((section) => section.newPath)).toEqual(["x", "y"]);
    expect(parsePatch(patch).map((section) => section.patchLine)).toEqual([8, 19]);
  });

  test.each([
    ["a hunk without a file", hunk, "stray_hunk", 1],
    ["a hunk after an empty line", `--- a/x\n+++ b/x\n${hunk}\n@@ -9 +9 @@\n-c\n+d\n`, "stray_hunk", 7],
    ["a binary notice", "Binary files a/x and b/x differ\n", "binary_patch", 1],
  ])("a lost part is a fault: %s", (_, patch, reason, line) => {
    expect(faultsOf(patch)).toEqual([[reason, line]]);
  });
});

describe("hunks", () => {
  const section = (text: string): string => `--- a/x\n+++ b/x\n${text}`;

  test("an empty line is an empty context line", () => {
    const [lines] = parsePatch(section("@@ -1,2 +1,2 @@\n\n-a\n+b\n")).flatMap(({ hunks }) => hunks.map((one) => unpacked(one.lines)));
    expect(lines?.map((line) => [line.kind, new TextDecoder().decode(line.bytes.subarray(line.start, line.end)), line.ending])).toEqual([
      ["context", "", "\n"],
      ["delete", "a", "\n"],
      ["add", "b", "\n"],
    ]);
  });

  test("counts that disagree with the lines are reported at the section's first line [#181]", () => {
    const files = `prose\n${section(hunk)}`;
    for (const text of ["@@ -1,2 +1 @@\n-a\n+b\n", "@@ -1 +1 @@\n-a\n+b\n more\n", "@@ -1 +1 @@\n-a\n-b\n+c\n"]) {
      expect(faultsOf(files + section(text))).toEqual([["hunk_counts", 7]]);
    }
  });

  test("negative positions have their own fault [#180]", () => {
    expect(faultsOf(section("@@ --1 +1 @@\n-a\n+b\n"))).toEqual([["negative_position", 3]]);
    expect(faultsOf(section("@@ -1 +1,-1 @@\n-a\n+b\n"))).toEqual([["negative_position", 3]]);
  });

  test.each([
    ["without ranges", "@@ @@\n-a\n+b\n", "malformed_hunk_header", 3],
    ["with dots", "@@ ... @@\n-a\n+b\n", "malformed_hunk_header", 3],
    ["context only", "@@ -1 +1 @@\n a\n", "unchanging_hunk", 3],
    ["cut inside a line", "@@ -1 +1 @@\n-a\n+b", "unfinished_line", 5],
    ["an added line too many", "@@ -1 +1,2 @@\n-a\n+b\n+c\n+d\n", "hunk_counts", 1],
    ["a deleted line too many", "@@ -1 +1 @@\n-a\n+b\n-c\n", "hunk_counts", 1],
    ["a list that is no signature", "@@ -1 +1 @@\n-a\n+b\n-- \nlist\n", "hunk_counts", 1],
    ["a marker inside the old side", "@@ -1,2 +1 @@\n-a\n\\ No newline at end of file\n-b\n+c\n", "misplaced_marker", 5],
    ["a marker inside the new side", "@@ -1,2 +1,2 @@\n-a\n+c\n\\ No newline at end of file\n b\n", "misplaced_marker", 6],
    ["no hunk after the names", "", "missing_hunks", 1],
  ])("refused: %s", (_, text, reason, line) => {
    expect(faultsOf(section(text))).toEqual([[reason, line]]);
  });

  test("a marker with which the text ends is none in twelve bytes, which git passes over, and one in thirteen", () => {
    expect(faultsOf(section("@@ -1 +1 @@\n-a\n+b\n\\ No newline"), { asGit: true })).toEqual([["hunk_counts", 1]]);
    expect(faultsOf(section("@@ -1 +1 @@\n-a\n+b\n\\ No newline "), { asGit: true })).toEqual([]);
  });

  test("a new file has no old lines", () => {
    expect(faultsOf(`diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n${hunk}`)).toEqual([["create_from_content", 1]]);
  });
});

describe("read kindly", () => {
  const kindly = (patch: string) => parsePatch(patch, { rescue: true });
  const refusedKindly = (patch: string): string => {
    try {
      kindly(patch);
    } catch (error) {
      return (error as { details: { reason: string } }).details.reason;
    }
    throw new Error("the patch was read");
  };

  test("a hunk that lost the only old line that it counts has no place", () => {
    expect(refusedKindly("--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n++ was context\n+new\n")).toBe("hunk_counts");
    expect(kindly("--- /dev/null\n+++ b/x\n@@ -0 +1 @@\n+a\n+b\n")[0]?.hunks[0]).toMatchObject({ oldLines: 0, newLines: 2 });
  });

  test("lines below a text would be lost, so there is no hunk above it", () => {
    expect(refusedKindly("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n+b\nno sign\n-c\n")).toBe("hunk_counts");
  });

  test("a fence closes a hunk that is whole, and is a line of the file in another one", () => {
    const names = "--- a/x\n+++ b/x\n";
    expect(refusedKindly(`${names}@@ -1,4 +1,2 @@\n-a\n\`\`\`\n-b\n c\n`)).toBe("hunk_counts");
    expect(kindly(`${names}@@ -1 +1 @@\n-a\n+b\n\`\`\`\n- that is all\n`)).toHaveLength(1);
  });

  test("a text that ends within a name, a mode or a marker is cut off", () => {
    const head = "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y";
    expect(refusedKindly(head)).toBe("unfinished_line");
    expect(refusedKindly("diff --git a/x b/x\nold mode 100644\nnew mode 100755")).toBe("unfinished_line");
    expect(refusedKindly("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of f")).toBe("unfinished_line");
    expect(refusedKindly("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\ndiff --g")).toBe("unfinished_line");
    expect(refusedKindly("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n@")).toBe("unfinished_line");
  });

  test("what promises hunks and has none has lost them", () => {
    expect(refusedKindly("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..c76c720\n")).toBe("missing_hunks");
    expect(refusedKindly("diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n")).toBe("missing_hunks");
    expect(kindly("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n")).toHaveLength(1);
  });

  test("an envelope needs its end", () => {
    expect(refusedKindly("*** Begin Patch\n*** Delete File: x\n")).toBe("unfinished_envelope");
    expect(kindly("*** Begin Patch\n*** Delete File: x\n*** End Patch")).toMatchObject([{ kind: "delete", oldPath: "x" }]);
  });
});

describe("sections without hunks", () => {
  test.each([
    ["nothing but names", "diff --git a/x b/x\nindex 1..2 100644\n", "no_effect"],
    ["the mode it has", "diff --git a/x b/x\nold mode 100644\nnew mode 100644\n", "no_effect"],
    ["a binary patch", "diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 1\n", "binary_patch"],
    ["a submodule", "diff --git a/x b/x\nnew file mode 160000\n", "submodule"],
    ["an unknown mode", "diff --git a/x b/x\nnew file mode 040000\n", "malformed_mode"],
  ])("refused: %s", (_, patch, reason) => {
    expect(faultsOf(patch)[0]?.[0]).toBe(reason);
  });

  test("scope refuses mode-only changes, binary patches, copies and sections with nothing in them [#170]", () => {
    const scope = { sections: "scope" } as const;
    expect(faultsOf("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", scope)).toEqual([["mode_only_refused", 1]]);
    expect(faultsOf("diff --git a/x b/x\nindex 1..2\nBinary files a/x and b/x differ\n", scope)[0]).toEqual(["binary_patch", 1]);
    expect(faultsOf("diff --git a/x b/y\ncopy from x\ncopy to y\n", scope)).toEqual([["copy_refused", 1]]);
    expect(faultsOf("diff --git a/x b/x\n", scope)).toEqual([["no_effect", 1]]);
  });
});

test("every broken section has its fault, and good ones around it have none", () => {
  const good = `--- a/x\n+++ b/x\n${hunk}`;
  const patch = `${good}--- a/y\n+++ b/y\n@@ -1,9 +1 @@\n-a\n+b\n${good}diff --git a/z b/z\nindex 1..2 100644\n`;
  expect(faultsOf(patch)).toEqual([
    ["hunk_counts", 6],
    ["no_effect", 16],
  ]);
});

test("a patch as bytes and as text are the same", () => {
  const patch = `--- a/é\n+++ b/é\n@@ -1 +1 @@\n-é\n+b\n`;
  expect(parsePatch(new TextEncoder().encode(patch))).toEqual(parsePatch(patch));
});
