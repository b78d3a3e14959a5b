import { fail, PortsideError } from "../../core/errors.ts";
import type { BlockFile } from "./block-file.ts";

/** A browser without a disk reports a full one by what it returns, or by a file that is shorter than what was written to it. */
export function writeAll(file: BlockFile, bytes: Uint8Array, at: number): void {
  const written = file.write(bytes, at);
  if (written !== bytes.length || file.size() < at + bytes.length) throw fail("no_space", {});
}

/** What a file's error is called here. */
export function spaceOrFault(operation: string, error: unknown): unknown {
  if (error instanceof PortsideError) return error;
  const { name, message } = error as Error;
  return name === "QuotaExceededError" ? fail("no_space", {}) : fail("io_error", { operation, reason: `${name}: ${message}` });
}
