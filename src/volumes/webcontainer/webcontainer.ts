import { defaultRoot, type VolumePath } from "../../core/path.ts";
import { decorate } from "../decorate.ts";
import { defaultExclude } from "../outside/exclusion.ts";
import { openOutsideVolume } from "../outside/outside-volume.ts";
import type { Volume } from "../volume.ts";
import { containerFiles, type ContainerFiles } from "./container-files.ts";
import { createContainerStorage } from "./container-storage.ts";
import type { Container } from "./container.ts";

export interface ContainerVolumeOptions {
  /** "webcontainer". */
  readonly name?: string;
  /** The directory of the volume that shows the container's working directory; "/workspace". What lies beside it is in RAM. */
  readonly root?: VolumePath;
  /** Names of directories that others fill, at any depth: they show as "other", and nothing of them is fetched. `["node_modules"]`. */
  readonly exclude?: readonly string[];
}

export interface WebContainerVolumeOptions extends ContainerVolumeOptions {
  /** A booted `WebContainer` of @webcontainer/api. */
  readonly instance: Container;
}

/**
 * A container that lives on this page, as a volume: its files are fetched at once, kept in RAM, and kept up with what processes do there. Links are
 * "other". A file is not replaced as a whole, and a batch that fails midway is `partial`; what there is afterwards is looked up.
 */
export async function openWebContainerVolume({ instance, ...options }: WebContainerVolumeOptions): Promise<Volume> {
  const files = containerFiles(instance);
  const volume = await openFilesVolume(files, options);
  return decorate(volume, { close: () => volume.close().finally(files.end) });
}

/** The same, of a container that answers from anywhere. */
export function openFilesVolume(files: ContainerFiles, options: ContainerVolumeOptions): Promise<Volume> {
  const { name = "webcontainer", root = defaultRoot, exclude = defaultExclude } = options;
  return openOutsideVolume({ name, root, resident: true, durable: false, storage: createContainerStorage({ files, root, exclude }) });
}
