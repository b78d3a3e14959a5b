import { describe, expect, test } from "vitest";
import { createCacheBudget } from "../core/cache-budget.ts";
import { SourceCache } from "./source-cache.ts";

const tenBytes = new Uint8Array(10).fill(0x61);

/** Of a volume that holds contents itself, unless it is said. */
function cacheOf(maxBytes: number, keepsBytes = false) {
  const budget = createCacheBudget(maxBytes);
  return { cache: new SourceCache(budget, { keepsBytes }), budget };
}

function fill(cache: SourceCache, ids: readonly number[]): void {
  for (const id of ids) if (!cache.get({ id, version: "1" })) cache.add({ id, version: "1" }, tenBytes);
}

function keptOf(cache: SourceCache, ids: readonly number[]): number[] {
  return ids.filter((id) => cache.get({ id, version: "1" }) !== undefined);
}

describe("what is kept between searches", () => {
  test("a file is found again until its version changes", () => {
    const { cache, budget } = cacheOf(100);
    const source = cache.add({ id: 1, version: "1" }, tenBytes);
    expect(cache.get({ id: 1, version: "1" })).toBe(source);
    expect(budget.used()).toBe(10);
    expect(cache.get({ id: 1, version: "2" })).toBeUndefined();
    expect(budget.used()).toBe(0);
  });

  test("never more than the limit, and a tree that is too large is kept in part", () => {
    const { cache, budget } = cacheOf(35);
    for (let search = 0; search < 3; search++) {
      cache.beginSearch();
      fill(cache, [1, 2, 3, 4, 5]);
      expect(budget.used()).toBe(30);
    }
    cache.beginSearch();
    expect(keptOf(cache, [1, 2, 3, 4, 5])).toEqual([1, 2, 3]);
  });

  test("what earlier searches used last gives way to a later one", () => {
    const { cache } = cacheOf(35);
    cache.beginSearch();
    fill(cache, [1, 2, 3]);
    cache.beginSearch();
    fill(cache, [2, 4]);
    expect(keptOf(cache, [1, 2, 3, 4])).toEqual([2, 3, 4]);
  });

  test("text of a file that is not kept is not made", () => {
    expect(cacheOf(9).cache.add({ id: 1, version: "1" }, tenBytes).keepsText).toBe(false);
    expect(cacheOf(10).cache.add({ id: 1, version: "1" }, tenBytes).keepsText).toBe(true);
  });

  test("what two searches read at the same time is kept once, and counted once", () => {
    const { cache, budget } = cacheOf(100);
    const source = cache.add({ id: 1, version: "1" }, tenBytes);
    expect(cache.add({ id: 1, version: "1" }, tenBytes)).toBe(source);
    expect(budget.used()).toBe(10);
    cache.add({ id: 1, version: "2" }, tenBytes);
    expect(budget.used()).toBe(10);
  });

  test("bytes that the volume does not hold count as well, and no page of others is kept with them", () => {
    expect(cacheOf(19, true).cache.add({ id: 1, version: "1" }, tenBytes).keepsText).toBe(false);
    const { cache, budget } = cacheOf(20, true);
    const page = new Uint8Array(1_000).fill(0x61);
    const source = cache.add({ id: 1, version: "1" }, page.subarray(500, 510));
    expect(source.keepsText).toBe(true);
    expect(budget.used()).toBe(20);
    expect(source.bytes.buffer.byteLength).toBe(10);
  });

  test("what this search used is spared when another cache wants room, and what earlier ones used is not", () => {
    const { cache, budget } = cacheOf(40);
    const other = budget.open({ spare: () => 0, giveUp() {} });
    cache.beginSearch();
    fill(cache, [1, 2, 3, 4]);
    expect(other.take(1)).toBe(false);
    cache.beginSearch();
    fill(cache, [1, 3]);
    expect(other.take(21)).toBe(false);
    expect(other.take(11)).toBe(true);
    expect(budget.used()).toBe(31);
    expect(keptOf(cache, [1, 2, 3, 4])).toEqual([1, 3]);
  });
});
