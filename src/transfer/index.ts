/** Trees in and out: between volumes and workspaces, zips, trees of values, and folders. */
export { copy } from "./copy.ts";
export type { CopyOptions } from "./copy.ts";
export { fromDirectoryHandle, toDirectoryHandle } from "./directory-handle.ts";
export type { ToDirectoryOptions } from "./directory-handle.ts";
export type { TransferEntry, TransferSource } from "./entry.ts";
export { fromFiles, toFiles, toFileSystemTree } from "./file-system-tree.ts";
export type { ToFilesOptions } from "./file-system-tree.ts";
export { transferLimits } from "./limits.ts";
export type { TransferLimits } from "./limits.ts";
export { toPatch } from "./patch.ts";
export type { ReadOptions, TransferReport } from "./read-items.ts";
export type { From } from "./tree-source.ts";
export { fromZip, toZip } from "./zip.ts";
export type { FromZipOptions } from "./zip.ts";
