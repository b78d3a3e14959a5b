import { describe, expect, test } from "vitest";
import { encode } from "../core/text.ts";
import { withLatency } from "./latency.ts";
import { createMemoryVolume } from "./memory.ts";
import { withQuota } from "./quota.ts";
import type { Change, Volume } from "./volume.ts";

const put = (name: string, content: string): Change => ({ op: "put", path: `/workspace/${name}`, bytes: encode(content) });
const remove = (name: string): Change => ({ op: "remove", path: `/workspace/${name}` });
const commit = (volume: Volume, ...changes: Change[]) => volume.commit({ changes, origin: { by: "host" } });
const noSpace = (limit: number, unit: string) =>
  expect.objectContaining({ code: "no_space", status: "rejected", details: { limit, unit } });
const sizes = (volume: Volume) =>
  volume
    .children({ kind: "directory", id: volume.entry("/workspace")?.id ?? 0 })
    .map(({ name, entry }) => [name, entry.kind === "file" ? entry.size : 0]);

describe("bytes", () => {
  test("the last byte fits, one more does not, and the tree is unchanged", () => {
    const volume = withQuota(createMemoryVolume({ files: { a: "1234" } }), { maxBytes: 10 });
    void commit(volume, put("b", "123456"));
    expect(() => commit(volume, remove("a"), put("c", "12345"))).toThrow(noSpace(10, "bytes"));
    expect(sizes(volume)).toEqual([
      ["a", 4],
      ["b", 6],
    ]);
  });

  test("a replaced file counts once", () => {
    const volume = withQuota(createMemoryVolume({ files: { a: "1234567890" } }), { maxBytes: 10 });
    void commit(volume, put("a", "abcdefghij"), put("a", "klmnopqrst"));
    expect(sizes(volume)).toEqual([["a", 10]]);
  });

  test("what is removed can be used again, also in the same batch", () => {
    const volume = withQuota(createMemoryVolume({ files: { a: "1234567890" } }), { maxBytes: 10 });
    void commit(volume, remove("a"), put("b", "12345"));
    void commit(volume, put("c", "12345"));
    expect(sizes(volume)).toEqual([
      ["b", 5],
      ["c", 5],
    ]);
  });

  test("a volume that was too full from the start can be cleared, and not filled", () => {
    const volume = withQuota(createMemoryVolume({ files: { a: "1234567890", b: "1234567890" } }), { maxBytes: 5, maxEntries: 1 });
    expect(() => commit(volume, put("a", "12345678901"))).toThrow(noSpace(5, "bytes"));
    void commit(volume, put("a", "123456789"));
    void commit(volume, { op: "rename", from: "/workspace/a", to: "/workspace/c" });
    void commit(volume, remove("b"));
    void commit(volume, remove("c"));
    expect(sizes(volume)).toEqual([]);
  });

  test("commits made beside it count", () => {
    const memory = createMemoryVolume();
    const volume = withQuota(memory, { maxBytes: 10 });
    void commit(memory, put("a", "12345678"));
    expect(() => commit(volume, put("b", "123"))).toThrow(noSpace(10, "bytes"));
  });

  test("commits under way count: two that would fit alone do not both fit", async () => {
    const volume = withQuota(
      withLatency(createMemoryVolume(), () => Promise.resolve()),
      { maxBytes: 10 },
    );
    const first = commit(volume, put("a", "123456"));
    expect(() => commit(volume, put("b", "123456"))).toThrow(noSpace(10, "bytes"));
    await first;
    await commit(volume, put("b", "1234"));
    expect(sizes(volume)).toEqual([
      ["a", 6],
      ["b", 4],
    ]);
  });

  test("a commit under way that is refused gives back what it had taken", async () => {
    const memory = createMemoryVolume({ files: { gone: "" } });
    const volume = withQuota(
      withLatency(memory, () => Promise.resolve()),
      { maxBytes: 10 },
    );
    const refused = commit(volume, put("a", "123456"), remove("gone"));
    void commit(memory, remove("gone"));
    await expect(refused).rejects.toMatchObject({ code: "not_found" });
    await commit(volume, put("b", "1234567890"));
    expect(sizes(volume)).toEqual([["b", 10]]);
  });
});

describe("entries", () => {
  test("files, directories and links count, the root does not", () => {
    // "/workspace" is one.
    const volume = withQuota(createMemoryVolume(), { maxEntries: 4 });
    void commit(volume, put("a", ""), { op: "mkdir", path: "/workspace/d" }, { op: "symlink", path: "/workspace/l", target: "a" });
    expect(() => commit(volume, { op: "mkdir", path: "/workspace/e" })).toThrow(noSpace(4, "entries"));
    void commit(volume, put("a", "again"), { op: "rename", from: "/workspace/d", to: "/workspace/e" });
    void commit(volume, remove("l"), put("b", ""));
    expect(sizes(volume).map(([name]) => name)).toEqual(["a", "b", "e"]);
  });

  test("what stands deep in the tree at first counts", () => {
    const volume = withQuota(createMemoryVolume({ files: { "a/b/c": "" } }), { maxEntries: 4 });
    expect(() => commit(volume, put("d", ""))).toThrow(noSpace(4, "entries"));
  });
});

test("a batch that is refused for another reason says that reason", () => {
  const volume = withQuota(createMemoryVolume(), { maxBytes: 0 });
  expect(() => commit(volume, put("missing/a", "123"))).toThrow(expect.objectContaining({ code: "not_found" }));
});
