import type { Commits } from "../commits.ts";
import type { Content } from "../contents.ts";
import type { EntryTree } from "../entry-tree.ts";
import type { Log } from "./log.ts";
import type { Place, Store } from "./store.ts";

/** What background work is done on. */
export interface Site {
  readonly log: Log;
  readonly tree: EntryTree;
  readonly store: Store;
  readonly commits: Commits;
  /** Ends a slice and lets calls in. False: the volume is closing, and the work must end. */
  goOn(): Promise<boolean>;
}

/** A file's newest version, and where its bytes are. */
export type Held = Content<Place>;

/** Bytes of one slice: a few milliseconds. */
export const sliceBytes = 262_144;

/** The bytes, or undefined where they are not what was written: a read of the file says so, here they only cannot be moved. */
export function readableBytes(store: Store, place: Place): Uint8Array | undefined {
  try {
    return store.fetch(place);
  } catch {
    return undefined;
  }
}

/** Nothing has replaced it since. */
export function isNewest(store: Store, { id, content }: Held): boolean {
  return store.places.newest(id)?.content === content;
}
