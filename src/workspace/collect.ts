/** Takes items until there are too many, and says whether there were. */
export interface Collection<Item> {
  /** False when no further item can be taken: the walk may end. */
  add(item: Item): boolean;
  finish(): { readonly items: readonly Item[]; readonly truncated: boolean };
}

/**
 * Items in walk order end with the first one over the limit. In an order of their own the smallest of all are kept, so that all must come by.
 */
export function collect<Item>({
  limit,
  compare,
}: {
  readonly limit: number;
  readonly compare?: ((a: Item, b: Item) => number) | undefined;
}): Collection<Item> {
  const items: Item[] = [];
  return {
    add(item) {
      items.push(item);
      return compare !== undefined || items.length <= limit;
    },
    finish() {
      if (compare) items.sort(compare);
      const truncated = items.length > limit;
      return { items: truncated ? items.slice(0, limit) : items, truncated };
    },
  };
}
