import type { Effect, Origin } from "../core/effects.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { CallContext } from "./call.ts";

/** A pattern in glob's syntax, relative to the root, or any test of a root-relative path. */
export type PathFilter = string | ((path: string) => boolean);

export interface WatchRequest {
  /** Only changes these match; absent: all. Without `/` a pattern is tested against the name at any depth. */
  readonly include?: readonly PathFilter[];
  readonly exclude?: readonly PathFilter[];
}

export interface WatchBatch {
  readonly type: "batch";
  /** Of the commit; grows, with gaps where a commit touched nothing watched. */
  readonly sequence: number;
  readonly origin: Origin;
  /** In the order they were made. */
  readonly changes: readonly Effect[];
}

/** The listener fell behind and batches up to `sequence` were dropped: read again what you keep of the tree. */
export interface WatchReset {
  readonly type: "reset";
  readonly sequence: number;
}

export type WatchEvent = WatchBatch | WatchReset;

export interface Watcher {
  /**
   * Delivers the batches after this call, in order, one at a time: the next waits for the promise a listener returns. At most 1,000 wait;
   * after that they are dropped and the listener gets one `reset`. Throws invalid_glob. Returns a function that ends it.
   */
  watch(request: WatchRequest, listener: (event: WatchEvent) => MaybePromise<void>, context?: CallContext): () => void;
}
