import type { ToolResult } from "./result.ts";

/** One call of one tool, as a middleware sees it. `arguments` is what the caller sent: an object, or the model's JSON text. */
export interface ToolCall {
  readonly id: string;
  readonly turn?: string;
  readonly name: string;
  readonly arguments: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Wraps every call of a catalog: hooks, events, recording, idempotent ids. It may change the call, answer without `next`, or change the
 * answer; what comes out must be a tool's result.
 */
export type Around = (call: ToolCall, next: (call: ToolCall) => Promise<ToolResult>) => Promise<ToolResult>;

export type Perform = (call: ToolCall) => Promise<ToolResult>;

/** One function of all the middlewares, the first of them outermost, around the call itself. */
export function compose(around: readonly Around[], innermost: Perform): Perform {
  return around.reduceRight<Perform>((next, wrap) => async (call) => wrap(call, next), innermost);
}
