import type { Kind } from "../core/errors.ts";
import type { CallContext, Expected, Mutated } from "./call.ts";

export interface RemoveRequest {
  readonly path: string;
  readonly expected?: Expected;
}

export interface RemoveResponse {
  /** Relative to the root; the link itself, not its target. */
  readonly path: string;
  readonly kind: Kind;
}

/** Removes a file, a link (never its target) or an empty directory. Throws not_found, not_empty {entries}, stale_version, and the path codes. */
export interface Remover {
  remove(request: RemoveRequest, context?: CallContext): Promise<Mutated<RemoveResponse>>;
}
