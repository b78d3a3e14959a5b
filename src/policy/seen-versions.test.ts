import { describe, expect, test } from "vitest";
import type { FileEntry } from "../volumes/volume.ts";
import { createSeenVersions } from "./seen-versions.ts";

const file = (version: string, size: number): FileEntry => ({ kind: "file", id: 1, version, size, executable: false });

function seenOf(sizes: Readonly<Record<string, number>>, mostBytes: number) {
  const seen = createSeenVersions(mostBytes);
  for (const [path, size] of Object.entries(sizes)) seen.set(path, { version: `v${path}`, entry: file(`v${path}`, size) });
  return { ...seen, held: () => Object.keys(sizes).filter((path) => seen.get(path)?.entry !== undefined) };
}

describe("old texts", () => {
  test("are let go where they take too many bytes, the first outdated first; their versions stay", () => {
    const seen = seenOf({ "/a": 4, "/b": 4, "/c": 4 }, 8);
    for (const path of ["/b", "/a", "/c", "/unseen"]) seen.outdate(path);
    expect(seen.held()).toEqual(["/a", "/c"]);
    expect(seen.get("/b")).toEqual({ version: "v/b", entry: undefined });
  });

  test("that are too large by themselves are let go, and nothing else is", () => {
    const seen = seenOf({ "/small": 1, "/large": 9 }, 8);
    seen.outdate("/large");
    seen.outdate("/small");
    expect(seen.held()).toEqual(["/small"]);
  });

  test("of what was not outdated are not counted", () => {
    const seen = seenOf({ "/a": 8, "/b": 8 }, 8);
    seen.outdate("/a");
    expect(seen.held()).toEqual(["/a", "/b"]);
  });

  test("are not counted any more when they are seen anew, moved or deleted, nor twice", () => {
    const seen = seenOf({ "/a": 8, "/d/b": 8, "/c": 8 }, 8);
    seen.outdate("/a");
    seen.outdate("/a");
    seen.set("/a", { version: "2", entry: file("2", 8) });
    seen.outdate("/d/b");
    seen.move("/d", "/e");
    expect(seen.get("/e/b")).toMatchObject({ version: "v/d/b" });
    expect(seen.get("/d/b")).toBeUndefined();
    seen.outdate("/c");
    seen.delete("/c");
    seen.outdate("/a");
    expect(seen.get("/a")).toMatchObject({ version: "2", entry: { size: 8 } });
  });
});
