import { fail } from "../core/errors.ts";
import type { MaybePromise } from "../core/maybe-promise.ts";
import type { Around, ToolCall } from "../tools/around.ts";
import type { CallOptions, Catalog } from "../tools/catalog.ts";
import type { Definition } from "../tools/definition.ts";
import type { ToolResult } from "../tools/result.ts";
import { asPortsideError } from "./fate.ts";
import type { Opening } from "./opening.ts";
import type { AskEvent, CatalogOpened, CommitEvent, Decision, Question } from "./protocol.ts";

/** May this change be made? May take minutes. Whoever throws says no. */
export type Authorize = (question: Question) => MaybePromise<Decision>;

export interface CatalogOptions {
  /** Of the caller; goes into every commit. */
  readonly name: string;
  /** Name of a profile that the worker has; "default". */
  readonly profile?: string;
  /** Absent: everything inside the root is allowed. */
  readonly policy?: { readonly authorize: Authorize };
  /** Middlewares, the outermost first. They run on the page. */
  readonly around?: readonly Around[];
}

/** One caller's tools, in the worker. A lost worker shows in a result: a call never rejects. */
export interface RemoteCatalog extends Omit<Catalog, "mutationPaths" | "changes"> {
  /** As in `Catalog`; the worker is asked. */
  mutationPaths(name: string, args: unknown): Promise<readonly string[]>;
  /** The worker forgets it; its further calls are refused. */
  dispose(): Promise<void>;
}

export async function openCatalog(opening: Opening, options: CatalogOptions): Promise<RemoteCatalog> {
  const { name, profile = "default", policy, around = [] } = options;
  const id = opening.nextId();
  let described: CatalogOpened = { definitions: [], guidelines: [] };

  await opening.attach(id, async (connection) => {
    if (policy) connection.listeners.set(id, (event) => decide(policy.authorize, event));
    described = await connection.call("catalog", { id, name, profile, authorize: policy !== undefined });
  });

  function definitionOf(tool: string): Definition | undefined {
    return described.definitions.find((definition) => definition.name === tool);
  }

  function mutating(tool: string): boolean {
    return definitionOf(tool)?.concurrency === "serial";
  }

  /** What a model reads when a call did not reach the worker, its answer did not come back, or a middleware threw. */
  function failureResult(tool: string, operation: string, error: unknown): ToolResult {
    const { code, status, details, effects } = asPortsideError(error, operation, mutating(tool));
    const fate = status === "rejected" ? "nothing was changed. Tell the user." : "perhaps the change was made. Look before you repeat it.";
    return { status, code, details, effects, text: `The call failed (${code}), and ${fate}`, meta: { tool, duration_ms: 0 } };
  }

  async function send(
    { id: callId, turn, name: tool, arguments: args, signal }: ToolCall,
    onProgress: CallOptions["onProgress"],
  ): Promise<ToolResult> {
    try {
      const request = { catalog: id, tool, arguments: args };
      const answer = await opening.call("tool", request, { callId, turn, signal, onProgress, mutating: mutating(tool) });
      return typeof answer === "string" ? (JSON.parse(answer) as ToolResult) : answer;
    } catch (error) {
      return failureResult(tool, tool, error);
    }
  }

  return {
    name,
    profile,
    ...described,
    has: (tool) => definitionOf(tool) !== undefined,
    concurrency(tool) {
      const definition = definitionOf(tool);
      if (definition) return definition.concurrency;
      throw fail("invalid_arguments", { issues: [{ at: "", problem: "not_one_of", expected: "tool", received: tool }] });
    },
    async call(tool, args, { id: callId = `page-${opening.nextId()}`, onProgress, ...rest } = {}) {
      const handle = wrapped(around, (call) => send(call, onProgress));
      try {
        return await handle({ ...rest, id: callId, name: tool, arguments: args });
      } catch (error) {
        return failureResult(tool, "around", error);
      }
    },
    mutationPaths: (tool, args) => opening.call("mutationPaths", { catalog: id, tool, arguments: args }),
    dispose: () => opening.detach(id),
  };
}

type Handle = (call: ToolCall) => Promise<ToolResult>;

function wrapped(around: readonly Around[], innermost: Handle): Handle {
  return around.reduceRight<Handle>((next, middleware) => (call) => middleware(call, next), innermost);
}

async function decide(authorize: Authorize, event: AskEvent | CommitEvent): Promise<Decision | undefined> {
  if (event.type !== "ask") return undefined;
  try {
    return await authorize(event.question);
  } catch (error) {
    return { allow: false, reason: `authorize failed: ${String(error)}` };
  }
}
