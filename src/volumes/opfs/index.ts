export type { LogVolume, LogVolumeOptions } from "./log-volume.ts";
export { openOpfsVolume } from "./opfs.ts";
export type { OpfsVolumeOptions } from "./opfs.ts";
export type { Note } from "./replay.ts";
export { salvage } from "./salvage.ts";
export type { Salvaged, SalvagedEntry } from "./salvage.ts";
