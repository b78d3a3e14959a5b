import { throwIfAborted } from "../core/cancel.ts";
import type { Effect } from "../core/effects.ts";
import type { Failure } from "../core/errors.ts";
import { afterChanges, asPortsideError } from "../core/fate.ts";
import { relativeTo, isInside, segments } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import type { CallContext } from "../ports/call.ts";
import { parseArguments } from "./arguments.ts";
import { failureResult } from "./failure.ts";
import type { Memory } from "./memory.ts";
import type { Profile } from "./profile.ts";
import { nameIn } from "./render/marker.ts";
import { landedLines } from "./render/news.ts";
import type { Meta, ToolResult } from "./result.ts";
import type { AnyTool, Calls, Has, PortName } from "./tool.ts";
import type { Turns } from "./turns.ts";

/** What a call needs beside its tool and its arguments. */
export interface Surroundings {
  readonly ports: Partial<Calls>;
  readonly profile: Profile;
  readonly root: VolumePath;
  readonly turns: Turns;
  readonly has: Has;
  readonly memory?: Memory | undefined;
}

/** The ports that take a dialect. */
const speaking: readonly PortName[] = ["read", "write", "edit", "apply", "glob", "grep", "list", "count"];

/** Arguments in, one port call, a result out; resolves whatever happens. `meta.duration_ms` is left at 0. */
export async function runTool(tool: AnyTool, raw: unknown, context: CallContext, around: Surroundings): Promise<ToolResult> {
  const done: { status: Failure; effects: readonly Effect[] } = { status: "rejected", effects: [] };
  let args: unknown;
  try {
    throwIfAborted(context.signal);
    args = parseArguments(tool.schema, raw, { nulls: around.profile.nulls ?? "absent", repair: tool.repair });
    const response = await around.turns.take(tool.concurrency, context.signal, () => {
      if (tool.concurrency === "serial" && !isDryRun(tool, args)) done.status = "uncertain";
      return callPort(tool, args, context, around);
    });
    done.status = "rejected"; // from here on the effects are all
    if (!isDryRun(tool, args)) done.effects = effectsOf(response);
    return success(tool, response, args, { around, effects: done.effects, callId: context.callId ?? "" });
  } catch (thrown) {
    const error = afterChanges(asPortsideError(thrown, tool.calls, done.status), done.effects, false);
    const failing = { tool: tool.name, root: around.root, has: around.has };
    const next = args === undefined ? undefined : tool.afterFailure?.(error, args);
    const offered = next !== undefined && around.has(next.tool) ? { next: { ...next, tool: nameIn(around.has, next.tool) } } : {};
    return failureResult(error, around.profile, failing, { tool: tool.name, ...offered, duration_ms: 0 });
  }
}

function callPort(tool: AnyTool, args: unknown, context: CallContext, { ports, profile }: Surroundings): Promise<unknown> {
  const name: PortName = tool.calls;
  const dialect = { ...profile.dialect, ...tool.dialect };
  const spoken = speaking.includes(name) && Object.keys(dialect).length > 0;
  const request = { ...(tool.request(args) as object), ...(spoken && { dialect }) };
  const dryRun = isDryRun(tool, args) ? { dryRun: true } : {};
  // Called as a method: a port may be an object with state of its own.
  return (ports as Record<PortName, (request: object, context: CallContext) => Promise<unknown>>)[name](request, { ...context, ...dryRun });
}

function isDryRun(tool: AnyTool, args: unknown): boolean {
  return tool.dryRun?.(args) === true;
}

function effectsOf(response: unknown): readonly Effect[] {
  return (response as { readonly effects?: readonly Effect[] }).effects ?? [];
}

interface Settled {
  readonly around: Surroundings;
  readonly effects: readonly Effect[];
  readonly callId: string;
}

function success(tool: AnyTool, response: unknown, args: unknown, { around, effects, callId }: Settled): ToolResult {
  around.memory?.saw(tool.seen?.(response) ?? []);
  const landed = around.memory?.landed(callId) ?? [];
  const images = tool.images?.(response) ?? [];
  return {
    status: "ok",
    data: tool.data(response, args),
    text: [tool.text(response, args, around.has), ...landedLines(landed)].join("\n"),
    effects,
    meta: { ...metaOf(tool, response, args, around.root), ...(landed.length > 0 && { changed_meanwhile: landed }) },
    ...(images.length > 0 && { images }),
  };
}

function metaOf(tool: AnyTool, response: unknown, args: unknown, root: VolumePath): Meta {
  const onward = tool.next?.(response, args);
  const resolved = tool.resolved?.(response, args);
  return {
    tool: tool.name,
    ...((tool.concurrency === "parallel" || isDryRun(tool, args)) && { untrusted: true }),
    ...(onward !== undefined && { next: { tool: tool.name, arguments: onward } }),
    ...(resolved !== undefined && plain(resolved.asked, root) !== resolved.path && { resolved_path: resolved.path }),
    duration_ms: 0,
  };
}

/** The asked path relative to the root, without `.` and `..`: where it leads if there are no links and no other spelling. */
function plain(asked: string, root: VolumePath): string {
  const names: string[] = [];
  for (const name of segments(isInside(asked, root) ? relativeTo(asked, root) : asked)) {
    if (name === "..") names.pop();
    else if (name !== ".") names.push(name);
  }
  return names.join("/");
}
