import type { TruncatedBy } from "../ports/call.ts";

/** What an answer may still take: so many items and so many bytes. Once something did not fit, nothing does. */
export interface Budget {
  /** True when these items were taken, all of them. */
  take(items: number, bytes: number): boolean;
  /** Which bound the first that did not fit would have broken; of both "bytes", for a larger limit would not bring it. */
  readonly truncatedBy: TruncatedBy | undefined;
}

export function createBudget({ limit, maxBytes }: { readonly limit: number; readonly maxBytes: number }): Budget {
  let itemsLeft = limit;
  let bytesLeft = maxBytes;
  let truncatedBy: TruncatedBy | undefined;
  return {
    get truncatedBy() {
      return truncatedBy;
    },
    take(items, bytes) {
      if (truncatedBy) return false;
      if (bytes > bytesLeft) truncatedBy = "bytes";
      else if (items > itemsLeft) truncatedBy = "limit";
      if (truncatedBy) return false;
      itemsLeft -= items;
      bytesLeft -= bytes;
      return true;
    },
  };
}
