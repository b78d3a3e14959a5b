import { describe, expect, test } from "vitest";
import { createCacheBudget, type CacheAccount, type CacheBudget } from "./cache-budget.ts";

interface Heap {
  readonly account: CacheAccount;
  readonly holds: () => number;
  readonly put: (bytes: number) => boolean;
}

/** A cache that forgets in pieces of `piece` bytes, and can do without all but `dear` bytes. */
function open(budget: CacheBudget, { share = 0, piece = 1, dear = 0 } = {}): Heap {
  let held = 0;
  const account = budget.open({
    share,
    spare: () => Math.max(0, held - dear),
    giveUp(bytes) {
      const given = Math.ceil(bytes / piece) * piece;
      held -= given;
      account.release(given);
    },
  });
  const put = (bytes: number): boolean => {
    const taken = account.take(bytes);
    if (taken) held += bytes;
    return taken;
  };
  return { account, holds: () => held, put };
}

describe("caches with one budget", () => {
  test("a single one has all of it, and gives up its own where that is full", () => {
    const budget = createCacheBudget(100);
    const only = open(budget, { share: 1 / 4 });
    expect(only.account.floor).toBe(25);
    expect([only.put(60), only.put(40), budget.used()]).toEqual([true, true, 100]);
    expect([only.put(30), only.holds(), budget.used()]).toEqual([true, 100, 100]);
    expect([only.put(101), only.holds()]).toEqual([false, 100]);
  });

  test("one makes the other give way down to its floor, and no further", () => {
    const budget = createCacheBudget(100);
    const [first, second] = [open(budget, { share: 1 / 4 }), open(budget)];
    first.put(90);
    expect([second.put(10), first.holds()]).toEqual([true, 90]);
    expect([second.put(20), first.holds(), second.holds()]).toEqual([true, 70, 30]);
    expect([second.put(45), first.holds(), second.holds()]).toEqual([true, 25, 75]);
    // From here on it is its own: 75 + 10 − 10.
    expect([second.put(10), first.holds(), second.holds()]).toEqual([true, 25, 75]);
    // A floor works for the one that has it only: the other has none.
    expect([first.put(50), first.holds(), second.holds()]).toEqual([true, 75, 25]);
  });

  test("a floor is free for its cache also when that holds nothing", () => {
    const budget = createCacheBudget(100);
    const [first, second] = [open(budget, { share: 1 / 4 }), open(budget, { dear: 100 })];
    expect([second.put(76), second.put(75)]).toEqual([false, true]);
    expect([first.put(25), budget.used()]).toEqual([true, 100]);
  });

  test("nothing is given up for what does not fit all the same", () => {
    const budget = createCacheBudget(100);
    const [first, second] = [open(budget, { share: 1 / 4, piece: 10 }), open(budget, { dear: 60 })];
    second.put(60);
    first.put(40);
    // Of the 40 there are 15 above the floor.
    expect([second.put(16), first.holds(), second.holds()]).toEqual([false, 40, 60]);
    expect([second.put(15), first.holds(), second.holds()]).toEqual([true, 20, 75]);
  });

  test("none keeps anything out of nothing", () => {
    const budget = createCacheBudget(0);
    const cache = open(budget, { share: 1 / 4 });
    expect([cache.put(1), cache.put(0), budget.used()]).toEqual([false, true, 0]);
  });

  test.each([-1, Number.NaN, "8", null])("%s is no number of bytes", (maxBytes) => {
    expect(() => createCacheBudget(maxBytes as number)).toThrow(expect.objectContaining({ code: "invalid_arguments" }));
  });
});
