export { isPortsideError } from "./core/errors.ts";
export type { Code } from "./core/codes.ts";
export type { Effect, Origin, Version } from "./core/effects.ts";
export type { ErrorDetails, Failure, PortsideError } from "./core/errors.ts";
export type { PathRule } from "./policy/path-rules.ts";
export type { Decision, Grant, Mode, Question, QuestionTarget } from "./policy/permissions.ts";
export type * from "./ports/index.ts";
export type { Around, ToolCall } from "./tools/around.ts";
export type { CallOptions, Catalog } from "./tools/catalog.ts";
export type { Definition } from "./tools/definition.ts";
export type { AroundNote, Image, Meta, NextCall, ToolResult } from "./tools/result.ts";
export type { TransferLimits } from "./transfer/limits.ts";
export type { TransferReport } from "./transfer/read-items.ts";
export type { ExportedTree, ExportRequest, ExportToDirectoryRequest, ImportRequest, Transfers } from "./transfer/transfers.ts";
export type { Files } from "./volumes/files.ts";
export type { Note } from "./volumes/opfs/replay.ts";
export type { WorkspaceFacts } from "./volumes/opfs/workspaces.ts";
export type { Capabilities } from "./volumes/volume.ts";
export { openWorkspace } from "./worker/client.ts";
export type {
  DirectoryVolumeRequest,
  MemoryVolumeRequest,
  OpenOptions,
  OpfsVolumeRequest,
  OtherVolumeRequest,
  RemoteWorkspace,
} from "./worker/client.ts";
export type { Timeouts } from "./worker/connection.ts";
export type { Persistence, Usage } from "./worker/protocol.ts";
export type { WorkerSource } from "./worker/launch.ts";
export type { Authorize, CatalogOptions, Policy, RemoteCatalog } from "./worker/remote-catalog.ts";
export type { ForkOptions, RemoteFork } from "./worker/remote-fork.ts";
export type { WatchListener } from "./worker/remote-watch.ts";
export { workspaces } from "./worker/workspaces.ts";
export type { Workspaces } from "./worker/workspaces.ts";
