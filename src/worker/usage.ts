import type { Entry, Volume } from "../volumes/volume.ts";
import type { Usage } from "./protocol.ts";
import type { Site } from "./site.ts";

export async function usageOf({ volume, workspace }: Site): Promise<Usage> {
  await volume.refresh("/");
  const history = bytesIn(volume, volume.entry("/.portside/history"));
  const tree = workspace.access.volume; // what is seen of it: the history is none of the files
  return { contents: bytesIn(tree, tree.entry("/")), history, cached: workspace.caches.used(), ...volume.usage?.() };
}

type Tree = Pick<Volume, "entry" | "children">;

function bytesIn(tree: Tree, entry: Entry | undefined): number {
  if (entry?.kind === "file") return entry.size;
  if (entry?.kind !== "directory") return 0;
  return tree.children(entry).reduce((sum, child) => sum + bytesIn(tree, child.entry), 0);
}
