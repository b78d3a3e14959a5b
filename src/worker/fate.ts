import { fail, isPortsideError, PortsideError, toErrorData } from "../core/errors.ts";
import type { ErrorData } from "../core/errors.ts";
import type { PortName } from "./protocol.ts";

/** Which ports change something: of their calls it is not known what became when the answer is lost. */
const changing: Readonly<Record<PortName, boolean>> = {
  read: false,
  readBytes: false,
  write: true,
  remove: true,
  move: true,
  makeDirectory: true,
  edit: true,
  apply: true,
  glob: false,
  grep: false,
  list: false,
};

export const portNames: readonly PortName[] = Object.keys(changing) as PortName[];

/** True for a port whose calls change something. Of other targets nothing can be lost. */
export function mutates(target: string): boolean {
  return (changing as Readonly<Record<string, boolean>>)[target] === true;
}

/** The failure of a call that the worker can no longer answer. */
export function lost(reason: string, mutating: boolean): PortsideError<"unavailable"> {
  const details = { what: "worker", reason, remedy: "reopen()" };
  return new PortsideError({ code: "unavailable", details, status: mutating ? "uncertain" : "rejected" });
}

/** Anything thrown, as data. What is no `PortsideError` is a defect, and may have struck after a change. */
export function failureOf(error: unknown, operation: string, mutating: boolean): ErrorData {
  if (isPortsideError(error)) return toErrorData(error);
  const failure = toErrorData(fail("io_error", { operation, reason: String(error) }));
  return mutating ? { ...failure, status: "uncertain" } : failure;
}
