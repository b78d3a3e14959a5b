import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import type { Kind } from "../../core/errors.ts";
import type { Skipped, TruncatedBy } from "../../ports/call.ts";
import { compact } from "./compact.ts";

/** What every listing and search says beside its rows. */

interface Truncation {
  readonly truncated: boolean;
  readonly truncatedBy?: TruncatedBy;
  readonly skipped: Skipped;
}

export function searchData(response: Truncation, rows: Readonly<Record<string, unknown>>): object {
  return compact({ ...rows, truncated: response.truncated, truncated_by: response.truncatedBy, skipped: response.skipped });
}

/** The schema of `searchData` for these rows. */
export function searchOutput(rows: Readonly<Record<string, $ZodType>>): $ZodType {
  return z.strictObject({
    ...rows,
    truncated: z.boolean(),
    truncated_by: z.optional(z.enum(["limit", "bytes"])),
    skipped: z.strictObject({
      hidden: z.int(),
      ignored: z.int(),
      binary: z.int(),
      too_large: z.int(),
      read_error: z.int(),
      protected: z.int(),
    }),
  });
}

export type EntryType = "file" | "dir" | "symlink" | "other";

/** A kind of entry in the words of the tools' parameters. */
export function entryType(kind: Kind): EntryType {
  return kind === "directory" ? "dir" : kind;
}

export const entryTypeSchema: $ZodType = z.enum(["file", "dir", "symlink", "other"]);
