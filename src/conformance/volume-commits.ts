import type { Origin } from "../core/effects.ts";
import { encode } from "../core/text.ts";
import type { Changed, CommitEvent, Volume } from "../volumes/volume.ts";
import { check, checkEqual, checkFails } from "./check.ts";
import type { Case } from "./suite.ts";
import { mkdir, put, remove, rename, symlink, volumeCase } from "./volume-fixture.ts";
import type { Fixture } from "./volume-fixture.ts";

/** Batches, receipts, expectations, events, and what becomes of a volume that is closed. */
export const commitCases: readonly Case<Volume>[] = [
  volumeCase("each change sees what the earlier ones of its batch did", async ({ commit, names, text }) => {
    await commit(
      mkdir("a"),
      put("a/file", "1"),
      rename("a", "b"),
      put("b/file", "2"),
      mkdir("a"),
      rename("b/file", "a/file"),
      remove("b"),
      put("b", "a file now"),
    );
    checkEqual([names(""), names("a")], [["a", "b"], ["file"]], "names");
    checkEqual([await text("a/file"), await text("b")], ["2", "a file now"], "contents");
  }),

  volumeCase("two names can be exchanged in one batch", async ({ commit, text, file }) => {
    await commit(put("a", "from a"), put("b", "from b"));
    const ids = [file("a").id, file("b").id];
    await commit(rename("a", "c"), rename("b", "a"), rename("c", "b"));
    checkEqual([await text("a"), await text("b")], ["from b", "from a"], "contents");
    checkEqual([file("b").id, file("a").id], ids, "ids");
  }),

  volumeCase("a directory can move above its parent and back", async ({ commit, text, names }) => {
    await commit(mkdir("a"), mkdir("a/b"), put("a/b/c", "x"));
    await commit(rename("a/b", "b"), rename("a", "b/a"), put("b/a/d", "y"));
    checkEqual([names(""), names("b"), names("b/a")], [["b"], ["a", "c"], ["d"]], "names");
    checkEqual(await text("b/c"), "x", "content");
  }),

  volumeCase("a receipt has one entry for every change", async ({ commit, entry }) => {
    await commit(mkdir("old"));
    const { entries } = await commit(mkdir("d"), put("d/a", "x"), rename("d/a", "b"), remove("old"));
    checkEqual(entries, [entry("d"), entry("b"), entry("b"), undefined], "entries");
  }),

  volumeCase("sequence grows with every commit", async ({ commit }) => {
    const first = await commit(mkdir("a"));
    const second = await commit(mkdir("b"), mkdir("c"));
    const third = await commit(mkdir("d"));
    check(first.sequence < second.sequence && second.sequence < third.sequence, "a sequence that does not grow");
  }),

  volumeCase("an empty batch is a commit that changes nothing", async ({ snapshot, changedSince, commit }) => {
    const before = await snapshot();
    checkEqual((await commit()).entries, [], "entries");
    checkEqual(await changedSince(before), [], "changed paths");
  }),

  volumeCase("what is expected and is so is done", async ({ commit, file, directory, names }) => {
    await commit(put("a", "1", { expect: "absent" }));
    await commit(put("a", "2", { expect: file("a").version }));
    await commit(remove("a", file("a").version), mkdir("b"));
    await commit(remove("b", directory("b").id));
    checkEqual(names(""), [], "names");
  }),

  volumeCase("an id can be expected after put, and after the batch moved it", async ({ commit, file, names }) => {
    await commit(put("a", "1"));
    const { id } = file("a");
    await commit(put("a", "2"), rename("a", "b"), remove("b", id));
    checkEqual(names(""), [], "names");
  }),

  volumeCase("a version goes with a file that the batch moves", async ({ commit, file, text }) => {
    await commit(put("a", "1"));
    await commit(rename("a", "b"), put("b", "2", { expect: file("a").version }));
    checkEqual(await text("b"), "2", "content");
  }),

  volumeCase("a listener gets every commit, in order, with its origin", async (fixture) => {
    const events = watch(fixture);
    const origins: Origin[] = [{ by: "host" }, { by: "tool", actor: "main", turn: "t1", callId: "c1" }];
    const sequences: number[] = [];
    for (const [index, origin] of origins.entries()) {
      sequences.push((await fixture.commitAs(origin, mkdir(`d${index}`))).sequence);
    }
    checkEqual(
      events.map(({ sequence }) => sequence),
      sequences,
      "sequences",
    );
    checkEqual(
      events.map(({ origin }) => origin),
      origins,
      "origins",
    );
  }),

  volumeCase("an event says what stood at each path before and after", async (fixture) => {
    const { commit, entry, file, at } = fixture;
    await commit(mkdir("d"), put("d/a", "1"), put("gone", "x"));
    const before = { a: file("d/a"), d: entry("d"), gone: file("gone") };
    const events = watch(fixture);
    await commit(put("d/a", "22"), rename("d", "e"), remove("gone"), mkdir("new"));
    const expected: Changed[] = [
      { path: at("d/a"), before: before.a, after: file("e/a") },
      { path: at("e"), from: at("d"), before: before.d, after: entry("e") },
      { path: at("gone"), before: before.gone },
      { path: at("new"), after: entry("new") },
    ];
    checkEqual(
      events.flatMap(({ changed }) => changed),
      expected,
      "changed",
    );
  }),

  volumeCase(
    "an event of a link is an event like any other",
    async (fixture) => {
      const events = watch(fixture);
      await fixture.commit(symlink("link", "nowhere"));
      checkEqual(
        events.flatMap(({ changed }) => changed),
        [{ path: fixture.at("link"), after: fixture.entry("link") }],
        "changed",
      );
    },
    "symlinks",
  ),

  volumeCase("a listener sees the tree as the commit left it", async ({ volume, commit, at, entry }) => {
    const seen: (string | undefined)[] = [];
    volume.watch(() => seen.push(volume.entry(at("a"))?.kind));
    await commit(mkdir("a"));
    checkEqual([seen, entry("a")?.kind], [["directory"], "directory"], "kind at the time of the event");
  }),

  volumeCase("a listener that commits again does not reorder events", async ({ volume, commit, at }) => {
    const first: number[] = [];
    const second: number[] = [];
    let inner: unknown;
    volume.watch(({ sequence }) => {
      first.push(sequence);
      inner ??= volume.commit({ changes: [{ op: "mkdir", path: at("inner") }], origin: { by: "host" } });
    });
    volume.watch(({ sequence }) => second.push(sequence));
    await commit(mkdir("outer"));
    await inner;
    checkEqual(first.length, 2, "events");
    checkEqual(second, first, "what the other listener got");
    checkEqual(
      first.toSorted((a, b) => a - b),
      first,
      "order",
    );
  }),

  volumeCase("every call of watch counts, and ends by itself", async ({ volume, commit }) => {
    let calls = 0;
    const listener = () => void (calls += 1);
    const [endFirst, endSecond] = [volume.watch(listener), volume.watch(listener)];
    await commit(mkdir("a"));
    endFirst();
    endFirst();
    await commit(mkdir("b"));
    endSecond();
    await commit(mkdir("c"));
    checkEqual(calls, 3, "calls");
  }),

  volumeCase("a listener can end itself while it is called", async ({ volume, commit }) => {
    const calls: string[] = [];
    const end = volume.watch(() => {
      calls.push("first");
      end();
    });
    volume.watch(() => calls.push("second"));
    await commit(mkdir("a"));
    await commit(mkdir("b"));
    checkEqual(calls, ["first", "second", "second"], "calls");
  }),

  volumeCase("committed tells the last commit of a call", async ({ volume, commitAs }) => {
    const origin: Origin = { by: "tool", callId: "c1" };
    checkEqual(volume.committed("c1"), undefined, "before");
    await commitAs(origin, mkdir("a"));
    const { sequence } = await commitAs(origin, mkdir("b"));
    await commitAs({ by: "tool", callId: "c2" }, mkdir("c"));
    checkEqual([volume.committed("c1"), volume.committed("c3")], [sequence, undefined], "sequence");
  }),

  volumeCase("committed knows the last 10,000 calls", async ({ volume, commit, commitAs }) => {
    await commit(put("a", ""));
    const { sequence } = await commitAs({ by: "tool", callId: "0" }, rename("a", "b"));
    for (let call = 1; call < 10_000; call++) {
      await commitAs({ by: "tool", callId: String(call) }, call % 2 === 0 ? rename("a", "b") : rename("b", "a"));
    }
    checkEqual(volume.committed("0"), sequence, "sequence of the oldest");
  }),

  volumeCase("refresh of a volume that nobody else changes changes nothing", async ({ volume, commit, snapshot, changedSince }) => {
    await commit(mkdir("a"), put("a/b", "x"));
    const before = await snapshot();
    await volume.refresh("/workspace");
    if (volume.capabilities.exclusive) checkEqual(await changedSince(before), [], "changed paths");
  }),

  volumeCase("a closed volume refuses every call", async ({ volume, commit, at, directory, file }) => {
    await commit(mkdir("d"), put("f", "x"));
    const [held, read] = [directory("d"), file("f")];
    await volume.close();
    await volume.close();
    const calls = [
      () => volume.entry(at("d")),
      () => volume.children(held),
      () => volume.read(read),
      () => volume.refresh("/workspace"),
      () => volume.commit({ changes: [{ op: "put", path: at("g"), bytes: encode("") }], origin: { by: "host" } }),
      () => volume.committed("c1"),
      () => volume.watch(() => undefined),
    ];
    for (const call of calls) await checkFails(call, "unavailable");
  }),
];

function watch({ volume }: Fixture): CommitEvent[] {
  const events: CommitEvent[] = [];
  volume.watch((event) => events.push(event));
  return events;
}
