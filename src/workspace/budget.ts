import type { TruncatedBy } from "../ports/call.ts";

/** What an answer may still take: so many items and so many bytes. Once something did not fit, nothing does. */
export interface Budget {
  /** True when these items were taken, all of them. */
  take(items: number, bytes: number): boolean;
  /** Which bound the first that did not fit would have broken. */
  readonly truncatedBy: TruncatedBy | undefined;
}

const unlimited: Budget = { take: () => true, truncatedBy: undefined };

export function createBudget({ limit, maxBytes }: { readonly limit: number; readonly maxBytes: number }): Budget {
  if (limit === Number.POSITIVE_INFINITY && maxBytes === Number.POSITIVE_INFINITY) return unlimited;
  // In an array, a number beyond 31 bits, such as that of no cap, changes without a new one being made.
  const left = Float64Array.of(limit, maxBytes);
  let truncatedBy: TruncatedBy | undefined;
  return {
    get truncatedBy() {
      return truncatedBy;
    },
    take(items, bytes) {
      if (truncatedBy) return false;
      const itemsLeft = left[0] as number;
      const bytesLeft = left[1] as number;
      if (items > itemsLeft) truncatedBy = "limit";
      else if (bytes > bytesLeft) truncatedBy = "bytes";
      if (truncatedBy) return false;
      left[0] = itemsLeft - items;
      left[1] = bytesLeft - bytes;
      return true;
    },
  };
}
