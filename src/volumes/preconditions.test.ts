import { describe, expect, test } from "vitest";
import { encode } from "../core/text.ts";
import { createMemoryVolume } from "./memory.ts";
import { checkBatch } from "./preconditions.ts";
import type { Tree } from "./preconditions.ts";
import type { Change, Volume } from "./volume.ts";

const host = { by: "host" } as const;

function counting(volume: Volume): { readonly tree: Tree; calls(): number } {
  let calls = 0;
  const tree: Tree = {
    capabilities: volume.capabilities,
    entry(path) {
      calls += 1;
      return volume.entry(path);
    },
    children(directory) {
      calls += 1;
      return volume.children(directory);
    },
  };
  return { tree, calls: () => calls };
}

/** `count` directories, then as many changes: each directory moved to a new name, twice, with a put below it in between. */
function renames(count: number): { readonly setup: Change[]; readonly changes: Change[] } {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return {
    setup: numbers.flatMap((n): Change[] => [
      { op: "mkdir", path: `/workspace/d${n}` },
      { op: "put", path: `/workspace/d${n}/file`, bytes: encode("x") },
    ]),
    changes: [
      ...numbers.map((n): Change => ({ op: "rename", from: `/workspace/d${n}`, to: `/workspace/e${n}` })),
      ...numbers.map((n): Change => ({ op: "put", path: `/workspace/e${n}/file`, bytes: encode("y") })),
    ],
  };
}

function callsFor(count: number): number {
  const { setup, changes } = renames(count);
  const volume = createMemoryVolume();
  void volume.commit({ changes: setup, origin: host });
  const { tree, calls } = counting(volume);
  checkBatch(tree, changes);
  return calls();
}

describe("the cost of a check", () => {
  test("grows with the batch, not with its square, when half of 10,000 changes move directories", () => {
    // Per pair: the source, the free destination, and the file below the moved directory; once: "/" and "/workspace".
    expect(callsFor(5_000)).toBe(3 * 5_000 + 2);
  });

  test("does not depend on how often a directory has moved before", () => {
    const volume = createMemoryVolume({ files: { "d0/file": "x" } });
    const { tree, calls } = counting(volume);
    const moves = Array.from({ length: 1_000 }, (_, n): Change => ({ op: "rename", from: `/workspace/d${n}`, to: `/workspace/d${n + 1}` }));
    checkBatch(tree, [...moves, { op: "put", path: "/workspace/d1000/file", bytes: encode("y"), expect: "1" }]);
    // "/", "/workspace", the source, 1,000 free destinations, the file.
    expect(calls()).toBe(1_004);
  });

  test("does not depend on the size of the tree", () => {
    const files = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`d/f${n}`, ""]));
    const { tree, calls } = counting(createMemoryVolume({ files }));
    checkBatch(tree, [
      { op: "rename", from: "/workspace/d", to: "/workspace/e" },
      { op: "remove", path: "/workspace/e/f7" },
    ]);
    expect(calls()).toBe(5);
  });
});

describe("what a check returns", () => {
  test("the tree's own entries where the batch has not been", () => {
    const volume = createMemoryVolume({ files: { a: "one", "d/b": "two" } });
    const states = checkBatch(volume, [
      { op: "put", path: "/workspace/a", bytes: encode("1") },
      { op: "put", path: "/workspace/new", bytes: encode("1") },
      { op: "rename", from: "/workspace/d", to: "/workspace/e" },
      { op: "remove", path: "/workspace/e/b" },
      { op: "mkdir", path: "/workspace/d" },
    ]);
    expect(states).toEqual([
      { entry: volume.entry("/workspace/a") },
      {},
      { entry: volume.entry("/workspace/d") },
      { entry: volume.entry("/workspace/d/b") },
      {},
    ]);
  });

  test("what the batch itself wrote, with its bytes and no version", () => {
    const volume = createMemoryVolume({ files: { a: "one" } });
    const id = volume.entry("/workspace/a")?.id;
    const states = checkBatch(volume, [
      { op: "put", path: "/workspace/a", bytes: encode("22"), executable: true },
      { op: "put", path: "/workspace/a", bytes: encode("3") },
      { op: "put", path: "/workspace/b", bytes: encode("4") },
      { op: "mode", path: "/workspace/b", executable: true },
      { op: "remove", path: "/workspace/b" },
    ]);
    const written = { kind: "file", id: 0, version: "", size: 1 };
    expect(states[1]).toEqual({ entry: { kind: "file", id, version: "", size: 2, executable: true }, bytes: encode("22") });
    expect(states[3]).toEqual({ entry: { ...written, executable: false }, bytes: encode("4") });
    expect(states[4]).toEqual({ entry: { ...written, executable: true }, bytes: encode("4") });
  });

  test("the tree is not touched", () => {
    const volume = createMemoryVolume({ files: { a: "one" } });
    checkBatch(volume, [{ op: "remove", path: "/workspace/a" }]);
    expect(volume.entry("/workspace/a")).toMatchObject({ kind: "file", size: 3 });
  });
});

describe("a volume that lacks a capability", () => {
  const whole = createMemoryVolume({ files: { a: "one" } });
  const tree: Tree = {
    capabilities: { symlinks: false, modes: false },
    entry: (path) => whole.entry(path),
    children: (directory) => whole.children(directory),
  };

  test("refuses links", () => {
    expect(() => checkBatch(tree, [{ op: "symlink", path: "/workspace/l", target: "a" }])).toThrow(
      expect.objectContaining({ code: "unavailable", details: expect.objectContaining({ what: "symlink" }) }),
    );
  });

  test("refuses modes, but not a put with one", () => {
    checkBatch(tree, [{ op: "put", path: "/workspace/a", bytes: encode(""), executable: true }]);
    expect(() => checkBatch(tree, [{ op: "mode", path: "/workspace/a", executable: true }])).toThrow(
      expect.objectContaining({ code: "unavailable", details: expect.objectContaining({ what: "mode" }) }),
    );
  });
});
