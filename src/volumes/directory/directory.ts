import { fail } from "../../core/errors.ts";
import { defaultRoot, type VolumePath } from "../../core/path.ts";
import { createExclusion, defaultExclude } from "../outside/exclusion.ts";
import { openOutsideVolume } from "../outside/outside-volume.ts";
import type { Volume } from "../volume.ts";
import { createFolder } from "./folder.ts";
import { failureOf } from "./failures.ts";
import { openStaging, type Staging } from "./staging.ts";

export interface DirectoryVolumeOptions {
  /** Of `showDirectoryPicker({ mode: "readwrite" })`, or a directory of the origin's private file system. */
  readonly handle: FileSystemDirectoryHandle;
  /** "directory". */
  readonly name?: string;
  /** The directory of the volume that shows the folder; "/workspace". What lies beside it is in RAM and gone when the volume is closed. */
  readonly root?: VolumePath;
  /** Names of directories that others fill, at any depth: they show as "other", and are neither walked nor watched. `["node_modules"]`. */
  readonly exclude?: readonly string[];
}

/**
 * A folder as a volume: its files as they are, read when they are asked for, and others may change them meanwhile. Each file is replaced as a whole;
 * a batch that fails midway is `partial`. Throws `unavailable` when the browser does not let the page read the folder (see `grant`).
 */
export async function openDirectoryVolume(options: DirectoryVolumeOptions): Promise<Volume> {
  const { handle, name = "directory", root = defaultRoot, exclude = defaultExclude } = options;
  refuseOther(handle);
  const staging = (await canStage(handle)) ? await stagingIn(handle, root) : undefined;
  const storage = createFolder({ handle, root, staging, exclusion: createExclusion(exclude) });
  return openOutsideVolume({ name, root, resident: false, durable: true, storage });
}

/** It may come from a page, unchecked. */
function refuseOther(handle: Partial<FileSystemDirectoryHandle> | undefined): void {
  if (handle?.kind === "directory") return;
  throw fail("invalid_arguments", { issues: [{ at: "volume.handle", problem: "type", expected: "FileSystemDirectoryHandle" }] });
}

/** In the origin's private file system files can be moved, and nobody minds where else they are for a moment. */
async function canStage(handle: FileSystemDirectoryHandle): Promise<boolean> {
  if (typeof FileSystemFileHandle === "undefined" || !("move" in FileSystemFileHandle.prototype)) return false;
  const top = await navigator.storage.getDirectory().catch(() => undefined);
  return Array.isArray(await top?.resolve(handle));
}

async function stagingIn(handle: FileSystemDirectoryHandle, root: VolumePath): Promise<Staging> {
  try {
    return await openStaging(handle);
  } catch (error) {
    throw failureOf(error, { folder: handle, path: root, operation: "open" });
  }
}
