import type { Effect } from "./effects.ts";
import { isPortsideError, PortsideError } from "./errors.ts";
import type { Failure } from "./errors.ts";
import { clip } from "./clip.ts";

/** Code points of a foreign message that are kept. */
const reasonPoints = 1_000;

/**
 * Anything thrown, as an error with a code. What had none is a defect of the host or of Portside: it is said, and never taken for a refusal.
 * `status` is what became of the call in that case.
 */
export function asPortsideError(thrown: unknown, operation: string, status: Failure): PortsideError {
  if (isPortsideError(thrown)) return thrown;
  const reason = clip(thrown instanceof Error ? thrown.message : String(thrown), reasonPoints).toWellFormed();
  return new PortsideError({ code: "io_error", details: { operation, reason }, status, cause: thrown });
}

/** The error that ended a call after it had made `effects`, and perhaps another change that is not listed when `unknown`. */
export function afterChanges(error: PortsideError, effects: readonly Effect[], unknown: boolean): PortsideError {
  const { code, details } = error;
  if (effects.length === 0 && !unknown) return error;
  const status = unknown || error.status === "uncertain" ? "uncertain" : "partial";
  return new PortsideError({ code, details, status, effects: [...effects, ...error.effects], cause: error });
}
