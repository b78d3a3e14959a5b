import type { Progress } from "../ports/call.ts";
import type { Definition } from "./definition.ts";
import type { ToolResult } from "./result.ts";

export interface CallOptions {
  /** The caller's own id of the call; commits carry it. */
  readonly id?: string;
  readonly turn?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** One caller's tools. */
export interface Catalog {
  /** Of the caller; goes into every commit. */
  readonly name: string;
  /** Name of its profile. */
  readonly profile: string;
  readonly definitions: readonly Definition[];
  /** Short advice for a system prompt. */
  readonly guidelines: readonly string[];
  has(tool: string): boolean;
  /** `args` is an object or the model's JSON text. Never rejects for what a model or a file did. */
  call(name: string, args: unknown, options?: CallOptions): Promise<ToolResult>;
  /** Paths that the call would change: no I/O, sorted, unique. Throws `PortsideError` where the call would be rejected for its arguments. */
  mutationPaths(name: string, args: unknown): readonly string[];
  /** "serial" calls of one catalog run alone. Throws `invalid_arguments` for a tool that is not there. */
  concurrency(name: string): "parallel" | "serial";
}
