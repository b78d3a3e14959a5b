import { describe, expect, test } from "vitest";
import { decorate } from "../volumes/decorate.ts";
import { createMemoryVolume } from "../volumes/memory.ts";
import { createWorkspace } from "./create-workspace.ts";
import type { WorkspaceOptions } from "./workspace.ts";

const files = { "a.ts": "one\n", "b.ts": "two\n", "src/x.ts": "three\n" };
const open = (options: WorkspaceOptions = {}) => createWorkspace(createMemoryVolume({ files }), options);
const replace = (path: string, from: string, to: string) => ({ path, edits: [{ oldString: from, newString: to }] });

describe("a fork of a workspace", () => {
  test("has every port, on files of its own", async () => {
    const workspace = await open();
    const fork = await workspace.fork();
    await fork.edit(replace("a.ts", "one", "changed"));
    await fork.move({ source: "src", destination: "lib" });
    await workspace.write({ path: "b.ts", content: "newer\n" });
    expect((await fork.read({ path: "a.ts" })).content).toBe("changed");
    expect((await fork.glob({ pattern: "**" })).entries.map(({ path }) => path)).toEqual(["a.ts", "b.ts", "lib/x.ts"]);
    expect((await fork.read({ path: "b.ts" })).content).toBe("two");
    expect((await workspace.read({ path: "a.ts" })).content).toBe("one");
  });

  test("shows what was changed in it, and nothing else", async () => {
    const workspace = await open();
    const fork = await workspace.fork();
    await fork.edit(replace("a.ts", "one", "changed"));
    await fork.edit(replace("a.ts", "changed", "twice"));
    await fork.remove({ path: "b.ts" });
    await workspace.write({ path: "src/x.ts", content: "newer\n" });
    expect(await fork.diff()).toBe(
      "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one\n+twice\n" +
        "diff --git a/b.ts b/b.ts\ndeleted file mode 100644\n--- a/b.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-two\n",
    );
  });

  test("of a fork is a fork like any other, and merges into the one it is of", async () => {
    const workspace = await open();
    const outer = await workspace.fork();
    await outer.write({ path: "a.ts", content: "outer\n" });
    const inner = await outer.fork();
    await inner.edit(replace("a.ts", "outer", "inner"));
    await inner.merge();
    expect((await outer.read({ path: "a.ts" })).content).toBe("inner");
    expect((await workspace.read({ path: "a.ts" })).content).toBe("one");
    await outer.merge();
    expect((await workspace.read({ path: "a.ts" })).content).toBe("inner");
  });

  test("waits for a commit under way, and is of all of it", async () => {
    const [begun, release] = [signal(), signal()];
    const memory = createMemoryVolume({ files });
    const workspace = await createWorkspace(
      decorate(memory, {
        async commit(batch) {
          begun.fire();
          await release.fired;
          return memory.commit(batch);
        },
      }),
    );
    const writing = workspace.write({ path: "new.ts", content: "new\n" });
    await begun.fired;
    const forking = workspace.fork();
    release.fire();
    await writing;
    expect((await (await forking).read({ path: "new.ts" })).content).toBe("new");
  });
});

function signal(): { fire(): void; readonly fired: Promise<void> } {
  let fire = (): void => {};
  const fired = new Promise<void>((resolve) => (fire = resolve));
  return { fire: () => fire(), fired };
}

describe("merging", () => {
  test("is one batch, with its effects, and ends the fork", async () => {
    const workspace = await open();
    const fork = await workspace.fork();
    await fork.edit(replace("a.ts", "one", "changed"));
    await fork.write({ path: "docs/new.md", content: "new\n" });
    await workspace.write({ path: "b.ts", content: "newer\n" });
    const commits: number[] = [];
    workspace.watch({}, (event) => void commits.push(event.sequence));
    const { effects } = await fork.merge();
    expect(effects.map(({ op, path }) => [op, path])).toEqual([
      ["modify", "a.ts"],
      ["mkdir", "docs"],
      ["create", "docs/new.md"],
    ]);
    expect((await workspace.read({ path: "a.ts" })).content).toBe("changed");
    expect((await workspace.read({ path: "b.ts" })).content).toBe("newer");
    await expect(fork.read({ path: "a.ts" })).rejects.toMatchObject({ code: "unavailable" });
  });

  test("a second time, or when the fork was disposed of, is unavailable", async () => {
    const workspace = await open();
    const [merged, left] = [await workspace.fork(), await workspace.fork()];
    for (const fork of [merged, left]) await fork.edit(replace("a.ts", "one", "changed"));
    await merged.merge();
    await left.dispose();
    for (const fork of [merged, left]) await expect(fork.merge()).rejects.toMatchObject({ code: "unavailable", status: "rejected" });
    expect((await workspace.read({ path: "a.ts" })).content).toBe("changed");
  });

  test("of paths that both changed is refused with all of them, and both stay as they are", async () => {
    const workspace = await open();
    const fork = await workspace.fork();
    for (const each of [workspace, fork]) {
      await each.write({ path: "a.ts", content: each === fork ? "fork\n" : "workspace\n" });
      await each.write({ path: "src/x.ts", content: each === fork ? "fork\n" : "workspace\n" });
    }
    await expect(fork.merge()).rejects.toMatchObject({
      code: "stale_version",
      status: "rejected",
      details: { path: "a.ts", reason: "both_sides", paths: ["a.ts", "src/x.ts"] },
    });
    expect((await workspace.read({ path: "a.ts" })).content).toBe("workspace");
    expect((await fork.read({ path: "a.ts" })).content).toBe("fork");
  });

  test("is asked for like any other change, with its diff; a no leaves both as they are", async () => {
    const asked: unknown[] = [];
    const workspace = await open({
      guards: [
        {
          async allow({ targets, diff, shown }) {
            asked.push([targets.map(({ place, capability }) => [capability, shown(place.path)]), await diff()]);
            return asked.length > 1 ? { deny: "not now" } : undefined;
          },
        },
      ],
    });
    const fork = await workspace.fork();
    await fork.write({ path: "a.ts", content: "fork\n" }); // the workspace's guards hold in the fork too
    await expect(fork.merge()).rejects.toMatchObject({ code: "permission_denied" });
    expect(asked[1]).toEqual([[["write", "a.ts"]], await fork.diff()]);
    expect((await workspace.read({ path: "a.ts" })).content).toBe("one");
    expect((await fork.read({ path: "a.ts" })).content).toBe("fork");
  });

  test("is refused when the fork was changed after it was asked for, and nothing of it is lost", async () => {
    let changing = (): Promise<unknown> => Promise.resolve();
    const workspace = await open({ guards: [{ allow: () => changing().then(() => undefined) }] });
    const fork = await workspace.fork();
    await fork.write({ path: "a.ts", content: "fork\n" });
    changing = () => {
      changing = () => Promise.resolve();
      return fork.write({ path: "late.ts", content: "late\n" });
    };
    await expect(fork.merge()).rejects.toMatchObject({ code: "stale_version", details: { reason: "plan" } });
    await fork.merge();
    expect((await workspace.read({ path: "late.ts" })).content).toBe("late");
  });

  test("dry, says what would be done and does nothing", async () => {
    const workspace = await open();
    const fork = await workspace.fork();
    await fork.edit(replace("a.ts", "one", "changed"));
    const { effects, diff } = await fork.merge({ dryRun: true });
    expect(effects.map(({ op, path }) => [op, path])).toEqual([["modify", "a.ts"]]);
    expect(diff).toBe(await fork.diff());
    expect((await workspace.read({ path: "a.ts" })).content).toBe("one");
    expect((await fork.read({ path: "a.ts" })).content).toBe("changed");
  });
});
