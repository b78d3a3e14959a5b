import { describe, expect, test } from "vitest";
import { openWorkspace, refusal, type TestFiles } from "../../test/support/workspace.ts";
import { limits } from "../core/limits.ts";
import { decorate } from "../volumes/decorate.ts";
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

describe("an abort", () => {
  /** What a search of these files reads from its `asked`th read on, when that is where somebody asks for an abort, by an event as a page would. */
  async function workAfter(files: TestFiles, asked: number): Promise<{ readonly bytes: number; readonly entries: number }> {
    const controller = new AbortController();
    const after = { bytes: 0, entries: 0 };
    let reads = 0;
    const { grep } = await openWorkspace(files, {
      wrap: (volume) =>
        decorate(volume, {
          children(directory) {
            const children = volume.children(directory);
            if (reads >= asked) after.entries += children.length;
            return children;
          },
          read(file, start, end) {
            if (++reads === asked) setImmediate(() => controller.abort());
            if (reads > asked) after.bytes += file.size;
            return volume.read(file, start, end);
          },
        }),
    });
    expect(await refusal(grep({ pattern: "absent", includeIgnored: true }, { signal: controller.signal }))).toMatchObject({
      code: "aborted",
    });
    expect(reads).toBeGreaterThanOrEqual(asked);
    return after;
  }

  test.each([1, 2, 30, 64, 65, 100])("asked for while file %i is read is heard before 4 MiB more are", async (asked) => {
    const content = `${"x".repeat(63)}\n`.repeat(1_024);
    const files = Object.fromEntries(Array.from({ length: 256 }, (_, index) => [`${index}.txt`, content]));
    expect((await workAfter(files, asked)).bytes).toBeLessThanOrEqual(limits.yieldBytes);
  });

  test.each([1, 2, 3_000, 4_951])("asked for while small file %i is read is heard before 5,000 more entries are met", async (asked) => {
    const names = Array.from({ length: 120 * 99 }, (_, index) => `${Math.floor(index / 99)}/${index}.txt`);
    const { entries } = await workAfter(Object.fromEntries(names.map((name) => [name, "x"])), asked);
    expect(entries).toBeLessThanOrEqual(limits.yieldEntries);
  });

  test("is looked for after each MiB of a long file, and ends its search", async () => {
    const content = `hit\n${"x".repeat(60)}`.repeat(131_072);
    const { grep } = await openWorkspace({ "long.txt": content });
    let asked = 0;
    let abortsAt = Number.POSITIVE_INFINITY;
    const signal = Object.create(AbortSignal.prototype, { aborted: { get: () => ++asked >= abortsAt } }) as AbortSignal;
    const search = (): Promise<unknown> => grep({ pattern: "hit", path: "long.txt", output: "count" }, { signal });
    await search();
    expect(asked).toBeGreaterThanOrEqual(content.length / 1_048_576);
    [asked, abortsAt] = [0, 3];
    expect(await refusal(search())).toMatchObject({ code: "aborted" });
    expect(asked).toBe(3);
  });
});
