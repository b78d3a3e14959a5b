import { describe, expect, test } from "vitest";
import { wholeTree } from "../support/whole-tree.ts";
import { openLogWorkspace } from "../support/log-workspace.ts";
import { openWorkspace } from "../support/workspace.ts";
import type { Workspace } from "../../src/workspace/index.ts";
import type { Volume } from "../../src/volumes/volume.ts";
import { isPortsideError } from "../../src/core/errors.ts";
import { chaoticCalls, createRandom, firstFiles, makeCalls, openActors, randomCalls, type ActorCall } from "./actors.ts";

type Tree = ReturnType<typeof wholeTree>;

function treeOf(volume: Volume): Tree {
  return wholeTree(volume, "/workspace");
}

/** The tree that the calls of everybody else make. */
async function withoutOne(calls: readonly ActorCall[]): Promise<Tree> {
  const workspace = await openWorkspace(firstFiles());
  await makeCalls(
    openActors(workspace),
    calls.filter(({ actor }) => actor !== "one"),
  );
  return treeOf(workspace.volume);
}

const seeds = [1, 2];

describe("of 1,000 calls by two agents and a host", () => {
  test.each(seeds)("those of one can be undone, at once or one by one: only its changes are gone (seed %d)", async (seed) => {
    const calls = randomCalls(1_000, seed);
    const { volume, history, ...workspace } = await openWorkspace(firstFiles());
    const before = treeOf(volume);
    await makeCalls(openActors({ ...workspace, history }), calls);
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
    await makeCalls(openActors(first), calls.slice(0, 500));
    const second = await first.reopen();
    await makeCalls(openActors(second), calls.slice(500), 500);
    const after = treeOf(second.log);

    const third = await second.reopen();
    expect((await third.history.undo({ actor: "one" })).left).toEqual([]);
    expect(treeOf(third.log)).toEqual(await withoutOne(calls));

    const fourth = await third.reopen();
    await fourth.history.redo({ actor: "one" });
    expect(treeOf(fourth.log)).toEqual(after);
    await (await fourth.reopen()).history.undo({ to: start });
    expect(treeOf((await fourth.reopen()).log)).toEqual(after);
    await fourth.history.undo({ to: "start" });
    expect(treeOf(fourth.log)).toEqual(before);
    expect((await fourth.history.points()).notes).toEqual([]);
  });
});

describe("of 1,000 calls in each other's way", () => {
  test.each(seeds)("each is taken back wholly or not at all, and all of them exactly (seed %d)", async (seed) => {
    const workspace = await openLogWorkspace();
    const { history, log } = workspace;
    await history.checkpoint("start");
    const before = treeOf(log);
    const make = openActors(workspace);
    for (const [index, call] of chaoticCalls(1_000, seed).entries()) await make(call, index).catch(isRefusal);
    const after = treeOf(log);
    const { points } = await history.points();
    const random = createRandom(seed);
    const outcomes = { undone: 0, refused: 0 };
    for (let n = 0; n < 100; n++) {
      const { id } = random.of(points);
      const tree = treeOf(log);
      const undo = await unlessRefused(history.undo({ point: id }));
      outcomes[undo ? "undone" : "refused"]++;
      const undone = treeOf(log);
      expect(undo ? tree : undone).toEqual(tree);
      if (!undo || undo.left.length > 0 || undo.effects.length === 0) continue;
      await history.redo({ point: id });
      expect(treeOf(log)).toEqual(tree);
      await history.undo({ point: id });
      expect(treeOf(log)).toEqual(undone);
    }
    expect(outcomes.undone).toBeGreaterThan(10);
    expect(outcomes.refused).toBeGreaterThan(10);
    const again = await workspace.reopen();
    await again.history.undo({ to: await firstUndo(again) });
    expect(treeOf(again.log)).toEqual(after);
    await again.history.undo({ to: "start" });
    expect(treeOf(again.log)).toEqual(before);
  });
});

async function firstUndo({ history }: Workspace): Promise<number> {
  const { points } = await history.points();
  return points.find(({ by }) => by === "undo")?.id ?? 0;
}

/** Throws what is no refusal. */
async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isPortsideError(error) && error.status === "rejected") return undefined;
    throw error;
  }
}

/** How an actor says that a call was refused: a tool by its name, the file system as Node's. */
function isRefusal(error: unknown): void {
  if (!(error instanceof Error) || !/^(?:write|edit|move|delete|mkdir) |^E[A-Z]+: /.test(error.message)) throw error;
}
