import { limits } from "../core/limits.ts";
import { byteLength, compareUtf8 } from "../core/text.ts";
import type { Cap, TruncatedBy } from "../ports/call.ts";
import type { Dialect } from "../ports/dialect.ts";
import { createBudget } from "./budget.ts";
import { capOf } from "./requests.ts";

/** Takes items until there are too many, and says why it stopped. */
export interface Collection<Item> {
  /** False when no further item can be taken: the walk may end. */
  add(item: Item): boolean;
  finish(): { readonly items: readonly Item[]; readonly truncatedBy: TruncatedBy | undefined };
}

export interface CollectOptions<Item> {
  readonly limit: number;
  /** Of the paths, the targets of links, and what separates them. */
  readonly maxBytes: number;
  readonly compare?: (a: Item, b: Item) => number;
}

/** The bounds of a listing's request. */
export function boundsOf({ limit, maxBytes }: { readonly limit?: Cap; readonly maxBytes?: Cap }): {
  readonly limit: number;
  readonly maxBytes: number;
} {
  return { limit: capOf(limit, limits.results), maxBytes: capOf(maxBytes, limits.outputBytes) };
}

/** The order of its own that a dialect wants. */
export function orderOf({ dialect }: { readonly dialect?: Dialect }): {
  readonly compare?: (a: { readonly path: string }, b: { readonly path: string }) => number;
} {
  return dialect?.order === "path" ? { compare: (a, b) => compareUtf8(a.path, b.path) } : {};
}

/** How a response says whether it is whole. */
export function truncation(truncatedBy: TruncatedBy | undefined): { readonly truncated: boolean; readonly truncatedBy?: TruncatedBy } {
  return truncatedBy ? { truncated: true, truncatedBy } : { truncated: false };
}

/**
 * Items in walk order end with the first one that does not fit. In an order of their own the smallest of all are kept, so that all must come by.
 */
export function collect<Item extends { readonly path: string; readonly target?: string }>({
  compare,
  ...bounds
}: CollectOptions<Item>): Collection<Item> {
  const budget = createBudget(bounds);
  const items: Item[] = [];
  const unbounded = bounds.maxBytes === Number.POSITIVE_INFINITY;
  // Counting the bytes of a path puts it together, which takes as long as finding it.
  const cost = ({ path, target = "" }: Item): number => (unbounded ? 0 : byteLength(path) + byteLength(target) + 1);
  const fits = (item: Item): boolean => budget.take(1, cost(item));
  return {
    add(item) {
      if (compare === undefined && !fits(item)) return false;
      items.push(item);
      return true;
    },
    finish() {
      if (compare === undefined) return { items, truncatedBy: budget.truncatedBy };
      const kept = items.sort(compare).filter(fits);
      return { items: kept, truncatedBy: budget.truncatedBy };
    },
  };
}
