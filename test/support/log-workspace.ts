import { openLogVolume, type LogVolume } from "../../src/volumes/opfs/log-volume.ts";
import { createWorkspace, type Workspace, type WorkspaceOptions } from "../../src/workspace/index.ts";
import { createMemoryFolder, type MemoryFolder } from "./memory-folder.ts";

export interface LogWorkspace extends Workspace {
  readonly folder: MemoryFolder;
  readonly log: LogVolume;
  /** Another life on the files as they are now, or as they are given: the first is not asked. */
  reopen(files?: ReadonlyMap<string, Uint8Array>): Promise<LogWorkspace>;
}

/** A workspace on a log in RAM, which outlives it. */
export async function openLogWorkspace(options: WorkspaceOptions = {}, files?: ReadonlyMap<string, Uint8Array>): Promise<LogWorkspace> {
  const folder = createMemoryFolder(files ? { files } : {});
  const log = await openLogVolume("log", folder);
  const workspace = await createWorkspace(log, options);
  return { ...workspace, folder, log, reopen: (given = folder.files) => openLogWorkspace(options, given) };
}
