import type { DirectoryEntry, Volume } from "../volumes/volume.ts";
import type { Usage } from "./protocol.ts";
import type { GivenVolume } from "./site.ts";

export async function usageOf(volume: GivenVolume): Promise<Usage> {
  await volume.refresh("/");
  const root = volume.entry("/") as DirectoryEntry;
  return { contents: bytesIn(volume, root), cached: 0, ...volume.usage?.() };
}

function bytesIn(volume: Volume, directory: DirectoryEntry): number {
  return volume.children(directory).reduce((sum, { entry }) => {
    if (entry.kind === "directory") return sum + bytesIn(volume, entry);
    return entry.kind === "file" ? sum + entry.size : sum;
  }, 0);
}
