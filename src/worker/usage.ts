import type { Entry, Volume } from "../volumes/volume.ts";
import type { Usage } from "./protocol.ts";
import type { SiteVolume } from "./site.ts";

/** `tree` is what is seen of the volume: its history is none of its files. */
export async function usageOf(volume: SiteVolume, tree: Tree): Promise<Usage> {
  await volume.refresh("/");
  const history = bytesIn(volume, volume.entry("/.portside/history"));
  return { contents: bytesIn(tree, tree.entry("/")), history, cached: 0, ...volume.usage?.() };
}

type Tree = Pick<Volume, "entry" | "children">;

function bytesIn(tree: Tree, entry: Entry | undefined): number {
  if (entry?.kind === "file") return entry.size;
  if (entry?.kind !== "directory") return 0;
  return tree.children(entry).reduce((sum, child) => sum + bytesIn(tree, child.entry), 0);
}
