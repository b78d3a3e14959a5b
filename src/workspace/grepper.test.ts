import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../test/support/workspace.ts";
import type { GrepLine, GrepResponse } from "../ports/grepper.ts";

function linesOf(response: GrepResponse): readonly GrepLine[] {
  return response.output === "content" ? response.lines : [];
}

/** A NUL at an offset, `hit` in the first line, in the line that holds the NUL, and in the one after. */
function withNulAt(offset: number): string {
  const filler = `${"x".repeat(63)}\n`.repeat(Math.ceil(offset / 64)).slice(0, offset - 9);
  return `hit\n${filler}\nhit \0\nhit\n`;
}

describe("files with a NUL", () => {
  test("one in the first 64 KiB hides the file, which is counted; a later one ends the search before its line [#230]", async () => {
    expect([withNulAt(65_535).indexOf("\0"), withNulAt(65_536).indexOf("\0")]).toEqual([65_535, 65_536]);
    const { grep } = await openWorkspace({ "early.dat": withNulAt(65_535), "late.dat": withNulAt(65_536), "text.txt": "hit\n" });
    const found = await grep({ pattern: "hit" });
    expect(linesOf(found).map(({ path, line }) => [path, line])).toEqual([
      ["late.dat", 1],
      ["text.txt", 1],
    ]);
    expect(found).toMatchObject({ filesSearched: 3, skipped: { binary: 1 }, truncated: false });
  });
});

describe("which files are searched", () => {
  const files = { "main.go": "x", "src/a.go": "x", "src/deep/b.go": "x", "src/a.ts": "x", "go/readme.md": "x" };

  test("a pattern without a slash means their name, one with a slash their path", async () => {
    const { grep } = await openWorkspace(files);
    const found = async (glob: string): Promise<readonly string[]> => linesOf(await grep({ pattern: "x", glob })).map(({ path }) => path);
    expect(await found("*.go")).toEqual(["main.go", "src/a.go", "src/deep/b.go"]);
    expect(await found("src/*.go")).toEqual(["src/a.go"]);
    expect(await found("**/*.go")).toEqual(["main.go", "src/a.go", "src/deep/b.go"]);
  });

  test("a path is that from the root, wherever the search begins", async () => {
    const { grep } = await openWorkspace(files);
    const found = await grep({ pattern: "x", path: "src", glob: "src/*.go" });
    expect(linesOf(found).map(({ path }) => path)).toEqual(["src/a.go"]);
    expect(linesOf(await grep({ pattern: "x", path: "src", glob: "deep/*.go" }))).toEqual([]);
  });
});

test("an empty pattern matches every line", async () => {
  const { grep } = await openWorkspace({ "a.txt": "one\n\nthree\n" });
  expect(linesOf(await grep({ pattern: "" })).map(({ line, text }) => [line, text])).toEqual([
    [1, "one"],
    [2, ""],
    [3, "three"],
  ]);
});
