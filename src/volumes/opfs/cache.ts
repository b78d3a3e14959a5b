/** Bytes that were read or written lately, up to a bound; the longest unused goes first. */
export interface Cache {
  get(key: number): Cached | undefined;
  set(key: number, cached: Cached): void;
  delete(key: number): void;
  clear(): void;
  /** Bytes that it holds. */
  used(): number;
}

export interface Cached {
  /** Of the file; "" for a page. */
  readonly version: string;
  readonly bytes: Uint8Array;
}

export function createCache(maxBytes: number): Cache {
  const items = new Map<number, Cached>();
  let used = 0;

  function remove(key: number): void {
    const found = items.get(key);
    if (!found) return;
    items.delete(key);
    used -= found.bytes.length;
  }

  function evict(): void {
    for (const key of items.keys()) {
      if (used <= maxBytes) return;
      remove(key);
    }
  }

  return {
    get(key) {
      const found = items.get(key);
      // While half of it is free nothing goes, and there is no order to keep.
      if (found && used > maxBytes / 2) {
        items.delete(key);
        items.set(key, found);
      }
      return found;
    },
    set(key, cached) {
      remove(key);
      if (cached.bytes.length > maxBytes) return;
      items.set(key, cached);
      used += cached.bytes.length;
      evict();
    },
    delete: remove,
    clear() {
      items.clear();
      used = 0;
    },
    used: () => used,
  };
}
