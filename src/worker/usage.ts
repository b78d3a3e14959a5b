import type { DirectoryEntry, Volume } from "../volumes/volume.ts";
import type { Usage } from "./protocol.ts";
import type { GivenVolume } from "./site.ts";

/** `tree` is what is seen of the volume: its history is none of its files. */
export async function usageOf(volume: GivenVolume, tree: Tree): Promise<Usage> {
  await volume.refresh("/");
  const root = tree.entry("/") as DirectoryEntry;
  return { contents: bytesIn(tree, root), cached: 0, ...volume.usage?.() };
}

type Tree = Pick<Volume, "entry" | "children">;

function bytesIn(volume: Tree, directory: DirectoryEntry): number {
  return volume.children(directory).reduce((sum, { entry }) => {
    if (entry.kind === "directory") return sum + bytesIn(volume, entry);
    return entry.kind === "file" ? sum + entry.size : sum;
  }, 0);
}
