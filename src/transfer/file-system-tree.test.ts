import * as fc from "fast-check";
import { createFsFromVolume, Volume as MemfsVolume } from "memfs";
import { describe, expect, test } from "vitest";
import { trees, wholeTree } from "../../test/support/whole-tree.ts";
import { refusal } from "../../test/support/workspace.ts";
import type { Files } from "../volumes/files.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import type { Volume } from "../volumes/volume.ts";
import { copy } from "./copy.ts";
import { fromFiles, toFiles, toFileSystemTree } from "./file-system-tree.ts";

/** A tree as it comes back through values, which have no place for the executable bit. */
function withoutModes(volume: Volume): Map<string, unknown> {
  const tree = [...wholeTree(volume, "/tree")];
  return new Map(tree.map(([path, leaf]) => [path, typeof leaf === "object" && "bytes" in leaf ? { ...leaf, executable: false } : leaf]));
}

describe("values and back", () => {
  test.each([
    { shape: "FileSystemTree", write: async (source: Volume): Promise<Files> => (await toFileSystemTree(source, { from: "/tree" })).tree },
    { shape: "toJSON", write: async (source: Volume): Promise<Files> => (await toFiles(source, { from: "/tree" })).files },
  ])("a $shape holds every byte and every link", async ({ write }) => {
    await fc.assert(
      fc.asyncProperty(trees(), async (source) => {
        const destination = createMemoryVolume();
        await copy(fromFiles(await write(source)), destination, { to: "/there" });
        expect(wholeTree(destination, "/there")).toEqual(withoutModes(source));
      }),
    );
  });

  const source = createMemoryVolume({
    root: "/",
    files: { "a.txt": "é\n", "d/b.bin": new Uint8Array([0, 255]), "d/c": { file: { symlink: "../a.txt" } }, e: null, "node_modules/x": "" },
  });

  test("a FileSystemTree is WebContainer's: text as text, other bytes as bytes", async () => {
    const { tree, report } = await toFileSystemTree(source, { from: "/" });
    expect(tree).toEqual({
      "a.txt": { file: { contents: "é\n" } },
      d: { directory: { "b.bin": { file: { contents: new Uint8Array([0, 255]) } }, c: { file: { symlink: "../a.txt" } } } },
      e: { directory: {} },
    });
    expect(report).toMatchObject({ files: 2, directories: 2, links: 1, skipped: { derived: 1 } });
  });

  test("toFiles is memfs's toJSON, with null for empty directories only", async () => {
    const { files } = await toFiles(source, { from: "/" });
    expect(files).toEqual({
      "a.txt": "é\n",
      "d/b.bin": new Uint8Array([0, 255]),
      "d/c": { file: { symlink: "../a.txt" } },
      e: null,
    });
  });

  test("what memfs wrote is read, and memfs reads what is written", async () => {
    const theirs = MemfsVolume.fromJSON({ "/p/a.txt": "a", "/p/b/c.txt": "c", "/p/empty": null });
    const volume = createMemoryVolume();
    await copy(fromFiles(theirs.toJSON()), volume, { to: "/tree" });
    const { files } = await toFiles(volume, { from: "/tree" });
    expect(files).toEqual({ "p/a.txt": "a", "p/b/c.txt": "c", "p/empty": null });
    const again = createFsFromVolume(MemfsVolume.fromJSON(files as Record<string, string | null>, "/"));
    expect(again.readFileSync("/p/b/c.txt", "utf8")).toBe("c");
  });

  test("what is no tree is refused with the place", async () => {
    const files = { d: { directory: { "a/b": { file: { contents: "" } } } } };
    expect(await refusal(copy(fromFiles(files), createMemoryVolume()))).toMatchObject({
      code: "invalid_arguments",
      details: { issues: [{ at: "files.d.directory.a/b" }] },
    });
  });
});
