import { fail } from "../core/errors.ts";
import type { PortsideError } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { CallFate } from "../ports/history.ts";
import type { Around, ToolCall } from "../tools/around.ts";
import type { CallOptions, Catalog } from "../tools/catalog.ts";
import type { Definition } from "../tools/definition.ts";
import type { ToolResult } from "../tools/result.ts";
import type { Opening } from "./opening.ts";
import type { Decision, Question } from "../policy/permissions.ts";
import type { CatalogOpened, CatalogPolicy } from "./protocol.ts";

/** How much of a name a failure repeats. */
const shownName = 200;

/** May this be done? May take minutes. Whoever throws says no. */
export type Authorize = (question: Question) => MaybePromise<Decision>;

/** What a caller may do, and who is asked. */
export interface Policy extends Omit<CatalogPolicy, "authorize"> {
  /** Absent: what would be asked is refused. To keep an answer across reloads, keep the question's targets: they are grants. */
  readonly authorize?: Authorize;
}

export interface CatalogOptions {
  /** Of the caller; goes into every commit. */
  readonly name: string;
  /** Name of a profile that the worker has; "default". */
  readonly profile?: string;
  /** Absent: everything inside the root is allowed. Its mode is "ask" where it names none, and files of secrets are protected. */
  readonly policy?: Policy;
  /** Middlewares, the outermost first. They run on the page. */
  readonly around?: readonly Around[];
}

/** One caller's tools, in the worker. A lost worker shows in a result: a call never rejects. */
export interface RemoteCatalog extends Omit<Catalog, "mutationPaths" | "changes" | "fate"> {
  /** As in `Catalog`; the worker is asked. */
  changes(): Promise<string>;
  /** As in `Catalog`; the worker is asked. */
  mutationPaths(name: string, args: unknown): Promise<readonly string[]>;
  /** As in `Catalog`, of any call in the workspace; the worker is asked. */
  fate(id: string): Promise<CallFate>;
  /** The worker forgets it; its further calls are refused. */
  dispose(): Promise<void>;
}

export async function openCatalog(opening: Opening, options: CatalogOptions): Promise<RemoteCatalog> {
  const { name, profile = "default", policy, around = [] } = options;
  const middlewares = around.length === 0 ? undefined : await import("../tools/around.ts");
  const authorize = policy?.authorize;
  const asking = authorize && (await import("./decide.ts").then((loaded) => loaded.decideWith(authorize)));
  const id = opening.nextId();
  let described!: CatalogOpened;

  await opening.attach(id, async (connection) => {
    if (asking) connection.listeners.set(id, asking);
    described = await connection.call("catalog", { id, name, profile, policy: policy && { ...policy, authorize: !!authorize } });
  });

  function definitionOf(tool: string): Definition | undefined {
    return described.definitions.find((definition) => definition.name === tool);
  }

  function mutates(tool: string): boolean {
    return definitionOf(tool)?.concurrency === "serial";
  }

  /** What a model reads when a call did not reach the worker, its answer did not come back, or a middleware threw. */
  function failed(called: string, { code, status, details, effects }: PortsideError): ToolResult {
    const tool = called.slice(0, shownName).toWellFormed();
    const text = `The call failed (${code}). ${described.fates[status]}`;
    return { status, code, details, effects, text, meta: { tool, duration_ms: 0 } };
  }

  async function send(
    { id: callId, turn, name: tool, arguments: args, signal }: ToolCall,
    onProgress: CallOptions["onProgress"],
  ): Promise<ToolResult> {
    try {
      const request = { catalog: id, tool, arguments: args };
      const answer = await opening.call("tool", request, { callId, turn, signal, onProgress, mutating: mutates(tool) });
      return typeof answer === "string" ? (JSON.parse(answer) as ToolResult) : answer;
    } catch (error) {
      return failed(tool, error as PortsideError);
    }
  }

  return {
    name,
    profile,
    ...described,
    has: (tool) => definitionOf(tool) !== undefined,
    concurrency(tool) {
      const definition = definitionOf(tool);
      if (!definition) throw fail("invalid_arguments", { issues: [{ at: "", problem: "unknown", received: tool }] });
      return definition.concurrency;
    },
    async call(tool, args, { id: callId = `${opening.connection.id}-${opening.nextId()}`, onProgress, ...rest } = {}) {
      const call = { ...rest, id: callId, name: tool, arguments: args };
      const perform = (inner: ToolCall): Promise<ToolResult> => send(inner, onProgress);
      return middlewares ? middlewares.callThrough(around, call, { perform, mutates, failed }) : perform(call);
    },
    changes: () => opening.call("changes", { catalog: id }),
    mutationPaths: (tool, args) => opening.call("mutationPaths", { catalog: id, tool, arguments: args }),
    fate: (call) => opening.call("fate", { id: call }),
    dispose: () => opening.detach(id),
  };
}
