import { describe, expect, test } from "vitest";
import { SourceCache } from "./source-cache.ts";

const tenBytes = new Uint8Array(10).fill(0x61);

function fill(cache: SourceCache, ids: readonly number[]): void {
  for (const id of ids) if (!cache.get({ id, version: "1" })) cache.add({ id, version: "1" }, tenBytes);
}

function keptOf(cache: SourceCache, ids: readonly number[]): number[] {
  return ids.filter((id) => cache.get({ id, version: "1" }) !== undefined);
}

describe("what is kept between searches", () => {
  test("a file is found again until its version changes", () => {
    const cache = new SourceCache(100);
    const source = cache.add({ id: 1, version: "1" }, tenBytes);
    expect(cache.get({ id: 1, version: "1" })).toBe(source);
    expect(cache.get({ id: 1, version: "2" })).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  test("never more than the limit, and a tree that is too large is kept in part", () => {
    const cache = new SourceCache(35);
    for (let search = 0; search < 3; search++) {
      cache.beginSearch();
      fill(cache, [1, 2, 3, 4, 5]);
      expect(cache.bytes).toBe(30);
    }
    cache.beginSearch();
    expect(keptOf(cache, [1, 2, 3, 4, 5])).toEqual([1, 2, 3]);
  });

  test("what earlier searches used last gives way to a later one", () => {
    const cache = new SourceCache(35);
    cache.beginSearch();
    fill(cache, [1, 2, 3]);
    cache.beginSearch();
    fill(cache, [2, 4]);
    expect(keptOf(cache, [1, 2, 3, 4])).toEqual([2, 3, 4]);
  });

  test("text of a file that is not kept is not made", () => {
    expect(new SourceCache(5).add({ id: 1, version: "1" }, tenBytes).keepsText).toBe(false);
    expect(new SourceCache(10).add({ id: 1, version: "1" }, tenBytes).keepsText).toBe(true);
  });
});
