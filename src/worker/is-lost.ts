import { isPortsideError } from "../core/errors.ts";
import type { PortsideError } from "../core/errors.ts";

/** Did a call fail because its worker is lost? */
export function isLost(error: unknown): error is PortsideError<"unavailable"> {
  return isPortsideError(error, "unavailable") && error.details.what === "worker";
}
