import { fail } from "../core/errors.ts";
import type { PortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import { defaultRoot } from "../core/path.ts";
import type { VolumePath } from "../core/path.ts";
import { clip } from "../core/clip.ts";
import type { Progress } from "../ports/call.ts";
import type { CallFate } from "../ports/history.ts";
import type { Ledger } from "../ports/ledger.ts";
import { parseArguments } from "./arguments.ts";
import { callThrough } from "./around.ts";
import type { Around, ToolCall } from "./around.ts";
import { defaultProfile } from "./default/profile.ts";
import type { Definition } from "./definition.ts";
import { definitionsOf } from "./definition-of.ts";
import { failureResult } from "./failure.ts";
import { nearest } from "../core/nearest.ts";
import type { Memory } from "./memory.ts";
import { once } from "./once.ts";
import type { Profile } from "./profile.ts";
import { newsText } from "./render/news.ts";
import type { ToolResult } from "./result.ts";
import { runTool } from "./run.ts";
import type { Surroundings } from "./run.ts";
import type { AnyTool, Calls, Has, PortName } from "./tool.ts";
import { createTurns } from "./turns.ts";

/** Code points of a tool's name that a result repeats. */
const nameCharacters = 200;

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
  /** A short text of what others have changed in the workspace since the last call of this; "" for nothing, or without a memory. */
  changes(): MaybePromise<string>;
  /** What became of the call of that id. Throws `unavailable` where there is no ledger. */
  fate(id: string): MaybePromise<CallFate>;
  /** "serial" calls of one catalog run alone. Throws `invalid_arguments` for a tool that is not there. */
  concurrency(name: string): "parallel" | "serial";
}

export interface CatalogOptions {
  /** The default profile. */
  readonly profile?: Profile;
  /** Name of the caller; "tools". */
  readonly name?: string;
  /** Middlewares, the outermost first. */
  readonly around?: readonly Around[];
  /** Milliseconds, for `meta.duration_ms`; without one the duration is 0. */
  readonly clock?: () => number;
  /** The root of the workspace behind the ports; "/workspace". */
  readonly root?: VolumePath;
  /** What the caller knows of the files; the guards of its ports must know it too. */
  readonly memory?: Memory;
  /**
   * A call whose id has changed something already is answered as it was then, and does nothing; the same id with another tool or other arguments is
   * `invalid_arguments`. A workspace has one: its `ledger`.
   */
  readonly ledger?: Ledger;
  /** Ids for calls that bring none; the ledger's, or a counter. Commits carry them, so a store that outlives the catalog needs ids that do too. */
  readonly nextCallId?: () => string;
}

/**
 * The tools of a profile whose ports are there. A port that is named but null or undefined throws `unavailable` here and not at the first
 * call. Runs wherever the ports do.
 */
export function createTools(ports: Partial<Calls>, options: CatalogOptions = {}): Catalog {
  const { profile = defaultProfile, name = "tools", around = [], clock = () => 0, root = defaultRoot } = options;
  const { memory, ledger } = options;
  const { nextCallId = ledger ? () => ledger.nextId(name) : counter(name) } = options;
  const tools = builtTools(profile, ports);
  const has = namesIn(tools);
  const mutates = (tool: string): boolean => tools.get(tool)?.concurrency === "serial";
  const surroundings: Surroundings = { ports, profile, root, has, turns: createTurns(), memory };

  async function performed(call: ToolCall, onProgress: CallOptions["onProgress"]): Promise<ToolResult> {
    const tool = tools.get(call.name);
    if (tool === undefined) return failed(call.name, unknownTool(call.name, tools));
    const { id: callId, turn, signal } = call;
    const context = { callId, turn, signal, onProgress, actor: name, by: "tool", tool: tool.name } as const;
    const perform = (): Promise<ToolResult> => runTool(tool, call.arguments, context, surroundings);
    // What only looks may be made again and again; an id that another call had is none for it either.
    const isNew = tool.concurrency === "parallel" && ledger?.fate(call.id).state === "not_started";
    return ledger && !isNew
      ? once(ledger, { ...call, catalog: name }, { perform, failed: (error) => failed(tool.name, error) })
      : perform();
  }

  function failed(called: string, error: PortsideError): ToolResult {
    const tool = clip(called, nameCharacters).toWellFormed();
    return failureResult(error, profile, { tool, root, has }, { tool, duration_ms: 0 });
  }

  return {
    name,
    profile: profile.name,
    definitions: definitionsOf(profile).filter((definition) => tools.has(definition.name)),
    guidelines: profile.guidelines ?? [],
    has: (tool) => tools.has(tool),
    async call(tool, args, { id = nextCallId(), turn, signal, onProgress } = {}) {
      const started = clock();
      const call = { id, turn, name: tool, arguments: args, signal };
      const perform = (inner: ToolCall): Promise<ToolResult> => performed(inner, onProgress);
      const result = await callThrough(around, call, { perform, mutates, failed });
      return { ...result, meta: { ...result.meta, duration_ms: clock() - started } };
    },
    mutationPaths(tool, args) {
      const { schema, repair, mutationPaths } = named(tool, tools);
      return mutationPaths?.(parseArguments(schema, args, { nulls: profile.nulls ?? "absent", repair })) ?? [];
    },
    changes: () => newsText(memory?.changes() ?? []),
    fate(id) {
      if (!ledger) throw fail("unavailable", { what: "fate", reason: "the tools have no ledger" });
      return ledger.fate(id);
    },
    concurrency: (tool) => named(tool, tools).concurrency,
  };
}

/** The profile's tools by name, those whose port is there. */
function builtTools(profile: Profile, ports: Partial<Calls>): ReadonlyMap<string, AnyTool> {
  for (const [port, call] of Object.entries(ports)) {
    if (call === undefined || call === null)
      throw fail("unavailable", { what: `port "${port}"`, reason: `it was given as ${String(call)}` });
  }
  const tools = [...profile.tools, ...(profile.byName ?? [])];
  return new Map(tools.filter(({ calls }) => typeof ports[calls as PortName] === "function").map((tool) => [tool.name, tool]));
}

/** The names that texts know tools by, and those that this catalog has for them. */
function namesIn(tools: ReadonlyMap<string, AnyTool>): Has {
  const names = new Map([...tools.values()].map(({ name, writtenAs = name }) => [writtenAs, name]));
  return Object.assign((tool: string) => names.has(tool), { named: (tool: string) => names.get(tool) ?? tool });
}

function named(tool: string, tools: ReadonlyMap<string, AnyTool>): AnyTool {
  const found = tools.get(tool);
  if (found === undefined) throw unknownTool(tool, tools);
  return found;
}

function unknownTool(tool: string, tools: ReadonlyMap<string, AnyTool>): PortsideError {
  const allowed = nearest(tool, [...tools.keys()]);
  return fail("invalid_arguments", { issues: [{ at: "", problem: "not_one_of", expected: "tool", received: tool, allowed }] });
}

function counter(name: string): () => string {
  let calls = 0;
  return () => `${name}-${++calls}`;
}
