import type { Code } from "../core/codes.ts";
import { byteLength } from "../core/text.ts";
import type { Skipped } from "../ports/call.ts";
import type { Around } from "./around.ts";
import type { ToolResult } from "./result.ts";

/** One call in numbers, for a dashboard or a log: nothing of what files, arguments and answers hold. */
export interface ToolEvent {
  readonly id: string;
  /** What the caller called, at most 200 characters of it. */
  readonly tool: string;
  readonly status: ToolResult["status"];
  readonly code?: Code;
  /** Of the text that the model reads. */
  readonly bytes: number;
  /** Its tokens, about: four bytes each. */
  readonly tokens: number;
  readonly ms: number;
  /** What a listing or search left out. */
  readonly skipped?: Skipped;
}

/** A middleware that tells of each call when it has ended. */
export function toolEvents(listener: (event: ToolEvent) => void, clock: () => number): Around {
  return async (call, next) => {
    const started = clock();
    const result = await next(call);
    listener({ id: call.id, tool: result.meta.tool, ...numbersOf(result), ms: clock() - started });
    return result;
  };
}

function numbersOf(result: ToolResult): Omit<ToolEvent, "id" | "tool" | "ms"> {
  const bytes = byteLength(result.text);
  const common = { status: result.status, bytes, tokens: Math.ceil(bytes / 4) };
  if (result.status !== "ok") return { ...common, code: result.code };
  const { skipped } = result.data as { readonly skipped?: Skipped };
  return { ...common, ...(skipped && { skipped }) };
}
