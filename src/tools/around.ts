import { afterChanges, asPortsideError } from "../core/fate.ts";
import type { PortsideError } from "../core/errors.ts";
import { isToolResult } from "./result.ts";
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

type Perform = (call: ToolCall) => Promise<ToolResult>;

export interface Innermost {
  /** The call itself; never rejects. */
  readonly perform: Perform;
  /** May the tool change something? */
  mutates(tool: string): boolean;
  /** The result of a call whose middlewares failed. */
  failed(tool: string, error: PortsideError): ToolResult;
}

/**
 * A call through all the middlewares, the first of them outermost; never rejects. When one throws or answers with no result, what the call
 * had changed by then is still told: nothing, the listed effects, or, where a change is under way or uncertain, that it is not known.
 */
export async function callThrough(around: readonly Around[], call: ToolCall, { perform, mutates, failed }: Innermost): Promise<ToolResult> {
  const done: ToolResult[] = [];
  let changing = 0;
  const innermost = async (inner: ToolCall): Promise<ToolResult> => {
    const change = mutates(inner.name) ? 1 : 0;
    changing += change;
    const result = await perform(inner);
    changing -= change;
    done.push(result);
    return result;
  };
  const handle = around.reduceRight<Perform>((next, wrap) => async (each) => wrap(each, next), innermost);
  try {
    return checked(await handle(call));
  } catch (thrown) {
    const effects = done.flatMap((result) => result.effects);
    const unknown = changing > 0 || done.some(({ status }) => status === "uncertain");
    return failed(call.name, afterChanges(asPortsideError(thrown, "around", "rejected"), effects, unknown));
  }
}

function checked(result: ToolResult): ToolResult {
  if (isToolResult(result)) return result;
  throw new TypeError("a middleware answered with something that is not a tool's result");
}
