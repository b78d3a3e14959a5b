import { fail } from "../../core/errors.ts";
import type { PortsideError } from "../../core/errors.ts";
import { diagnoseAmbiguous } from "./diagnose-ambiguous.ts";
import { diagnoseMissing } from "./diagnose-missing.ts";
import type { Needle, Search } from "./matches.ts";

/** Of edits that were not found the lowest is reported, the others are listed. */
export function notFound({ view, needles, path }: Search, missing: readonly number[]): PortsideError<"edit_not_found"> {
  const { index, ...others } = lowest(missing);
  const hint = diagnoseMissing(view, needles[index] as Needle);
  return fail("edit_not_found", { path, index, edits: needles.length, ...others, hint });
}

/** Of edits that stand in several places the lowest is reported, the others are listed. */
export function notUnique({ view, needles, path }: Search, ambiguous: readonly number[]): PortsideError<"edit_not_unique"> {
  const { index, ...others } = lowest(ambiguous);
  const ambiguity = diagnoseAmbiguous(view, (needles[index] as Needle).old);
  return fail("edit_not_unique", { path, index, edits: needles.length, ...ambiguity, ...others });
}

/** `indices` are ascending, and there is one at least. */
function lowest([index, ...others]: readonly number[]): { readonly index: number; readonly others?: readonly number[] } {
  return { index: index as number, ...(others.length > 0 && { others }) };
}
