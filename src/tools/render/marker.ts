import type { Skipped, TruncatedBy } from "../../ports/call.ts";
import { limits } from "../../core/limits.ts";
import type { Has } from "../tool.ts";
import { bytes, count, enumeration, json } from "./words.ts";

/** Bracketed lines that say what an answer leaves out; each stands on a line of its own. */

export function marker(text: string): string {
  return `[${text}]`;
}

/** What a tool that was written under this name is called here. */
export function nameIn(has: Has, tool: string): string {
  return has.named?.(tool) ?? tool;
}

/** A call as the model would make it: `read {"path":"a.ts","offset":2001}`. */
export function callText(tool: string, args: Readonly<Record<string, unknown>>): string {
  return `${tool} ${json(args)}`;
}

/** How many items a call answers when it does not say, and how many it may ask for. `parameter` is what the tool calls it. */
export interface Caps {
  readonly initial: number;
  readonly maximum: number;
  readonly parameter?: string;
}

type Arguments = object;

/** The same call for twice as many items; undefined when the answer is whole, is cut by bytes, or holds the most already. */
export function raised(
  response: { readonly truncated: boolean; readonly truncatedBy?: TruncatedBy },
  args: Arguments,
  caps: Caps,
): Readonly<Record<string, unknown>> | undefined {
  return response.truncated && response.truncatedBy !== "bytes" ? withMore(args, caps) : undefined;
}

function withMore(args: Arguments, { initial, maximum, parameter = "limit" }: Caps): Readonly<Record<string, unknown>> | undefined {
  const limit = limitOf(args, { initial, maximum, parameter });
  return limit < maximum ? { ...args, [parameter]: Math.min(limit * 2, maximum) } : undefined;
}

function limitOf(args: Arguments, { initial, parameter = "limit" }: Caps): number {
  return (args as Readonly<Record<string, number | undefined>>)[parameter] ?? initial;
}

/** What a marker says about a limit that was reached. */
export function capOf(tool: string, args: Arguments, caps: Caps): Omit<CapMarker, "noun" | "otherwise"> {
  const more = withMore(args, caps);
  return { limit: limitOf(args, caps), maximum: caps.maximum, ...(more !== undefined && { more: callText(tool, more) }) };
}

export interface CapMarker {
  /** One and many: ["path", "paths"]. */
  readonly noun: readonly [string, string];
  readonly limit: number;
  readonly maximum: number;
  /** The call with a larger limit, as text; absent at the maximum. */
  readonly more?: string;
  /** Another way to see the rest: "a narrower pattern". */
  readonly otherwise: string;
}

export function capMarker({ noun, limit, maximum, more, otherwise }: CapMarker): string {
  const shown = `Only the first ${count(limit, ...noun)} ${limit === 1 ? "is" : "are"} shown`;
  if (more === undefined) return marker(`${shown}, and ${maximum} is the most for one call. Use ${otherwise}.`);
  return marker(`${shown}. For more: ${more}, or ${otherwise}.`);
}

/** Nothing for a whole answer; else how many of its items are shown, why not more, and what to do about it. */
export function cutMarker(
  { truncated, truncatedBy }: { readonly truncated: boolean; readonly truncatedBy?: TruncatedBy },
  shown: number,
  cap: CapMarker,
): readonly string[] {
  if (!truncated) return [];
  if (truncatedBy !== "bytes") return [capMarker(cap)];
  const are = `${count(shown, ...cap.noun)} ${shown === 1 ? "is" : "are"} shown`;
  return [marker(`Only the first ${are}: one answer holds ${bytes(limits.outputBytes)}. Use ${cap.otherwise}.`)];
}

/** Parameters that bring skipped entries back, where the tool has them. */
export interface Includes {
  readonly hidden?: string;
  readonly ignored?: string;
}

const words: Readonly<Record<keyof Skipped, string>> = {
  hidden: "hidden",
  ignored: "ignored",
  binary: "binary",
  too_large: "too large",
  read_error: "unreadable",
  protected: "protected",
};

/** What a listing or search did not look at; nothing when it looked at everything. */
export function skippedMarker(skipped: Skipped, includes: Includes = {}): readonly string[] {
  const kinds = (Object.keys(words) as (keyof Skipped)[]).filter((kind) => skipped[kind] > 0);
  if (kinds.length === 0) return [];
  const left = `Left out: ${enumeration(kinds.map((kind) => `${skipped[kind]} ${words[kind]}`))}`;
  const flags = [skipped.hidden > 0 && includes.hidden, skipped.ignored > 0 && includes.ignored].filter((flag) => typeof flag === "string");
  if (flags.length === 0) return [marker(`${left}.`)];
  return [marker(`${left}; ${enumeration(flags)} ${flags.length === 1 ? "shows" : "show"} them.`)];
}

/** Lines of an answer, then its markers. */
export function answer(lines: readonly string[], markers: readonly string[] = []): string {
  return [...lines, ...markers].join("\n");
}
