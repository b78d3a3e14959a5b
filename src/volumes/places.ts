import { basename, join, parent, type VolumePath } from "../core/path.ts";
import type { EntryTree } from "./entry-tree.ts";
import type { Changed, Entry, NodeId } from "./volume.ts";

/** Where the nodes are. Each knows the directory that holds it, so that moving one directory moves all below it. */
export interface Places {
  get(id: NodeId): VolumePath | undefined;
  /** Takes in what the tree has just done. */
  follow(changed: Changed): void;
}

export function createPlaces(tree: EntryTree): Places {
  const rootId = (tree.entry("/") as Entry).id;
  const places = new Map<NodeId, { readonly directory: NodeId; readonly name: string }>();

  function get(id: NodeId): VolumePath | undefined {
    if (id === rootId) return "/";
    const place = places.get(id);
    const directory = place && get(place.directory);
    return directory === undefined ? undefined : join(directory, (place as { readonly name: string }).name);
  }

  return {
    get,
    follow({ path, before, after }) {
      if (after) places.set(after.id, { directory: (tree.entry(parent(path)) as Entry).id, name: basename(path) });
      else if (before) places.delete(before.id);
    },
  };
}
