export { createWorkspace } from "./create-workspace.ts";
export type { IgnoreOptions } from "./ignore-rules.ts";
export type { Caller, Workspace, WorkspaceOptions } from "./workspace.ts";
