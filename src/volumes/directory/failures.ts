import { fail, isPortsideError, PortsideError } from "../../core/errors.ts";
import type { VolumePath } from "../../core/path.ts";
import { notPermitted } from "./permission.ts";

/** The browser says that the thing is not there, or is something else by now. */
export function isGone(error: unknown): boolean {
  return isNamed(error, "NotFoundError", "TypeMismatchError");
}

/** It was written to while the browser read it; or it cannot be read at all. */
export function isUnreadable(error: unknown): boolean {
  return isNamed(error, "NotReadableError", "AbortError");
}

export function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

export interface Attempt {
  readonly folder: FileSystemDirectoryHandle;
  readonly path: VolumePath;
  readonly operation: string;
}

/** What a browser threw, as an error with a code. */
export function failureOf(error: unknown, { folder, path, operation }: Attempt): PortsideError {
  if (isPortsideError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (isNamed(error, "NotAllowedError", "SecurityError")) return notPermitted(folder, reason);
  if (isGone(error)) return fail("stale_version", { path, reason: "scope" });
  if (isNamed(error, "QuotaExceededError")) return new PortsideError({ code: "no_space", details: {}, cause: error });
  return new PortsideError({ code: "io_error", details: { path, operation, reason }, cause: error });
}

/** Names are refused by a TypeError, as calls that are wrong are. */
export async function named<T>(path: VolumePath, handle: Promise<T>): Promise<T> {
  try {
    return await handle;
  } catch (error) {
    throw isNamed(error, "TypeError") ? fail("path_malformed", { path, reason: "name" }) : error;
  }
}
