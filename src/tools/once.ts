import type { PortsideError } from "../core/errors.ts";
import { asPortsideError } from "../core/fate.ts";
import type { EarlierCall, Ledger } from "../ports/ledger.ts";
import type { ToolCall } from "./around.ts";
import { effectLines } from "./render/changes.ts";
import type { ToolResult } from "./result.ts";

/** Makes the call, unless one of its id has changed something already: then the answer is that one's, and nothing is done. Never rejects. */
export async function once(
  ledger: Ledger,
  call: ToolCall & { readonly catalog: string },
  { perform, failed }: { readonly perform: () => Promise<ToolResult>; readonly failed: (error: PortsideError) => ToolResult },
): Promise<ToolResult> {
  let earlier: EarlierCall | undefined;
  try {
    earlier = await ledger.begin({ id: call.id, catalog: call.catalog, tool: call.name, arguments: canonical(call.arguments) });
  } catch (error) {
    return failed(asPortsideError(error, "ledger", "rejected"));
  }
  if (earlier) return resultOf(earlier, call.name);
  const result = await perform();
  await ledger.end(call.id, JSON.stringify(result));
  return result;
}

function resultOf({ answer, effects }: EarlierCall, tool: string): ToolResult {
  if (answer !== undefined) return JSON.parse(answer) as ToolResult;
  const before = "This call was made before, and nothing was done now. Its answer is not known any more";
  const text = effects.length === 0 ? `${before}, nor what it changed.` : [`${before}; it changed:`, ...effectLines(effects)].join("\n");
  return { status: "ok", data: {}, text, effects, meta: { tool, recovered: true, duration_ms: 0 } };
}

/** The same text for the same arguments, whatever the order of their keys, and whether they came as an object or as JSON. */
function canonical(args: unknown): string {
  try {
    return JSON.stringify(typeof args === "string" ? JSON.parse(args) : args, sorted) ?? "";
  } catch {
    return String(args); // no JSON: the tool refuses it
  }
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
