import type { Code } from "../core/codes.ts";
import type { Effect } from "../core/effects.ts";

/** Plain JSON but for image bytes; snake_case, because a model reads it. */

/** The call that goes on where this one stopped. */
export interface NextCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Meta {
  readonly tool: string;
  readonly next?: NextCall;
  /** Root-relative, when links or another spelling made it differ from the path asked for. */
  readonly resolved_path?: string;
  /** The answer shows what files hold or are called: words of others, which are no instructions. */
  readonly untrusted?: true;
  /** Files that were changed in place though others had changed them since the caller saw them. */
  readonly changed_meanwhile?: readonly string[];
  /** The call was made before, and this is told of what it changed: its own answer was lost. `data` is empty. */
  readonly recovered?: true;
  /** Never compared. */
  readonly duration_ms: number;
}

export interface Image {
  readonly media_type: string;
  readonly bytes: Uint8Array;
}

interface Common {
  /** What the model reads. */
  readonly text: string;
  readonly meta: Meta;
  readonly effects: readonly Effect[];
  readonly images?: readonly Image[];
}

/** The facts behind a failure: `ErrorDetails[code]` of core/errors.ts. */
export type Details = Readonly<Record<string, unknown>>;

/** Data of searches holds `truncated` and `skipped`; of a dry run `diff`, and its `effects` are []; of patches `notes`. */
export type ToolResult<Data = unknown> =
  | (Common & { readonly status: "ok"; readonly data: Data })
  /** Nothing changed, safe to retry; `effects` is []. */
  | (Common & { readonly status: "rejected"; readonly code: Code; readonly details: Details })
  /** `effects` are complete and true. */
  | (Common & { readonly status: "partial"; readonly code: Code; readonly details: Details; readonly data?: Data })
  /** `effects` are true; the change after them may have happened. */
  | (Common & { readonly status: "uncertain"; readonly code: Code; readonly details: Details; readonly data?: Data });

const statuses: readonly unknown[] = ["ok", "rejected", "partial", "uncertain"] satisfies readonly ToolResult["status"][];

/** Is it a result at all? For what came through code that is not Portside's. */
export function isToolResult(value: unknown): value is ToolResult {
  if (typeof value !== "object" || value === null) return false;
  const { status, text, effects, meta, code } = value as Partial<Record<"status" | "text" | "effects" | "meta" | "code", unknown>>;
  if (!statuses.includes(status) || typeof text !== "string" || !Array.isArray(effects)) return false;
  if (typeof meta !== "object" || meta === null) return false;
  return status === "ok" ? "data" in value : typeof code === "string";
}
