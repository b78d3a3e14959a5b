import { describe, expect, test } from "vitest";
import { openWorkspace, refusal, treeOf, type TestFiles } from "../../test/support/workspace.ts";
import { fail } from "../core/errors.ts";
import { encode } from "../core/text.ts";
import type { Volume } from "../volumes/volume.ts";
import {
  createJournalGuard,
  createWriteJournal,
  isSameState,
  nothingThere,
  type JournalState,
  type WriteJournal,
} from "./write-journal.ts";

const host = { by: "host" } as const;

/** A journal that writes down what it is told, and what then stands at the path. */
function recording(log: string[], volume: () => Volume, refuse?: string): WriteJournal {
  const told = (what: string, path: string): void => {
    log.push(`${what} ${path.slice("/workspace/".length)}, ${volume().entry(path)?.kind ?? "nothing"} there`);
    if (what === refuse) throw fail("stale_version", { path });
  };
  return {
    maxStateBytes: 100,
    covers: (path) => path.includes("covered"),
    beginMutation: (path) => told("begin", path),
    beginDelete: (path) => told("delete", path),
    beginMove: (source) => told("move", source),
    resolveMutation: (path) => told("resolve", path),
    abandonMutation: (path) => told("abandon", path),
    removePublished: async () => false,
  };
}

async function open(files: TestFiles, settings: { readonly refuse?: string; readonly wrap?: (volume: Volume) => Volume } = {}) {
  const log: string[] = [];
  const journal = recording(log, () => workspace.volume, settings.refuse);
  const volume: Pick<Volume, "entry" | "read"> = {
    entry: (path) => workspace.volume.entry(path),
    read: (file) => workspace.volume.read(file),
  };
  const guards = [createJournalGuard({ volume, journalOf: () => journal })];
  const workspace = await openWorkspace(files, { guards, ...(settings.wrap && { wrap: settings.wrap }) });
  return { ...workspace, log };
}

function failing(volume: Volume): Volume {
  return {
    ...volume,
    commit(batch) {
      if (batch.origin.callId === "broken") throw fail("no_space", {});
      return volume.commit(batch);
    },
  };
}

describe("the order of calls", () => {
  test("begin, publish, resolve, for write, create, edit and patch [#63]", async () => {
    const { write, edit, apply, log } = await open({ "covered.txt": "1\n" });
    await write({ path: "covered.txt", content: "2\n" });
    await write({ path: "covered-new.txt", content: "x", expected: [{ path: "covered-new.txt", version: "absent" }] });
    await edit({ path: "covered.txt", edits: [{ oldString: "2", newString: "3" }] });
    await apply({ patch: "--- a/covered.txt\n+++ b/covered.txt\n@@ -1 +1 @@\n-3\n+4\n" });
    const both = ["begin covered.txt, file there", "resolve covered.txt, file there"];
    expect(log).toEqual([...both, "begin covered-new.txt, nothing there", "resolve covered-new.txt, file there", ...both, ...both]);
  });

  test("what begin refuses is not published [#64]", async () => {
    const { write, volume, log } = await open({ "covered.txt": "1" }, { refuse: "begin" });
    expect(await refusal(write({ path: "covered.txt", content: "2" }))).toMatchObject({ code: "stale_version", status: "rejected" });
    expect(treeOf(volume)).toEqual({ "covered.txt": "1" });
    expect(log).toEqual(["begin covered.txt, file there"]);
  });

  test("a publish that did not happen is abandoned [#66]", async () => {
    const { write, log } = await open({ "covered.txt": "1" }, { wrap: failing });
    await refusal(write({ path: "covered.txt", content: "2" }, { callId: "broken" }));
    expect(log).toEqual(["begin covered.txt, file there", "abandon covered.txt, file there"]);
  });

  test("a later change that is refused abandons the earlier ones", async () => {
    const { apply, log } = await open({ "covered-a": "a\n", "covered-b": "b\n" }, { refuse: "begin" });
    const patch = "--- a/covered-a\n+++ b/covered-a\n@@ -1 +1 @@\n-a\n+x\n--- a/covered-b\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n";
    expect((await refusal(apply({ patch }))).code).toBe("stale_version");
    expect(log.map((line) => line.split(",")[0])).toEqual(["delete covered-b", "begin covered-a", "abandon covered-b"]);
  });

  test("a delete begins before the file is gone, and is resolved or abandoned after [#67]", async () => {
    const { remove, log } = await open({ "covered.txt": "1" }, { wrap: failing });
    await refusal(remove({ path: "covered.txt" }, { callId: "broken" }));
    await remove({ path: "covered.txt" });
    expect(log).toEqual([
      "delete covered.txt, file there",
      "abandon covered.txt, file there",
      "delete covered.txt, file there",
      "resolve covered.txt, nothing there",
    ]);
  });

  test("what is not covered, or bound to no journal, is done alike and unrecorded [#70]", async () => {
    const { write, move, log, volume } = await open({ "other.txt": "1" });
    const plain = await openWorkspace({ "other.txt": "1" });
    const context = { callId: "c" };
    expect(await write({ path: "other.txt", content: "2" }, context)).toEqual(
      await plain.write({ path: "other.txt", content: "2" }, context),
    );
    expect(await move({ source: "other.txt", destination: "x" })).toEqual(await plain.move({ source: "other.txt", destination: "x" }));
    expect(treeOf(volume)).toEqual(treeOf(plain.volume));
    expect(log).toEqual([]);
  });

  test("each call reaches the journal bound to it [#71]", async () => {
    const logs: Record<string, string[]> = { outer: [], inner: [] };
    const journals = new Map(Object.entries(logs).map(([name, log]) => [name, recording(log, () => workspace.volume)]));
    const volume: Pick<Volume, "entry" | "read"> = {
      entry: (path) => workspace.volume.entry(path),
      read: (file) => workspace.volume.read(file),
    };
    const guards = [createJournalGuard({ volume, journalOf: ({ callId = "" }) => journals.get(callId.split("/")[0] ?? "") })];
    const workspace = await openWorkspace({ "covered.txt": "1" }, { guards });
    await Promise.all([
      workspace.write({ path: "covered.txt", content: "2" }, { callId: "outer/1" }),
      workspace.write({ path: "covered.txt", content: "3" }, { callId: "inner/1" }),
      workspace.write({ path: "covered-inner.txt", content: "3" }, { callId: "inner/2" }),
      workspace.write({ path: "covered.txt", content: "4" }, { callId: "nobody" }),
    ]);
    expect(logs["outer"]?.map((line) => line.split(",")[0])).toEqual(["begin covered.txt", "resolve covered.txt"]);
    expect(logs["inner"]?.map((line) => line.split(",")[0])).toEqual([
      "begin covered.txt",
      "resolve covered.txt",
      "begin covered-inner.txt",
      "resolve covered-inner.txt",
    ]);
  });

  test("a state larger than the journal takes is refused", async () => {
    const { write, remove, volume } = await open({ "covered-large": "x".repeat(101) });
    expect(await refusal(write({ path: "covered.txt", content: "x".repeat(101) }))).toMatchObject({ code: "file_too_large" });
    expect(await refusal(remove({ path: "covered-large" }))).toMatchObject({ code: "file_too_large", details: { limit: 100 } });
    expect(Object.keys(treeOf(volume))).toEqual(["covered-large"]);
  });
});

describe("a journal in memory", () => {
  const at = (name: string): string => `/workspace/${name}`;

  async function openWith(files: TestFiles, names: readonly string[], moves: readonly (readonly [string, string])[] = []) {
    const workspace = await openWorkspace(files);
    const { volume } = workspace;
    const pairs = moves.map(([source, destination]) => ({ source: at(source), destination: at(destination) }));
    const journal = await createWriteJournal({ volume, paths: names.map(at), moves: pairs });
    const guard = createJournalGuard({ volume, journalOf: () => journal });
    return { ...workspace.portsFor({ guards: [guard] }), host: workspace, volume, journal };
  }

  test("refuses when somebody else has changed what it knows [#65]", async () => {
    const { write, remove, host: other, volume } = await openWith({ "a.txt": "1", "b.txt": "1" }, ["a.txt", "b.txt"]);
    await write({ path: "a.txt", content: "2" });
    await write({ path: "a.txt", content: "3" });
    await other.write({ path: "a.txt", content: "theirs" });
    await other.write({ path: "b.txt", content: "theirs" });
    expect(await refusal(write({ path: "a.txt", content: "4" }))).toMatchObject({ code: "stale_version" });
    expect(await refusal(remove({ path: "b.txt" }))).toMatchObject({ code: "stale_version" });
    expect(treeOf(volume)).toEqual({ "a.txt": "theirs", "b.txt": "theirs" });
  });

  test("the same bytes put there by another are not its own", async () => {
    const { write, host: other } = await openWith({ "a.txt": "1" }, ["a.txt"]);
    await other.remove({ path: "a.txt" });
    await other.write({ path: "a.txt", content: "1" });
    expect(await refusal(write({ path: "a.txt", content: "2" }))).toMatchObject({ code: "stale_version" });
  });

  test("takes back exactly what was published, and nothing that has its name since [#68]", async () => {
    const { write, journal, host: other, volume } = await openWith({}, ["a.txt", "b.txt"]);
    const published: JournalState[] = [];
    const { resolveMutation } = journal;
    journal.resolveMutation = (path, state) => (published.push(state), resolveMutation(path, state));
    await write({ path: "a.txt", content: "1" });
    await write({ path: "b.txt", content: "1" });
    await other.remove({ path: "a.txt" });
    await other.write({ path: "a.txt", content: "1" });
    expect(await journal.removePublished(at("a.txt"), published[0] as JournalState)).toBe(false);
    expect(await journal.removePublished(at("b.txt"), published[1] as JournalState)).toBe(true);
    expect(treeOf(volume)).toEqual({ "a.txt": "1" });
    await other.remove({ path: "a.txt" });
    await volume.commit({ changes: [{ op: "mkdir", path: at("a.txt") }], origin: host });
    expect(await journal.removePublished(at("a.txt"), published[0] as JournalState)).toBe(false);
    expect(treeOf(volume)).toEqual({ "a.txt": null });
  });

  test("a move must be declared as a pair [#69]", async () => {
    const names = ["a.txt", "b.txt", "c.txt"];
    const { move, volume } = await openWith({ "a.txt": "1", "b.txt": "2", "free.txt": "3" }, names, [["a.txt", "moved.txt"]]);
    for (const [source, destination] of [
      ["a.txt", "c.txt"],
      ["b.txt", "moved.txt"],
      ["b.txt", "free2.txt"],
      ["free.txt", "c.txt"],
    ] as const)
      expect((await refusal(move({ source, destination }))).code).toBe("permission_denied");
    await move({ source: "a.txt", destination: "moved.txt" });
    expect(treeOf(volume)).toEqual({ "b.txt": "2", "free.txt": "3", "moved.txt": "1" });
  });

  test("a move of what another has changed is refused", async () => {
    const { move, host: other } = await openWith({ "a.txt": "1" }, [], [["a.txt", "b.txt"]]);
    await other.write({ path: "a.txt", content: "2" });
    expect(await refusal(move({ source: "a.txt", destination: "b.txt" }))).toMatchObject({ code: "stale_version" });
  });
});

describe("states", () => {
  const file = (text: string, more: object = {}): JournalState => ({ exists: true, kind: "file", bytes: encode(text), ...more });

  test("nothing equals nothing, and only that [#72]", () => {
    expect(isSameState(nothingThere, { exists: false })).toBe(true);
    expect(isSameState(nothingThere, file(""))).toBe(false);
    expect(isSameState(file(""), nothingThere)).toBe(false);
  });

  test("are compared by what they are and hold, and by identity where both have one", () => {
    expect(isSameState(file("a"), file("a", { id: 1, version: "1", executable: false }))).toBe(true);
    expect(isSameState(file("a", { id: 1 }), file("a", { id: 2 }))).toBe(false);
    expect(isSameState(file("a", { version: "1" }), file("a", { version: "2" }))).toBe(false);
    expect(isSameState(file("a"), file("b"))).toBe(false);
    expect(isSameState(file("a"), file("aa"))).toBe(false);
    expect(isSameState(file("a"), file("a", { executable: true }))).toBe(false);
    expect(isSameState({ exists: true, kind: "directory" }, file(""))).toBe(false);
  });
});
