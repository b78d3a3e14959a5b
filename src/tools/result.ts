import { codes, type Code } from "../core/codes.ts";
import type { Effect } from "../core/effects.ts";

/** Plain JSON but for image bytes; snake_case, because a model reads it. */

/** The call that goes on where this one stopped. */
export interface NextCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a middleware did to a call. One that only watched is not listed. */
export interface AroundNote {
  /** The name of its function, or "middleware 2" for the second from outside. */
  readonly by: string;
  /**
   * refused or answered: without making a call. changed_call: another name or other arguments. repeated: more than one call. appended: to the
   * text. changed_answer: something else of it. failed: it threw.
   */
  readonly did: readonly ("refused" | "answered" | "changed_call" | "repeated" | "appended" | "changed_answer" | "failed")[];
  /** The call that was made where it was changed; long values are cut, as in `details`. */
  readonly call?: { readonly tool: string; readonly arguments: unknown };
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
  /** What middlewares did, the innermost first. */
  readonly around?: readonly AroundNote[];
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
  if (!isObject(value)) return false;
  const { status, text, effects, meta, code, details } = value;
  if (!statuses.includes(status) || typeof text !== "string" || !text.isWellFormed()) return false;
  if (!Array.isArray(effects) || !effects.every(isEffect) || !isObject(meta) || typeof meta["tool"] !== "string") return false;
  return status === "ok" ? "data" in value : codes.includes(code as Code) && isObject(details);
}

function isEffect(value: unknown): boolean {
  return isObject(value) && typeof value["op"] === "string" && typeof value["path"] === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
