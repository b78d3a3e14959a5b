import * as z from "zod/mini";
import type { $ZodShape } from "zod/v4/core";
import { fail, type ArgumentIssue } from "../core/errors.ts";
import type { Profile } from "./profile.ts";
import type { AnyTool } from "./tool.ts";

/** What is different in a profile of one's own. Tools and parameters go by the names that the base gives them. */
export interface ProfileChanges {
  /** "custom". */
  readonly name?: string;
  /** The tools that are offered, in this order, the base's by name and one's own as they are; no others are there. Absent: the base's. */
  readonly tools?: readonly (string | AnyTool)[];
  /** What a model reads of a tool. */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** What a numeric parameter of a tool is when a call leaves it out: `{ grep: { limit: 50 } }`. */
  readonly limits?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** New names of tools. Texts use them too. */
  readonly rename?: Readonly<Record<string, string>>;
  /** In place of the base's, which may name tools that are not there. */
  readonly guidelines?: readonly string[];
}

/** A profile that differs from another. Throws invalid_arguments for a name that is not there, a limit that its tool refuses, and two tools of one name. */
export function extendProfile(base: Profile, changes: ProfileChanges): Profile {
  const { name = "custom", descriptions = {}, limits = {}, rename = {}, guidelines } = changes;
  const { tools, byName } = chosen(base, changes);
  const all = [...tools, ...byName].map((tool) => tool.name);
  for (const [option, names] of Object.entries({ descriptions, limits, rename })) requireNames(option, Object.keys(names), all);
  requireDistinct(all.map((tool) => rename[tool] ?? tool));

  const changed = (tool: AnyTool): AnyTool =>
    renamed(described(limited(tool, limits[tool.name]), descriptions[tool.name]), rename[tool.name]);
  const { guidelines: _, ...rest } = base;
  return { ...rest, name, tools: tools.map(changed), byName: byName.map(changed), ...(guidelines && { guidelines }) };
}

function chosen(
  { tools, byName = [] }: Profile,
  changes: ProfileChanges,
): { readonly tools: readonly AnyTool[]; readonly byName: readonly AnyTool[] } {
  if (!changes.tools) return { tools, byName };
  const known = new Map([...tools, ...byName].map((tool) => [tool.name, tool]));
  requireNames(
    "tools",
    changes.tools.filter((tool) => typeof tool === "string"),
    [...known.keys()],
  );
  return { tools: changes.tools.map((tool) => (typeof tool === "string" ? (known.get(tool) as AnyTool) : tool)), byName: [] };
}

function requireNames(at: string, names: readonly string[], allowed: readonly string[]): void {
  const unknown = names.filter((name) => !allowed.includes(name));
  if (unknown.length > 0) throw invalid(unknown.map((received) => ({ at, problem: "not_one_of", expected: "tool", received, allowed })));
}

function requireDistinct(names: readonly string[]): void {
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw invalid(twice.map((received) => ({ at: "rename", problem: "conflict", received })));
}

function invalid(issues: readonly ArgumentIssue[]): Error {
  return fail("invalid_arguments", { issues });
}

function described(tool: AnyTool, description: string | undefined): AnyTool {
  return description === undefined ? tool : { ...tool, description };
}

function renamed(tool: AnyTool, name: string | undefined): AnyTool {
  return name === undefined ? tool : { ...tool, name, writtenAs: tool.writtenAs ?? tool.name };
}

/** The tool as it is when these parameters are given in every call that leaves them out. */
function limited(tool: AnyTool, limits: Readonly<Record<string, number>> | undefined): AnyTool {
  if (limits === undefined) return tool;
  const object = tool.schema as unknown as z.ZodMiniObject;
  const shape = Object.entries(limits).map(([parameter, value]) => [parameter, withInitial(object, { tool: tool.name, parameter, value })]);
  return { ...withArguments(tool, limits), schema: z.extend(object, Object.fromEntries(shape) as $ZodShape) };
}

interface Limit {
  readonly tool: string;
  readonly parameter: string;
  readonly value: number;
}

function withInitial({ shape }: z.ZodMiniObject, { tool, parameter, value }: Limit): z.ZodMiniType {
  const at = `limits.${tool}.${parameter}`;
  const own = Object.hasOwn(shape, parameter) ? (shape[parameter] as z.ZodMiniType | undefined) : undefined;
  if (!(own instanceof z.ZodMiniOptional) || !own.safeParse(1).success)
    throw invalid([{ at, problem: "unknown", expected: "a numeric parameter that may be left out" }]);
  if (!own.safeParse(value).success)
    throw invalid([{ at, problem: "not_one_of", expected: "what the tool takes", received: String(value) }]);
  const inner = own.def.innerType as z.ZodMiniNumber;
  return z.optional(inner.check(z.describe(restated(z.globalRegistry.get(inner)?.description ?? "", value))));
}

/** The description with what holds by default now: "Paths; 250 by default." */
function restated(description: string, value: number): string {
  const stated = /[^;,.]* by default/;
  return stated.test(description)
    ? description.replace(stated, () => ` ${value} by default`)
    : `${description} ${value} by default.`.trim();
}

/** Everything that a tool makes of its arguments, made of these where they are left out. */
function withArguments(tool: AnyTool, initial: Readonly<Record<string, number>>): AnyTool {
  const filled = (args: object): object => ({
    ...initial,
    ...Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)),
  });
  const { dryRun, next, resolved, afterFailure, mutationPaths } = tool;
  return {
    ...tool,
    request: (args: object) => tool.request(filled(args)),
    data: (response: unknown, args: object) => tool.data(response, filled(args)),
    text: (response: unknown, args: object, has) => tool.text(response, filled(args), has),
    ...(dryRun && { dryRun: (args: object) => dryRun(filled(args)) }),
    ...(next && { next: (response: unknown, args: object) => next(response, filled(args)) }),
    ...(resolved && { resolved: (response: unknown, args: object) => resolved(response, filled(args)) }),
    ...(afterFailure && { afterFailure: (failure, args: object) => afterFailure(failure, filled(args)) }),
    ...(mutationPaths && { mutationPaths: (args: object) => mutationPaths(filled(args)) }),
  };
}
