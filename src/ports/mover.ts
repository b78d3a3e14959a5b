import type { Kind } from "../core/errors.ts";
import type { CallContext, Expected, Mutated } from "./call.ts";

export interface MoveRequest {
  readonly source: string;
  readonly destination: string;
  readonly expected?: Expected;
}

export interface MoveResponse {
  /** Both relative to the root. */
  readonly source: string;
  readonly destination: string;
  readonly kind: Kind;
}

/**
 * Moves a file or a directory with all below it. Nothing is overwritten and no directory is made: the destination's parent must exist.
 * Throws not_found, already_exists {kind}, not_a_directory, invalid_move {reason: into_itself, same, link, root}, stale_version, and the path codes.
 */
export interface Mover {
  move(request: MoveRequest, context?: CallContext): Promise<Mutated<MoveResponse>>;
}
