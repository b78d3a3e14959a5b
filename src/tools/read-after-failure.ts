import type { EditHint, ErrorData } from "../core/errors.ts";
import type { NextCall } from "./result.ts";

/** What a profile calls its tool that reads, and how that is told which lines. */
export interface ReadNames {
  readonly tool: string;
  readonly first: string;
  readonly count: string;
}

/** Lines shown above and below what an edit missed. */
const around = 5;

/** The read that helps after an edit was not found: of the lines it may have meant, or of the file where none are known. */
export function readAfterFailure({ tool, first, count }: ReadNames): (failure: ErrorData) => NextCall | undefined {
  return ({ code, details }) => {
    const { path, hint } = details as Partial<ErrorData<"edit_not_found">["details"]>;
    if (code !== "edit_not_found" || hint === undefined || hint.reason === "too_large") return undefined;
    const place = placeOf(hint);
    if (place === undefined) return { tool, arguments: { path } };
    const start = Math.max(1, place.first - around);
    return { tool, arguments: { path, [first]: start, [count]: place.last + around - start + 1 } };
  };
}

function placeOf({ nearest, lines: [line] }: EditHint): { readonly first: number; readonly last: number } | undefined {
  return nearest ?? (line === undefined ? undefined : { first: line, last: line });
}
