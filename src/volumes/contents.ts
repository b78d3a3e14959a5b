import type { Version } from "../core/effects.ts";
import { fail } from "../core/errors.ts";
import type { Changed, FileEntry, NodeId } from "./volume.ts";

/** What the files of a tree hold, by node: `T` is the bytes themselves, or where they are. */
export interface Contents<T> {
  /** Of exactly that version. Throws not_found and stale_version. */
  of(file: FileEntry): T;
  /** The same, or undefined. */
  find(file: FileEntry): T | undefined;
  /** Of the file that a put left, from now on. */
  set(changed: Changed, content: T): void;
  delete(id: NodeId): void;
  newest(id: NodeId): Content<T> | undefined;
  /** Of the newest versions. It may be walked while contents come and go. */
  all(): Iterable<Content<T>>;
}

export interface Content<T> {
  readonly id: NodeId;
  readonly version: Version;
  readonly content: T;
}

export function createContents<T>(): Contents<T> {
  const newest = new Map<NodeId, Content<T>>();
  // Whoever holds an older entry can still read what it stood for; when nobody does, the content goes with it.
  const past = new WeakMap<FileEntry, T>();

  function find(file: FileEntry): T | undefined {
    const found = newest.get(file.id);
    return found?.version === file.version ? found.content : past.get(file);
  }

  function of(file: FileEntry): T {
    const found = newest.get(file.id);
    if (!found) throw fail("not_found", { path: "" });
    const content = find(file);
    if (!content) throw fail("stale_version", { path: "", expected: file.version, actual: found.version, reason: "version" });
    return content;
  }

  return {
    of,
    find,
    set({ before, after }, content) {
      const { id, version } = after as FileEntry;
      const replaced = before && find(before as FileEntry);
      if (replaced) past.set(before as FileEntry, replaced);
      newest.set(id, { id, version, content });
    },
    delete: (id) => void newest.delete(id),
    newest: (id) => newest.get(id),
    all: () => newest.values(),
  };
}
