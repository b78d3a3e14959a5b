import { describe, expect, test } from "vitest";
import { wholeTree } from "../support/whole-tree.ts";
import { openLogWorkspace } from "../support/log-workspace.ts";
import { openWorkspace } from "../support/workspace.ts";
import type { Workspace } from "../../src/workspace/index.ts";
import type { Volume } from "../../src/volumes/volume.ts";
import { firstFiles, makeCalls, randomCalls, type ActorCall } from "./actors.ts";

type Tree = ReturnType<typeof wholeTree>;

function treeOf(volume: Volume): Tree {
  return wholeTree(volume, "/workspace");
}

/** The tree that the calls of everybody else make. */
async function withoutOne(calls: readonly ActorCall[]): Promise<Tree> {
  const workspace = await openWorkspace(firstFiles());
  await makeCalls(
    workspace,
    calls.filter(({ actor }) => actor !== "one"),
  );
  return treeOf(workspace.volume);
}

const seeds = [1, 2, 3];

describe("of 1,000 calls by two agents and a host", () => {
  test.each(seeds)("those of one can be undone, at once or one by one: only its changes are gone (seed %d)", async (seed) => {
    const calls = randomCalls(1_000, seed);
    const { volume, history, ...workspace } = await openWorkspace(firstFiles());
    const before = treeOf(volume);
    await makeCalls({ ...workspace, history }, calls);
    const after = treeOf(volume);
    const others = await withoutOne(calls);
    expect(others).not.toEqual(after);

    expect((await history.undo({ actor: "one" })).left).toEqual([]);
    expect(treeOf(volume)).toEqual(others);
    await history.redo({ actor: "one" });
    expect(treeOf(volume)).toEqual(after);

    for (const [index, { actor }] of [...calls.entries()].toReversed()) if (actor === "one") await history.undo({ callId: `${index}` });
    expect(treeOf(volume)).toEqual(others);

    await history.undo({ to: (await history.points()).since ?? 0 });
    expect(treeOf(volume)).toEqual(before);
  });

  test.each(seeds)("the same with a reload in the middle, and one before the undo (seed %d)", async (seed) => {
    const calls = randomCalls(1_000, seed);
    const first = await openLogWorkspace();
    const writes = Object.entries(firstFiles()).filter((entry): entry is [string, string] => entry[1] !== null);
    for (const [path, text] of writes) await first.write({ path, content: new TextEncoder().encode(text) });
    await first.makeDirectory({ path: "empty" });
    const before = treeOf(first.log);
    const start = await first.history.checkpoint("start");
    await makeCalls(first, calls.slice(0, 500));
    const second = await first.reopen();
    await makeCalls(second, calls.slice(500), 500);
    const after = treeOf(second.log);

    const third = await second.reopen();
    expect((await third.history.undo({ actor: "one" })).left).toEqual([]);
    expect(treeOf(third.log)).toEqual(await withoutOne(calls));

    const fourth = await third.reopen();
    await fourth.history.redo({ actor: "one" });
    expect(treeOf(fourth.log)).toEqual(after);
    await (await fourth.reopen()).history.undo({ to: start });
    expect(treeOf((await fourth.reopen()).log)).toEqual(after);
    await undoAll(fourth);
    expect(treeOf(fourth.log)).toEqual(before);
    expect((await fourth.history.points()).notes).toEqual([]);
  });
});

async function undoAll({ history }: Workspace): Promise<void> {
  await history.undo({ to: "start" });
}
