import { equalBytes } from "../../core/bytes.ts";
import { fail } from "../../core/errors.ts";
import { join, type VolumePath } from "../../core/path.ts";
import { compareUtf8 } from "../../core/text.ts";
import { createContents } from "../contents.ts";
import { createEntryTree, type EntryTree } from "../entry-tree.ts";
import { createPlaces } from "../places.ts";
import type { Change, Changed, DirectoryEntry, Entry, FileEntry } from "../volume.ts";
import { isSameStamp, sizeOf, type Content, type Sight } from "./storage.ts";

/** What a volume knows of its storage: the entries, where each stands, and what the files hold. */
export interface Shadow extends Pick<EntryTree, "entry" | "children"> {
  /** Where the file stands; its version may be another by now. Throws not_found. */
  pathOf(file: FileEntry): VolumePath;
  /** Of exactly that version. Throws not_found and stale_version. */
  contentOf(file: FileEntry): Content;
  /** Says that the same bytes have another stamp, where they are now. */
  restamp(file: FileEntry, content: Content): void;
  /** Makes a change that was made in the storage; `content` is what a put left there. */
  apply(change: Change, content?: Content): Changed;
  /** Whether the path is still what the tree says. Directories are, whatever is in them. */
  agrees(path: VolumePath, sight: Sight | undefined): boolean;
  /** Makes the tree at and below the path what was seen there. */
  adopt(path: VolumePath, sight: Sight | undefined): readonly Changed[];
}

export function createShadow(): Shadow {
  const tree = createEntryTree();
  const places = createPlaces(tree);
  const contents = createContents<Content>();

  function contentOf(file: FileEntry): Content {
    const content = contents.of(file);
    const newest = contents.newest(file.id)?.version;
    if (content instanceof Uint8Array || newest === file.version) return content;
    // A stamp of bytes that are gone.
    throw fail("stale_version", { path: "", expected: file.version, ...(newest !== undefined && { actual: newest }), reason: "version" });
  }

  function apply(change: Change, content?: Content): Changed {
    const changed = tree.apply(change);
    places.follow(changed);
    if (content) contents.set(changed, content);
    if (!changed.after && changed.before) contents.delete(changed.before.id);
    return changed;
  }

  function agrees(path: VolumePath, sight: Sight | undefined): boolean {
    const known = tree.entry(path);
    if (known?.kind !== "file" || sight?.kind !== "file") return known?.kind === sight?.kind;
    return isSame(contents.of(known), sight.content);
  }

  function adopt(path: VolumePath, sight: Sight | undefined): readonly Changed[] {
    const known = tree.entry(path);
    if (known?.kind === "directory" && sight?.kind === "directory") return adoptChildren(path, known, sight.children);
    if (agrees(path, sight)) return [];
    if (known?.kind === "file" && sight?.kind === "file") return [revise(path, sight.content)];
    return [...(known ? drop(path, known) : []), ...(sight ? add(path, sight) : [])];
  }

  function adoptChildren(path: VolumePath, known: DirectoryEntry, seen?: ReadonlyMap<string, Sight>): readonly Changed[] {
    if (!seen) return [];
    const gone = tree.children(known.id).filter(({ name }) => !seen.has(name));
    return [
      ...gone.flatMap(({ name, entry }) => drop(join(path, name), entry)),
      ...sorted(seen).flatMap(([name, sight]) => adopt(join(path, name), sight)),
    ];
  }

  function revise(path: VolumePath, content: Content): Changed {
    const changed = tree.revise(path, sizeOf(content));
    contents.set(changed, content);
    return changed;
  }

  function drop(path: VolumePath, entry: Entry): readonly Changed[] {
    const below = entry.kind === "directory" ? tree.children(entry.id).flatMap((child) => drop(join(path, child.name), child.entry)) : [];
    return [...below, apply({ op: "remove", path })];
  }

  function add(path: VolumePath, sight: Sight): readonly Changed[] {
    const { kind } = sight;
    const after = tree.add(path, kind === "file" ? { kind, size: sizeOf(sight.content), executable: false } : { kind });
    const changed = { path, after };
    places.follow(changed);
    if (sight.kind === "file") contents.set(changed, sight.content);
    const children = sight.kind === "directory" && sight.children ? sorted(sight.children) : [];
    return [changed, ...children.flatMap(([name, child]) => add(join(path, name), child))];
  }

  return {
    entry: tree.entry,
    children: tree.children,
    pathOf(file) {
      const path = places.get(file.id);
      if (path === undefined) throw fail("not_found", { path: "" });
      return path;
    },
    contentOf,
    restamp: (file, content) => contents.set({ path: "", before: file, after: file }, content),
    apply,
    agrees,
    adopt,
  };
}

/** In the order of the names, so that ids and versions do not depend on that of the storage. */
function sorted(children: ReadonlyMap<string, Sight>): readonly (readonly [string, Sight])[] {
  return [...children].sort(([a], [b]) => compareUtf8(a, b));
}

function isSame(a: Content, b: Content): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return equalBytes(a, b);
  return !(a instanceof Uint8Array) && !(b instanceof Uint8Array) && isSameStamp(a, b);
}
