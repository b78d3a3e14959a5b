import type { WorkspaceFacts } from "../volumes/opfs/workspaces.ts";
import { methodsOf } from "./methods.ts";

/**
 * The workspaces of kind "opfs" that this origin has. Whatever interrupts one of these, each workspace is afterwards as it was before or as it
 * was to become. All reject with `unavailable` where the origin has no private file system.
 */
export interface Workspaces {
  /** In UTF-8 order of the names. */
  list(): Promise<readonly WorkspaceFacts[]>;
  /** Rejects with not_found, and workspace_busy while it is open anywhere. */
  delete(name: string): Promise<void>;
  /** Takes as long as a copy. Rejects with not_found, already_exists, no_space, and workspace_busy while either is open anywhere. */
  rename(name: string, to: string): Promise<void>;
  /** Rejects as `rename` does. */
  duplicate(name: string, as: string): Promise<void>;
}

/** Loaded when they are wanted: most pages open one workspace, and no more. */
export const workspaces: Workspaces = methodsOf(
  ["list", "delete", "rename", "duplicate"],
  (method: keyof Workspaces, names: [string, string]) =>
    import("../volumes/opfs/workspaces.ts").then((loaded): unknown => loaded.opfsWorkspaces[method](...names)),
) as Workspaces;
