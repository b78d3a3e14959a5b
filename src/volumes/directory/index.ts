export { openDirectoryVolume } from "./directory.ts";
export type { DirectoryVolumeOptions } from "./directory.ts";
export { grant } from "./permission.ts";
