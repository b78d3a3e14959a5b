import type { VolumePath } from "../../core/path.ts";
import type { Kind } from "../../core/errors.ts";

/** By what a file's bytes are known to be the same still: what a browser tells without reading them. */
export interface Stamp {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds. */
  readonly lastModified: number;
}

/** What a file holds: the bytes themselves where the storage hands them over, or their stamp. */
export type Content = Uint8Array | Stamp;

/** What was seen in a storage. A directory without `children` was not looked into. */
export type Sight =
  | { readonly kind: "file"; readonly content: Content }
  | { readonly kind: "directory"; readonly children?: ReadonlyMap<string, Sight> }
  | { readonly kind: "other" };

/** From `start` up to, not including, `end`. Bytes. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Files that are not the volume's alone: a folder, a container. It is asked for one thing after the other, and what it answers may be out of
 * date a moment later. Paths are the volume's, and inside the directory that shows the storage. Whatever fails rejects with a `PortsideError`.
 */
export interface Storage {
  /** Rejects with `unavailable`, and with the way out, when it cannot be used so now. */
  ready(use: "read" | "readwrite"): Promise<void>;
  /** What stands there, and of a directory not what is in it. Undefined: nothing does. Rejects with path_malformed when nothing ever can. */
  look(path: VolumePath): Promise<Sight | undefined>;
  /** The same, with all that is below. */
  scan(path: VolumePath, signal?: AbortSignal): Promise<Sight | undefined>;
  /** The names in a directory, in any order; undefined when there is none. */
  names(directory: VolumePath): Promise<readonly string[] | undefined>;
  /** Rejects with path_malformed when nothing can have that name. */
  accepts(path: VolumePath): Promise<void>;
  /** Of a file that still has that stamp; undefined when it is another by now, or none. Never asked by a volume that is given bytes. */
  read(path: VolumePath, stamp: Stamp, range: Range): Promise<Uint8Array | undefined>;
  /** Creates or replaces a file as a whole: whatever ends the browser, it has the old bytes or the new ones. The bytes stay the caller's. */
  put(path: VolumePath, bytes: Uint8Array): Promise<Content>;
  /** Many at once, where that is faster. When it fails, some may be there. */
  putAll?(files: readonly { readonly path: VolumePath; readonly bytes: Uint8Array }[]): Promise<readonly Content[]>;
  mkdir(path: VolumePath): Promise<void>;
  /** A file, or an empty directory. */
  remove(path: VolumePath): Promise<void>;
  /** To where nothing is. False: nothing was done, for it cannot be done in one step. */
  move(from: VolumePath, to: VolumePath, kind: Kind): Promise<boolean>;
  /**
   * Calls back with each path that others may have changed, and with undefined when it might be any. Resolves with the function that ends it;
   * with undefined where nobody tells.
   */
  watch(changed: (path: VolumePath | undefined) => void): Promise<(() => void) | undefined>;
  close(): Promise<void>;
}

export function isSameStamp(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.lastModified === b.lastModified;
}

export function sizeOf(content: Content): number {
  return content instanceof Uint8Array ? content.byteLength : content.size;
}
