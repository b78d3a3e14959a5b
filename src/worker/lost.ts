import { PortsideError } from "../core/errors.ts";

/** The failure of a call that the worker can no longer answer. */
export function lost(reason: string, mutating: boolean): PortsideError {
  const details = { what: "worker", reason, remedy: "reopen()" };
  return new PortsideError({ code: "unavailable", details, status: mutating ? "uncertain" : "rejected" });
}
