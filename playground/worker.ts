import { compile } from "portside/engines/regex";
import { createMemfsVolume } from "portside/volumes/memfs";
import { serve } from "portside/worker";
import type { VolumeOrder } from "portside/worker";

// What the engine loads when a pattern first needs it is loaded now: from here on the page needs no network.
await compile(String.raw`(?i)\w\p{Greek}`);
serve({ volumes: { memfs: openMemfs } });

/** The files of a memfs, which is loaded when somebody wants one. */
async function openMemfs({ root, files }: VolumeOrder): Promise<ReturnType<typeof createMemfsVolume>> {
  const { memfs } = await import("memfs");
  const instance = memfs({ [root]: null });
  instance.vol.fromJSON(files as Readonly<Record<string, string | null>>, root);
  return createMemfsVolume({ memfs: instance });
}
