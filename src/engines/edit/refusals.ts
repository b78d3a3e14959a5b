import { fail } from "../../core/errors.ts";
import type { PortsideError } from "../../core/errors.ts";
import type { Needle, Search } from "./matches.ts";
import { countOccurrences } from "./occurrences.ts";

/** Of edits that were not found the lowest is reported, the others are listed. */
export function notFound({ needles, path }: Search, missing: readonly number[]): PortsideError<"edit_not_found"> {
  return fail("edit_not_found", { path, edits: needles.length, ...lowest(missing) });
}

export function notUnique({ view, needles, path }: Search, ambiguous: readonly number[]): PortsideError<"edit_not_unique"> {
  const { index, ...others } = lowest(ambiguous);
  const found = countOccurrences(view, (needles[index] as Needle).old, 5);
  return fail("edit_not_unique", {
    path,
    index,
    edits: needles.length,
    occurrences: found.count,
    lines: lineNumbers(view, found.first),
    ...others,
  });
}

/** `indices` are ascending, and there is one at least. */
function lowest([index, ...others]: readonly number[]): { readonly index: number; readonly others?: readonly number[] } {
  return { index: index as number, ...(others.length > 0 && { others }) };
}

/** 1-based lines of ascending offsets. */
function lineNumbers(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let newline = text.indexOf("\n");
  return offsets.map((offset) => {
    for (; newline >= 0 && newline < offset; line++) newline = text.indexOf("\n", newline + 1);
    return line;
  });
}
