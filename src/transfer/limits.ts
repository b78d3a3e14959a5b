import { fail } from "../core/errors.ts";

/** Bounds of one transfer, held against what is really read. Over any of them it is refused as a whole. */
export interface TransferLimits {
  /** Files, links and directories, with those that are implied by a path. Over it: `no_space` in entries. */
  readonly entries: number;
  /** Bytes of one file. Over it: `file_too_large`. */
  readonly entryBytes: number;
  /** Bytes of all files. Over it: `no_space` in bytes. */
  readonly totalBytes: number;
  /** Names in one path. Over it: `invalid_arguments`, `too_big` at the path. */
  readonly depth: number;
}

export const transferLimits: TransferLimits = { entries: 200_000, entryBytes: 268_435_456, totalBytes: 1_073_741_824, depth: 100 };

/** Throws invalid_arguments for what is no whole number. */
export function limitsOf(limits: Partial<TransferLimits> = {}): TransferLimits {
  for (const [name, value] of Object.entries(limits)) {
    const at = `limits.${name}`;
    if (!(name in transferLimits)) throw fail("invalid_arguments", { issues: [{ at, problem: "unknown" }] });
    if (!Number.isInteger(value) || value < 0)
      throw fail("invalid_arguments", { issues: [{ at, problem: "type", expected: "integer", received: String(value) }] });
  }
  return { ...transferLimits, ...limits };
}
