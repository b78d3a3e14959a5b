import { expect, test } from "vitest";
import { createPathRules } from "../policy/path-rules.ts";
import type { Guard, Intent } from "../policy/guard.ts";
import { openWorkspace, refusal, treeOf } from "../../test/support/workspace.ts";

const root = "/workspace";

/** A workspace whose rules come into force after the calls. */
async function open(rules: Parameters<typeof createPathRules>[0]["rules"]) {
  const asked: string[] = [];
  const policy = createPathRules({ root, rules: rules ?? [] });
  let inForce = false;
  const guard: Guard = {
    see: (path, entry) => (inForce ? policy.see?.(path, entry) : undefined),
    allow({ targets, shown }: Intent) {
      if (inForce) asked.push(...targets.map(({ place, capability }) => `${capability} ${shown(place.path)}`));
      return undefined;
    },
    begin({ origin }) {
      if (inForce) asked.push(`by ${origin.by}`);
      return undefined;
    },
  };
  const workspace = await openWorkspace({ "a.txt": "1", "dir/b.txt": "1" }, { guards: [guard] });
  await workspace.write({ path: "a.txt", content: "2" }, { callId: "a" });
  await workspace.move({ source: "dir", destination: "moved" }, { callId: "move" });
  await workspace.write({ path: "new/n.txt", content: "n" }, { callId: "new" });
  await workspace.remove({ path: "new/n.txt" }, { callId: "remove" });
  inForce = true;
  return { ...workspace, asked };
}

test.each(["locked", "hidden"] as const)("what is %s is not undone", async (sight) => {
  const { history, volume } = await open([{ glob: "a.txt", sight, reason: "it is settled" }]);
  expect(await refusal(history.undo({ callId: "a" }))).toMatchObject({ code: "permission_denied", details: { reason: "it is settled" } });
  expect(treeOf(volume)["a.txt"]).toBe("2");
});

test("what is protected is asked for, and each end of each change is", async () => {
  const { history, asked } = await open([{ glob: "a.txt", sight: "protected", reason: "" }]);
  await history.undo({ callId: "a" });
  expect(asked).toEqual(["read a.txt", "write a.txt", "by undo"]);
  asked.length = 0;
  await history.undo({ callId: "move" });
  expect(asked).toEqual(["move moved", "move dir", "by undo"]);
  asked.length = 0;
  await history.undo({ callId: "remove" });
  expect(asked).toEqual(["write new/n.txt", "by undo"]);
  asked.length = 0;
  await history.undo({ callId: "new" });
  expect(asked).toEqual(["delete new/n.txt", "delete new", "by undo"]);
});

test("rules hold for where a move goes back to, and for what is below it", async () => {
  const back = await open([{ glob: "dir", sight: "locked", reason: "" }]);
  expect((await refusal(back.history.undo({ callId: "move" }))).code).toBe("permission_denied");
  const below = await open([{ glob: "moved/b.txt", sight: "locked", reason: "" }]);
  expect((await refusal(below.history.undo({ callId: "move" }))).code).toBe("permission_denied");
});

test("a guard's no leaves everything as it is, and its no is the reason", async () => {
  let deny = false;
  const guards: readonly Guard[] = [{ allow: () => (deny ? { deny: "not now" } : undefined) }];
  const { history, write, volume } = await openWorkspace({ "a.txt": "1" }, { guards });
  await write({ path: "a.txt", content: "2" }, { callId: "c" });
  deny = true;
  expect(await refusal(history.undo({ callId: "c" }))).toMatchObject({ code: "permission_denied", details: { reason: "not now" } });
  expect(treeOf(volume)).toEqual({ "a.txt": "2" });
  deny = false;
  await history.undo({ callId: "c" });
  expect(treeOf(volume)).toEqual({ "a.txt": "1" });
});

test("its commits are told to be an undo's, with the caller's own id", async () => {
  const { history, write, volume } = await openWorkspace({ "a.txt": "1" });
  await write({ path: "a.txt", content: "2" }, { callId: "c" });
  const origins: unknown[] = [];
  volume.watch(({ origin }) => origins.push(origin));
  await history.undo({ callId: "c" }, { callId: "u", turn: "t" });
  await history.redo({ callId: "c" });
  expect(origins).toEqual([{ by: "undo", callId: "u", turn: "t" }, { by: "undo" }]);
});
