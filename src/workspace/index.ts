export { createWorkspace } from "./create-workspace.ts";
export type { Workspace, WorkspaceOptions } from "./workspace.ts";
