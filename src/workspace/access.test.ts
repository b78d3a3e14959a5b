import { describe, expect, test } from "vitest";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";
import { fail } from "../core/errors.ts";
import type { Guard, Intent } from "../policy/guard.ts";
import type { Batch, Volume } from "../volumes/volume.ts";

const host = { by: "host" } as const;

/** Changes the tree behind the workspace's back, as another caller would. */
function put(volume: Volume, path: string, text: string): void {
  void volume.commit({ changes: [{ op: "put", path, bytes: new TextEncoder().encode(text) }], origin: host });
}

describe("may it be seen", () => {
  const see: Guard["see"] = (path) => {
    if (path.endsWith("hidden.txt")) return { sight: "hidden", reason: "not yours" };
    if (path.endsWith("protected.txt")) return { sight: "protected", reason: "secret" };
    return path.endsWith("locked.txt") ? { sight: "locked", reason: "generated" } : undefined;
  };
  const files = { "hidden.txt": "h", "protected.txt": "p", "locked.txt": "l", "open.txt": "o" };

  test("a hidden file is not there to a reader, and nothing can be made of its name", async () => {
    const { read, write, remove } = await openWorkspace(files, { guards: [{ see }] });
    expect(await refusal(read({ path: "hidden.txt" }))).toMatchObject({ code: "not_found", status: "rejected" });
    const denied = { code: "permission_denied", details: { reason: "not yours" } };
    expect(await refusal(write({ path: "hidden.txt", content: "x" }))).toMatchObject(denied);
    expect(await refusal(write({ path: "new/hidden.txt", content: "x" }))).toMatchObject(denied);
    expect(await refusal(remove({ path: "hidden.txt" }))).toMatchObject(denied);
  });

  test("a protected file is read when nobody objects", async () => {
    const asked: string[] = [];
    const allow = ({ targets }: Intent): undefined =>
      void asked.push(...targets.map(({ place, capability }) => `${capability} ${place.path}`));
    const { read } = await openWorkspace(files, { guards: [{ see, allow }] });
    expect((await read({ path: "protected.txt" })).content).toBe("p");
    expect((await read({ path: "open.txt" })).content).toBe("o");
    expect(asked).toEqual(["read /workspace/protected.txt"]);
    const refusing = await openWorkspace(files, { guards: [{ see, allow: () => ({ deny: "ask again tomorrow" }) }] });
    expect(await refusal(refusing.read({ path: "protected.txt" }))).toMatchObject({
      code: "permission_denied",
      details: { capability: "read", reason: "ask again tomorrow" },
    });
  });

  test("a locked file is read and never changed", async () => {
    const { read, edit, move, volume } = await openWorkspace(files, { guards: [{ see }] });
    expect((await read({ path: "locked.txt" })).content).toBe("l");
    const before = treeOf(volume);
    const denied = { code: "permission_denied", details: { reason: "generated" } };
    expect(await refusal(edit({ path: "locked.txt", edits: [{ oldString: "l", newString: "x" }] }))).toMatchObject(denied);
    expect(await refusal(move({ source: "locked.txt", destination: "free.txt" }))).toMatchObject(denied);
    expect(treeOf(volume)).toEqual(before);
  });

  test("walks leave hidden and protected entries out, and count them", async () => {
    const { list } = await openWorkspace({ ...files, "d/hidden.txt": "x" }, { guards: [{ see }] });
    const { entries, skipped } = await list({ depth: "none" });
    expect(entries.map(({ path }) => path)).toEqual(["d", "locked.txt", "open.txt"]);
    expect(skipped.protected).toBe(3);
  });
});

describe("may it be done", () => {
  test("every target is named with what is asked for it, and the diff is computed only for who looks", async () => {
    const intents: Intent[] = [];
    const guard: Guard = { allow: (intent) => void intents.push(intent) };
    const { move, write, remove } = await openWorkspace({ "a.txt": "1\n" }, { guards: [guard] });
    await write({ path: "a.txt", content: "2\n" });
    await move({ source: "a.txt", destination: "b.txt" });
    await remove({ path: "b.txt" });
    const asked = intents.map(({ targets }) => targets.map(({ place, capability }) => `${capability} ${place.path}`));
    expect(asked).toEqual([["write /workspace/a.txt"], ["move /workspace/a.txt", "move /workspace/b.txt"], ["delete /workspace/b.txt"]]);
  });

  test("the diff is the unified text of the change", async () => {
    let diff = "";
    const guard: Guard = {
      async allow(intent) {
        diff = await intent.diff();
        return undefined;
      },
    };
    const { write } = await openWorkspace({ "a.txt": "1\n2\n" }, { guards: [guard] });
    await write({ path: "a.txt", content: "1\n3\n" });
    expect(diff).toBe("diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n");
  });

  test("a denial changes nothing, and its reason is the caller's", async () => {
    const { write, volume } = await openWorkspace({}, { guards: [{ allow: () => ({ deny: "read only today" }) }] });
    expect(await refusal(write({ path: "deep/a.txt", content: "x" }))).toMatchObject({
      code: "permission_denied",
      status: "rejected",
      details: { path: "deep/a.txt", capability: "write", reason: "read only today" },
      effects: [],
    });
    expect(treeOf(volume)).toEqual({});
  });

  test("a caller's guards are asked after the workspace's own", async () => {
    const asked: string[] = [];
    const guard = (name: string): Guard => ({ allow: () => void asked.push(name) });
    const workspace = await openWorkspace({}, { guards: [guard("workspace")] });
    await workspace.portsFor({ actor: "reviewer", guards: [guard("reviewer")] }).write({ path: "a", content: "" });
    await workspace.write({ path: "b", content: "" });
    expect(asked).toEqual(["workspace", "reviewer", "workspace"]);
  });

  test("a directory deleted and made again while the question was open is another one [#58]", async () => {
    const guard: Guard = {
      allow() {
        void volume.commit({
          changes: [
            { op: "remove", path: "/workspace/d" },
            { op: "mkdir", path: "/workspace/d" },
          ],
          origin: host,
        });
        return undefined;
      },
    };
    const { write, volume } = await openWorkspace({ d: null }, { guards: [guard] });
    expect(await refusal(write({ path: "d/a.txt", content: "x" }))).toMatchObject({ code: "stale_version", details: { reason: "scope" } });
    expect(treeOf(volume)).toEqual({ d: null });
  });

  test("a directory that appears below the scope meanwhile is no replacement [#59]", async () => {
    const guard: Guard = {
      allow() {
        void volume.commit({ changes: [{ op: "mkdir", path: "/workspace/d/e" }], origin: host });
        return undefined;
      },
    };
    const { write, volume } = await openWorkspace({ d: null }, { guards: [guard] });
    await write({ path: "d/e/a.txt", content: "x" });
    expect(treeOf(volume)).toEqual({ "d/e/a.txt": "x" });
  });

  test("a parent replaced by a link that leads outside is noticed before anything is made [#35]", async () => {
    const guard: Guard = {
      allow() {
        void volume.commit({
          changes: [
            { op: "remove", path: "/workspace/d" },
            { op: "symlink", path: "/workspace/d", target: "/outside" },
          ],
          origin: host,
        });
        return undefined;
      },
    };
    const { write, volume } = await openWorkspace({ d: null, "/outside/keep": "k" }, { guards: [guard] });
    expect(await refusal(write({ path: "d/e/a.txt", content: "x" }))).toMatchObject({ code: "path_not_allowed" });
    expect(treeOf(volume, "/outside")).toEqual({ keep: "k" });
  });

  describe("what was looked at must be what is done", () => {
    const lines = (before: string) => `${before}1\n2\n3\n4\ntwo\n6\n7\n8\n9\n`;
    const change = { path: "a.txt", edits: [{ oldString: "two", newString: "2" }] };

    /** A guard that looks at the diff, and then somebody else writes the file. */
    async function withRival(text: string) {
      const guard: Guard = {
        async allow(intent) {
          await intent.diff();
          put(workspace.volume, "/workspace/a.txt", text);
          return undefined;
        },
      };
      const workspace = await openWorkspace({ "a.txt": lines("") }, { guards: [guard] });
      return workspace;
    }

    test("another result is stale", async () => {
      const { edit, volume } = await withRival(lines("").replace("4", "four"));
      expect(await refusal(edit(change))).toMatchObject({ code: "stale_version", details: { reason: "plan" } });
      expect(treeOf(volume)).toEqual({ "a.txt": lines("").replace("4", "four") });
    });

    test("of a binary file, other bytes are another result", async () => {
      const guard: Guard = {
        async allow(intent) {
          await intent.diff();
          put(workspace.volume, "/workspace/a.bin", "rival\0");
          return undefined;
        },
      };
      const workspace = await openWorkspace({ "a.bin": "was\0" }, { guards: [guard] });
      const call = workspace.write({ path: "a.bin", content: new TextEncoder().encode("mine\0") });
      expect(await refusal(call)).toMatchObject({ code: "stale_version", details: { reason: "plan" } });
      expect(treeOf(workspace.volume)).toEqual({ "a.bin": "rival\0" });
    });

    test("the same lines at another place are the same", async () => {
      const { edit, volume } = await withRival(lines("new first line\n"));
      await edit(change);
      expect(treeOf(volume)).toEqual({ "a.txt": lines("new first line\n").replace("two", "2") });
    });
  });

  test("nothing waits for a caller who is asked", async () => {
    let answer = (): void => undefined;
    const asked = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    const guard: Guard = { allow: (intent) => (intent.context.actor === "slow" ? asked : undefined) };
    const { write, volume } = await openWorkspace({}, { guards: [guard] });
    const slow = write({ path: "slow.txt", content: "1" }, { actor: "slow" });
    await write({ path: "fast.txt", content: "2" });
    expect(treeOf(volume)).toEqual({ "fast.txt": "2" });
    answer();
    await slow;
    expect(treeOf(volume)).toEqual({ "fast.txt": "2", "slow.txt": "1" });
  });
});

describe("begin and settle", () => {
  function recorder(log: string[], name: string, begin?: (batch: Batch) => void): Guard {
    return {
      begin(batch, before) {
        begin?.(batch);
        log.push(`${name} begins after ${before[0]?.entry?.kind ?? "nothing"}`);
        return (settled) => void log.push(`${name}: ${"sequence" in settled ? "committed" : settled.code}`);
      },
    };
  }

  test("frame the commit", async () => {
    const log: string[] = [];
    const { write } = await openWorkspace({ "a.txt": "1" }, { guards: [recorder(log, "first"), recorder(log, "second")] });
    await write({ path: "a.txt", content: "2" });
    expect(log).toEqual(["first begins after file", "second begins after file", "first: committed", "second: committed"]);
  });

  test("one that refuses stops the commit, and those who had begun hear of it", async () => {
    const log: string[] = [];
    const refusing = recorder(log, "second", () => {
      throw fail("stale_version", { path: "a.txt" });
    });
    const { write, volume } = await openWorkspace({}, { guards: [recorder(log, "first"), refusing] });
    expect(await refusal(write({ path: "a.txt", content: "2" }))).toMatchObject({ code: "stale_version", status: "rejected" });
    expect(log).toEqual(["first begins after nothing", "first: stale_version"]);
    expect(treeOf(volume)).toEqual({});
  });

  test("a commit that fails is settled with its error", async () => {
    const log: string[] = [];
    const wrap = (volume: Volume): Volume => ({
      ...volume,
      commit(batch) {
        if (batch.origin.callId === "broken") throw fail("no_space", { limit: 1, unit: "bytes" });
        return volume.commit(batch);
      },
    });
    const { write } = await openWorkspace({}, { guards: [recorder(log, "guard")], wrap });
    expect(await refusal(write({ path: "a.txt", content: "2" }, { callId: "broken" }))).toMatchObject({
      code: "no_space",
      status: "rejected",
    });
    expect(log).toEqual(["guard begins after nothing", "guard: no_space"]);
  });
});

describe("dry run", () => {
  test("answers with the effects and the diff that would be, asks nobody and changes nothing", async () => {
    const guard: Guard = {
      allow: () => ({ deny: "asked" }),
      begin: () => {
        throw fail("aborted", {});
      },
    };
    const workspace = await openWorkspace({ "a.txt": "1\n", d: null }, { guards: [guard] });
    const before = treeOf(workspace.volume);
    const dry = { dryRun: true };
    expect(await workspace.write({ path: "n/b.txt", content: "x\n" }, dry)).toMatchObject({
      bytesWritten: 2,
      effects: [
        { op: "mkdir", path: "n" },
        { op: "create", path: "n/b.txt" },
      ],
      diff: expect.stringContaining("+++ b/n/b.txt\n@@ -0,0 +1 @@\n+x\n") as string,
    });
    expect(await workspace.edit({ path: "a.txt", edits: [{ oldString: "1", newString: "2" }] }, dry)).toMatchObject({
      diff: expect.stringContaining("-1\n+2\n") as string,
    });
    expect(await workspace.move({ source: "a.txt", destination: "c.txt" }, dry)).toMatchObject({
      effects: [{ op: "move", path: "c.txt", from: "a.txt" }],
    });
    expect(await workspace.remove({ path: "a.txt" }, dry)).toMatchObject({ effects: [{ op: "delete", path: "a.txt" }] });
    expect(await workspace.makeDirectory({ path: "x/y" }, dry)).toMatchObject({ created: ["x", "x/y"] });
    const patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+2\n";
    expect(await workspace.apply({ patch }, dry)).toMatchObject({ hunks: 1, effects: [{ op: "modify", path: "a.txt" }] });
    expect(treeOf(workspace.volume)).toEqual(before);
  });

  test("refuses what the change would be refused for", async () => {
    const { remove } = await openWorkspace({ "d/a": "1" });
    expect(await refusal(remove({ path: "d" }, { dryRun: true }))).toMatchObject({ code: "not_empty", details: { entries: 1 } });
  });
});

describe("expected versions", () => {
  test("are compared after resolution, before anything else", async () => {
    const { read, write, volume } = await openWorkspace({ "a.txt": "1" }, { links: { link: "a.txt" } });
    const { version } = await read({ path: "a.txt" });
    const first = await write({ path: "a.txt", content: "2", expected: [{ path: "link", version }] });
    expect(await refusal(write({ path: "./a.txt", content: "3", expected: [{ path: "./a.txt", version }] }))).toMatchObject({
      code: "stale_version",
      status: "rejected",
      details: { path: "./a.txt", expected: version, actual: first.version },
    });
    expect(treeOf(volume)["a.txt"]).toBe("2");
  });

  test("absent means that nothing is there, a link neither", async () => {
    const { write, volume } = await openWorkspace({ d: null }, { links: { dangling: "nowhere" } });
    const create = (path: string) => write({ path, content: "x", expected: [{ path, version: "absent" }] });
    expect(await refusal(create("dangling"))).toMatchObject({ code: "already_exists", details: { kind: "symlink" } });
    expect(await refusal(create("d"))).toMatchObject({ code: "already_exists", details: { kind: "directory" } });
    await create("new");
    expect(treeOf(volume)).toEqual({ d: null, dangling: "→ nowhere", new: "x" });
  });

  test("hold when the tree moves while the call waits its turn", async () => {
    const { write, read } = await openWorkspace({ "a.txt": "0" });
    const { version } = await read({ path: "a.txt" });
    const both = await Promise.allSettled(
      ["1", "2"].map((content) => write({ path: "a.txt", content, expected: [{ path: "a.txt", version }] })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("turns and abort", () => {
  test("a signal that has fired stops every call before anything happens", async () => {
    const workspace = await openWorkspace({ "a.txt": "1" });
    const before = treeOf(workspace.volume);
    const context = { signal: AbortSignal.abort() };
    const calls = [
      workspace.read({ path: "a.txt" }, context),
      workspace.write({ path: "n/b", content: "x" }, context),
      workspace.edit({ path: "a.txt", edits: [{ oldString: "1", newString: "2" }] }, context),
      workspace.apply({ patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+2\n" }, context),
      workspace.remove({ path: "a.txt" }, context),
      workspace.move({ source: "a.txt", destination: "b.txt" }, context),
      workspace.makeDirectory({ path: "n" }, context),
      workspace.list({}, context),
      workspace.glob({ pattern: "**" }, context),
      workspace.grep({ pattern: "1" }, context),
      workspace.readBytes({ path: "a.txt" }, context),
    ];
    for (const call of calls) expect(await refusal(call)).toMatchObject({ code: "aborted", status: "rejected" });
    expect(treeOf(workspace.volume)).toEqual(before);
  });

  test("a walk stops at the entry where the signal fires, and gives no partial success [#18]", async () => {
    const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`d/${index}.txt`, ""]));
    const { list } = await openWorkspace(files);
    const controller = new AbortController();
    const call = list({ depth: "none", limit: "none", maxBytes: "none" }, { signal: controller.signal });
    // The walk gives way after 5,000 entries; this message is handled then.
    const channel = new MessageChannel();
    channel.port1.onmessage = () => controller.abort();
    channel.port2.postMessage(undefined);
    expect(await refusal(call)).toMatchObject({ code: "aborted" });
    channel.port1.close();
  });

  test("commits carry who made them", async () => {
    const batches: unknown[] = [];
    const workspace = await openWorkspace({});
    workspace.watch({}, (event) => void batches.push(event));
    const reviewer = workspace.portsFor({ actor: "reviewer" });
    await reviewer.write({ path: "a", content: "" }, { callId: "c1", turn: "t1", by: "tool" });
    expect(batches).toMatchObject([
      { type: "batch", origin: { by: "tool", actor: "reviewer", callId: "c1", turn: "t1" }, changes: [{ op: "create", path: "a" }] },
    ]);
  });

  test("after dispose every call is refused, and begun ones are finished", async () => {
    const { write, read, dispose, volume } = await openWorkspace({ "a.txt": "1" });
    const begun = write({ path: "b.txt", content: "2" });
    const tree = begun.then(() => treeOf(volume));
    await dispose();
    expect(await tree).toEqual({ "a.txt": "1", "b.txt": "2" });
    expect(await refusal(read({ path: "a.txt" }))).toMatchObject({ code: "unavailable" });
  });
});
