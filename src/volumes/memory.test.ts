import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPortsideError } from "../core/errors.ts";
import { decode, encode } from "../core/text.ts";
import { createMemoryVolume } from "./memory.ts";
import type { Change, FileEntry, Volume } from "./volume.ts";

const host = { by: "host" } as const;

function commit(volume: Volume, ...changes: Change[]): void {
  void volume.commit({ changes, origin: host });
}

function file(volume: Volume, path: string): FileEntry {
  const entry = volume.entry(path);
  if (entry?.kind !== "file") throw new Error(`no file at ${path}`);
  return entry;
}

const text = (volume: Volume, entry: FileEntry) => decode(volume.read(entry) as Uint8Array);

describe("at first", () => {
  test("there is an empty workspace", () => {
    const volume = createMemoryVolume();
    expect(volume.name).toBe("memory");
    expect(volume.children({ kind: "directory", id: volume.entry("/workspace")?.id ?? 0 })).toEqual([]);
  });

  test("there are the files it was given, below the root it was given", () => {
    const volume = createMemoryVolume({ name: "demo", root: "/project/app", files: { "src/a.ts": "a" } });
    expect(volume.name).toBe("demo");
    expect(text(volume, file(volume, "/project/app/src/a.ts"))).toBe("a");
    expect(volume.entry("/workspace")).toBeUndefined();
  });

  test("files are one commit", () => {
    const volume = createMemoryVolume({ files: { a: "1", b: "2" } });
    expect(volume.commit({ changes: [], origin: host })).toMatchObject({ sequence: 2 });
  });
});

describe("time", () => {
  test("a commit is done when the call returns: nothing that waits its turn can create the destination first [#128]", async () => {
    const volume = createMemoryVolume({ files: { source: "moved" } });
    const rename: Change = { op: "rename", from: "/workspace/source", to: "/workspace/destination" };
    const racing = Promise.resolve().then(() =>
      commit(volume, { op: "put", path: "/workspace/destination", bytes: encode("created"), expect: "absent" }),
    );
    expect(volume.commit({ changes: [rename], origin: host })).not.toBeInstanceOf(Promise);
    await expect(racing).rejects.toMatchObject({ code: "already_exists" });
    expect(text(volume, file(volume, "/workspace/destination"))).toBe("moved");
  });

  test("a create that was first keeps what it made: the rename is refused", async () => {
    const volume = createMemoryVolume({ files: { source: "moved" } });
    const rename: Change = { op: "rename", from: "/workspace/source", to: "/workspace/destination" };
    commit(volume, { op: "put", path: "/workspace/destination", bytes: encode("created") });
    expect(() => commit(volume, rename)).toThrow(expect.objectContaining({ code: "already_exists" }));
    expect(text(volume, file(volume, "/workspace/destination"))).toBe("created");
    expect(text(volume, file(volume, "/workspace/source"))).toBe("moved");
  });
});

describe("older entries", () => {
  test("every version reads its own bytes as long as somebody holds its entry", () => {
    const volume = createMemoryVolume();
    const held = ["one", "two", "three"].map((content) => {
      commit(volume, { op: "put", path: "/workspace/a", bytes: encode(content) });
      return file(volume, "/workspace/a");
    });
    expect(held.map((entry) => text(volume, entry))).toEqual(["one", "two", "three"]);
  });

  test("an equal value reads like the entry itself while it is the newest, and is stale after that", () => {
    const volume = createMemoryVolume({ files: { a: "one" } });
    const copy = { ...file(volume, "/workspace/a") };
    expect(text(volume, copy)).toBe("one");
    commit(volume, { op: "put", path: "/workspace/a", bytes: encode("two") });
    expect(() => volume.read(copy)).toThrow(expect.objectContaining({ code: "stale_version" }));
  });

  test("a receipt's entry of a version that the same batch replaced is readable", () => {
    const volume = createMemoryVolume();
    const put = (content: string): Change => ({ op: "put", path: "/workspace/a", bytes: encode(content) });
    const receipt = volume.commit({ changes: [put("one"), put("two")], origin: host });
    if (receipt instanceof Promise) throw new Error("a promise");
    expect(receipt.entries.map((entry) => text(volume, entry as FileEntry))).toEqual(["one", "two"]);
  });
});

/** What a tree is, said in the simplest way: paths and what they hold; null is a directory, a link is its target in an array. */
type Model = ReadonlyMap<string, string | null | readonly [string]>;

const above = (path: string) => path.slice(0, path.lastIndexOf("/")) || "/";
const isBelow = (path: string, directory: string) => path.startsWith(`${directory}/`);

/** The model after the change, or undefined when it must be refused. */
function applied(model: Model, change: Change): Model | undefined {
  const next = new Map(model);
  const isFree = (path: string) => !model.has(path) && model.get(above(path)) === null;
  switch (change.op) {
    case "put":
      if (!isFree(change.path) && typeof model.get(change.path) !== "string") return undefined;
      return next.set(change.path, decode(change.bytes));
    case "mkdir":
      return isFree(change.path) ? next.set(change.path, null) : undefined;
    case "symlink":
      return isFree(change.path) ? next.set(change.path, [change.target]) : undefined;
    case "mode":
      return typeof model.get(change.path) === "string" ? next : undefined;
    case "remove":
      if (!model.has(change.path) || [...model.keys()].some((path) => isBelow(path, change.path))) return undefined;
      next.delete(change.path);
      return next;
    case "rename":
      return renamed(model, change.from, change.to);
  }
}

function renamed(model: Model, from: string, to: string): Model | undefined {
  if (!model.has(from) || isBelow(to, from) || model.has(to) || model.get(above(to)) !== null) return undefined;
  const moved = (path: string) => (path === from || isBelow(path, from) ? to + path.slice(from.length) : path);
  return new Map([...model].map(([path, value]) => [moved(path), value]));
}

function appliedBatch(model: Model, changes: readonly Change[]): Model | undefined {
  return changes.reduce<Model | undefined>((before, change) => before && applied(before, change), model);
}

function toModel(volume: Volume, path = "/", model = new Map<string, string | null | readonly [string]>()): Model {
  const entry = volume.entry(path);
  if (entry?.kind === "file") model.set(path, text(volume, entry));
  if (entry?.kind === "symlink") model.set(path, [entry.target]);
  if (entry?.kind !== "directory") return model;
  model.set(path, null);
  for (const { name } of volume.children(entry)) toModel(volume, path === "/" ? `/${name}` : `${path}/${name}`, model);
  return model;
}

// Few names, so that changes meet.
const paths = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }).map((names) => `/${names.join("/")}`);
const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ op: fc.constant("put" as const), path: paths, bytes: fc.string({ maxLength: 3 }).map(encode) }),
  fc.record({ op: fc.constant("mkdir" as const), path: paths }),
  fc.record({ op: fc.constant("mkdir" as const), path: paths }),
  fc.record({ op: fc.constant("symlink" as const), path: paths, target: paths }),
  fc.record({ op: fc.constant("mode" as const), path: paths, executable: fc.boolean() }),
  fc.record({ op: fc.constant("rename" as const), from: paths, to: paths }),
  fc.record({ op: fc.constant("remove" as const), path: paths }),
);

function tryCommit(volume: Volume, batch: readonly Change[]): boolean {
  try {
    commit(volume, ...batch);
    return true;
  } catch (error) {
    if (isPortsideError(error)) return false;
    throw error;
  }
}

describe("against a map of paths", () => {
  test("random batches are done or refused alike, and leave the same tree", () => {
    fc.assert(
      fc.property(fc.array(fc.array(changes, { minLength: 1, maxLength: 3 }), { maxLength: 40 }), (batches) => {
        const volume = createMemoryVolume({ root: "/" });
        let model: Model = new Map([["/", null]]);
        for (const batch of batches) {
          const next = appliedBatch(model, batch);
          expect(tryCommit(volume, batch)).toBe(next !== undefined);
          model = next ?? model;
          expect(toModel(volume)).toEqual(model);
        }
      }),
      { numRuns: 300 },
    );
  });
});
