import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { batches, linesOf, outcomeOf } from "../../test/support/volume-model.ts";
import { decode, encode } from "../core/text.ts";
import { withForks, type ForkableVolume } from "./forks.ts";
import { withLatency } from "./latency.ts";
import { createMemoryVolume } from "./memory.ts";
import type { Batch, Change, FileEntry, Volume } from "./volume.ts";

const at = (name: string): string => `/workspace/${name}`;
const put = (name: string, text: string): Change => ({ op: "put", path: at(name), bytes: encode(text) });
const mkdir = (name: string): Change => ({ op: "mkdir", path: at(name) });
const remove = (name: string): Change => ({ op: "remove", path: at(name) });
const rename = (from: string, to: string): Change => ({ op: "rename", from: at(from), to: at(to) });
const commit = (volume: Volume, ...changes: Change[]) => volume.commit({ changes, origin: { by: "host" } });
const read = (volume: Volume, name: string) => decode(volume.read(volume.entry(at(name)) as FileEntry) as Uint8Array);
const forkable = (files: Readonly<Record<string, string>> = {}) => withForks(createMemoryVolume({ files }));

describe("a fork", () => {
  test("sees what was there, and what is changed in it, and the volume does not", async () => {
    const volume = forkable({ a: "1", b: "2" });
    const { volume: fork } = volume.fork("try");
    await commit(fork, put("a", "changed"), put("c", "new"), remove("b"));
    expect([read(fork, "a"), read(fork, "c"), fork.entry(at("b"))]).toEqual(["changed", "new", undefined]);
    expect([read(volume, "a"), read(volume, "b"), volume.entry(at("c"))]).toEqual(["1", "2", undefined]);
  });

  test("does not see what is changed below it: not a rewritten file, not one that went, not a moved directory", async () => {
    const volume = forkable({ a: "1", b: "2", "src/x": "3" });
    const { volume: fork } = volume.fork("try");
    const before = linesOf(fork);
    await commit(volume, put("a", "changed"), remove("b"), rename("src", "lib"), put("lib/x", "changed"), put("c", "new"));
    await commit(volume, put("a", "again"), mkdir("src"), put("src/x", "another"));
    expect(linesOf(fork)).toEqual(before);
    expect(["a", "b", "src/x"].map((name) => read(fork, name))).toEqual(["1", "2", "3"]);
  });

  test("costs its changes: a directory that nobody changed is the volume's own listing", () => {
    const volume = forkable({ "src/a": "1", "docs/b": "2" });
    const { volume: fork } = volume.fork("try");
    void commit(fork, put("src/a", "changed"));
    const docs = volume.entry(at("docs"));
    if (docs?.kind !== "directory") throw new Error("no directory");
    expect(fork.children(docs)).toBe(volume.children(docs));
  });

  test("an older entry of a file gives its own bytes, or is stale, and that of a removed one is not found", () => {
    const volume = forkable({ a: "1" });
    const { volume: fork } = volume.fork("try");
    const first = fork.entry(at("a")) as FileEntry;
    void commit(fork, put("a", "2"));
    const second = fork.entry(at("a")) as FileEntry;
    void commit(fork, put("a", "3"), put("own", "1"));
    const own = { ...(fork.entry(at("own")) as FileEntry) };
    void commit(fork, put("own", "2"));
    expect(decode(fork.read(first) as Uint8Array)).toBe("1");
    expect(decode(fork.read(second) as Uint8Array)).toBe("2");
    expect(() => fork.read(own)).toThrow(expect.objectContaining({ code: "stale_version" }));
    void commit(fork, remove("a"));
    expect(() => fork.read(first)).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  test("what a fork makes never has an id or a version of the volume's, nor of another fork's", () => {
    const volume = forkable({ a: "1" });
    const forks = [volume.fork("one").volume, volume.fork("two").volume];
    for (const each of [volume, ...forks]) void commit(each, put("new", "x"), put("a", "y"));
    const entries = [volume, ...forks].map((each) => each.entry(at("new")) as FileEntry);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
    expect(new Set(entries.map(({ version }) => version)).size).toBe(3);
  });

  test("of a volume whose reads take time sees the bytes that a commit below was about to take away", async () => {
    const volume = withForks(withLatency(createMemoryVolume({ files: { a: "1" } }), () => Promise.resolve()));
    const { volume: fork } = volume.fork("try");
    await commit(volume, put("a", "2"));
    expect(decode(await fork.read(fork.entry(at("a")) as FileEntry))).toBe("1");
  });
});

describe("what others changed in the volume's storage", () => {
  /** Commits come as somebody else's do: nobody hears of them before. */
  function withOthers(files: Readonly<Record<string, string>>): { readonly volume: ForkableVolume; readonly storage: Volume } {
    const storage = createMemoryVolume({ files });
    return { volume: withForks(storage), storage };
  }
  const externally = (volume: Volume, ...changes: Change[]) => volume.commit({ changes, origin: { by: "external" } });

  test("is not seen in a fork's tree, and a file that it rewrote is read as it was or stale, never as it is", () => {
    const { volume, storage } = withOthers({ a: "1", "src/x": "2", "src/y": "3" });
    const { volume: fork } = volume.fork("try");
    const names = linesOf(fork).map((line) => (JSON.parse(line) as [string])[0]);
    const copy = { ...(fork.entry(at("a")) as FileEntry) };
    void externally(storage, put("a", "newer"), remove("src/x"), remove("src/y"), remove("src"), mkdir("lib"), put("lib/z", "new"));
    expect(linesOf(fork).map((line) => (JSON.parse(line) as [string])[0])).toEqual(names);
    expect(() => fork.read(copy)).toThrow(expect.objectContaining({ code: "stale_version" }));
    expect(() => fork.read(fork.entry(at("src/x")) as FileEntry)).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  test("is taken back in a directory that moved, too", () => {
    const { volume, storage } = withOthers({ "src/x": "2", "src/deep/y": "3" });
    const { volume: fork } = volume.fork("try");
    const before = linesOf(fork);
    void externally(storage, rename("src", "lib"), rename("lib/deep", "deep"), rename("lib/x", "deep/x"), put("lib/new", ""));
    expect(linesOf(fork)).toEqual(before);
  });
});

describe("merging", () => {
  test("gives the volume what the fork holds, and what was changed elsewhere stays", async () => {
    const volume = forkable({ a: "1", b: "2", "src/x": "3" });
    const fork = volume.fork("try");
    await commit(fork.volume, put("a", "fork"), rename("src", "lib"), mkdir("docs"), put("docs/one", "1"));
    await commit(volume, put("b", "volume"), mkdir("docs"), put("docs/two", "2"));
    expect(fork.conflicts()).toEqual([]);
    await commit(volume, ...fork.toMerge());
    expect(["a", "b", "lib/x", "docs/one", "docs/two"].map((name) => read(volume, name))).toEqual(["fork", "volume", "3", "1", "2"]);
  });

  test("of a directory that both made, and one side moved since, is a conflict on either side", async () => {
    for (const forkMoves of [true, false]) {
      const volume = forkable();
      const fork = volume.fork("try");
      await commit(fork.volume, mkdir("docs"));
      await commit(volume, mkdir("docs"));
      await commit(forkMoves ? fork.volume : volume, rename("docs", "notes"));
      expect(fork.conflicts()).toEqual([at("docs")]);
    }
  });

  test("names every path that both sides changed, or one below what the other moved", async () => {
    const volume = forkable({ a: "1", b: "2", "src/x": "3", "old/y": "4" });
    const fork = volume.fork("try");
    await commit(fork.volume, put("a", "fork"), put("src/x", "fork"), rename("old", "new"));
    await commit(volume, put("a", "volume"), rename("src", "lib"), put("old/z", "volume"), put("b", "volume"));
    expect(fork.conflicts()).toEqual([at("a"), at("old/z"), at("src/x")]);
  });

  test("keeps what was written once, also where others are made and removed between", async () => {
    const volume = forkable({ a: "1" });
    const fork = volume.fork("try");
    for (const text of ["2", "3", "4"]) await commit(fork.volume, put("a", text), mkdir("tmp"), remove("tmp"));
    const made = [mkdir("tmp"), remove("tmp")];
    expect(fork.toMerge()).toEqual([put("a", "4"), ...made, ...made, ...made]);
  });

  test("keeps what was written once, however often it was written over", async () => {
    const volume = forkable({ a: "1" });
    const fork = volume.fork("try");
    for (let index = 0; index < 200; index++) await commit(fork.volume, put("a", String(index)), put("b", String(index)));
    expect(fork.toMerge()).toEqual([put("a", "199"), put("b", "199")]);
  });
});

type Line = readonly [path: string, content: string];

/** What a tree holds, without ids and versions. */
function heldBy(volume: Volume): readonly Line[] {
  return linesOf(volume).map((line) => {
    const [path, { kind, executable, target }, content] = JSON.parse(line) as [string, Record<string, unknown>, string];
    return [path, JSON.stringify({ kind, executable, target, content })] as const;
  });
}

/** A volume of its own that holds the same. */
async function rebuilt(history: readonly Batch[]): Promise<Volume> {
  const volume = createMemoryVolume();
  for (const batch of history) await volume.commit(batch);
  return volume;
}

const steps = fc.array(fc.tuple(fc.constantFrom("volume", "fork"), batches), { maxLength: 40 });

describe("random changes on both sides", () => {
  test("each side is what its own changes make of the tree that was forked", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batches, { maxLength: 10 }), steps, async (shared, mixed) => {
        const volume = forkable();
        const done: Record<string, Batch[]> = { volume: [], fork: [] };
        for (const batch of shared) if (typeof (await outcomeOf(volume, batch)) !== "string") done["volume"]?.push(batch);
        done["fork"] = [...(done["volume"] ?? [])];
        const { volume: fork } = volume.fork("try");
        for (const [side, batch] of mixed) {
          if (typeof (await outcomeOf(side === "fork" ? fork : volume, batch)) !== "string") done[side]?.push(batch);
        }
        expect(heldBy(volume)).toEqual(heldBy(await rebuilt(done["volume"] ?? [])));
        expect(heldBy(fork)).toEqual(heldBy(await rebuilt(done["fork"])));
      }),
      { numRuns: 300 },
    );
  });

  test("without conflicts, a merge takes each path from the side that changed it", async () => {
    let merged = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(batches, { maxLength: 6 }),
        fc.array(batches, { maxLength: 2 }),
        fc.array(batches, { maxLength: 2 }),
        async (shared, ours, theirs) => {
          const volume = forkable();
          for (const batch of shared) await outcomeOf(volume, batch);
          const before = new Map(heldBy(volume));
          const fork = volume.fork("try");
          for (const batch of ours) await outcomeOf(fork.volume, batch);
          for (const batch of theirs) await outcomeOf(volume, batch);
          if (fork.conflicts().length > 0) return;
          merged += 1;
          const [ourTree, theirTree] = [new Map(heldBy(fork.volume)), new Map(heldBy(volume))];
          const expected = new Map<string, string>();
          for (const path of new Set([...ourTree.keys(), ...theirTree.keys()])) {
            const content = ourTree.get(path) === before.get(path) ? theirTree.get(path) : ourTree.get(path);
            if (content !== undefined) expected.set(path, content);
          }
          await commit(volume, ...fork.toMerge());
          expect(new Map(heldBy(volume))).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
    expect(merged).toBeGreaterThan(100);
  });
});
