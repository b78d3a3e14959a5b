export { createWorkspace } from "./create-workspace.ts";
export type { Caller, Workspace, WorkspaceOptions } from "./workspace.ts";
