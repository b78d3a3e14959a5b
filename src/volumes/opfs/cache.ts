import type { CacheBudget } from "../../core/cache-budget.ts";

/** Bytes that were read or written lately, as many as the budget lets it keep; the longest unused goes first. */
export interface Cache {
  get(key: number): Cached | undefined;
  set(key: number, cached: Cached): void;
  delete(key: number): void;
  clear(): void;
  /** Bytes that it can hold whatever else the budget is used for. */
  readonly floor: number;
}

export interface Cached {
  /** Of the file; "" for a page. */
  readonly version: string;
  readonly bytes: Uint8Array;
}

/** Enough for reading neighbours together while a search keeps the texts that it makes of them. */
const share = 1 / 8;

export function createCache(budget: CacheBudget): Cache {
  const items = new Map<number, Cached>();
  let used = 0;
  const account = budget.open({ share, spare: () => used, giveUp });

  function remove(key: number): void {
    const found = items.get(key);
    if (!found) return;
    items.delete(key);
    used -= found.bytes.length;
    account.release(found.bytes.length);
  }

  function giveUp(bytes: number): void {
    const goal = used - bytes;
    for (const key of items.keys()) {
      if (used <= goal) return;
      remove(key);
    }
  }

  return {
    floor: account.floor,
    get(key) {
      const found = items.get(key);
      // While half of it all is free nothing goes, and there is no order to keep.
      if (found && budget.used() > budget.maxBytes / 2) {
        items.delete(key);
        items.set(key, found);
      }
      return found;
    },
    set(key, cached) {
      remove(key);
      if (!account.take(cached.bytes.length)) return;
      items.set(key, cached);
      used += cached.bytes.length;
    },
    delete: remove,
    clear: () => giveUp(used),
  };
}
