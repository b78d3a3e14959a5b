import { isPortsideError, PortsideError } from "../core/errors.ts";

/** The failure of a call that the worker can no longer answer. */
export function lost(reason: string, mutating: boolean): PortsideError {
  const details = { what: "worker", reason, remedy: "reopen()" };
  return new PortsideError({ code: "unavailable", details, status: mutating ? "uncertain" : "rejected" });
}

/** Anything thrown, as an error with a code. What had none is a defect, and may have struck after a change. */
export function asPortsideError(error: unknown, operation: string, mutating: boolean): PortsideError {
  if (isPortsideError(error)) return error;
  const details = { operation, reason: String(error) };
  return new PortsideError({ code: "io_error", details, status: mutating ? "uncertain" : "rejected", cause: error });
}
