import { fail } from "../../core/errors.ts";
import { defaultRoot, parent, type VolumePath } from "../../core/path.ts";
import type { Change, Volume } from "../volume.ts";
import { openOpfsFolder } from "./folder.ts";
import { openHome, requireSyncFiles } from "./home.ts";
import { holdLock } from "./lock.ts";
import { openLogVolume, type LogVolume, type LogVolumeOptions } from "./log-volume.ts";

export interface OpfsVolumeOptions extends LogVolumeOptions {
  /** Any text; each name is another volume of the page's origin. */
  readonly name: string;
  /** A directory that is made when it is missing; "/workspace". */
  readonly root?: VolumePath;
  /** How long to wait for a volume that another page or worker has open: 2,000 milliseconds. */
  readonly wait?: number;
}

/**
 * The volume of that name in the origin's private file system, made when it is missing. It is this worker's alone until it is closed. Throws
 * `workspace_busy` when another has it, `unavailable` where there is no such file system, or what it holds is damaged or of a newer format.
 */
export async function openOpfsVolume(options: OpfsVolumeOptions): Promise<LogVolume> {
  const { name, root = defaultRoot, wait = 2_000, ...log } = options;
  refuseBadName(name);
  requireSyncFiles();
  await openHome(); // where there is none, there may be no locks either
  const release = await holdLock(name, wait);
  try {
    const volume = await openLogVolume(name, await openOpfsFolder(name), log);
    await makeDirectory(volume, root);
    return { ...volume, close: () => volume.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

async function makeDirectory(volume: Volume, path: VolumePath): Promise<void> {
  const changes: Change[] = [];
  for (let at = path; !volume.entry(at); at = parent(at)) changes.unshift({ op: "mkdir", path: at });
  if (changes.length > 0) await volume.commit({ changes, origin: { by: "host" } });
}

/** It may come from a page, unchecked. */
function refuseBadName(name: unknown): void {
  const problem = typeof name !== "string" || name === "" ? "missing" : name.isWellFormed() ? undefined : "not_well_formed";
  if (problem) throw fail("invalid_arguments", { issues: [{ at: "volume.name", problem }] });
}
