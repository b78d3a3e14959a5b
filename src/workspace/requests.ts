import { fail, type ArgumentIssue } from "../core/errors.ts";
import { loneSurrogate } from "../core/text.ts";
import type { Cap } from "../ports/call.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { FileEntry } from "../volumes/volume.ts";
import type { LocateOptions, Place } from "./access.ts";

/** Refuses the empty path where one is required. */
export function requirePath(path: string, at: string): void {
  if (path === "") throw invalid({ at, problem: "empty", expected: "a path" });
}

/** Refuses what is no whole number of at least `minimum`; absent values pass. Names are those of the request's fields, checked in order. */
export function requireCounts<Name extends string>(
  request: { readonly [N in Name]?: Cap | undefined },
  names: readonly Name[],
  minimum: 0 | 1,
): void {
  for (const at of names) {
    const value: Cap | undefined = request[at];
    if (value === undefined || value === "none") continue;
    if (!Number.isInteger(value)) throw invalid({ at, problem: "type", expected: "integer", received: String(value) });
    if (value < minimum) throw invalid({ at, problem: "too_small", limit: minimum, received: String(value) });
  }
}

/** Refuses a text that cannot be stored as UTF-8. */
export function requireWellFormed(text: string, at: string): void {
  if (loneSurrogate(text) >= 0) throw invalid({ at, problem: "not_well_formed", expected: "text without lone surrogates" });
}

export function invalid(issue: ArgumentIssue): Error {
  return fail("invalid_arguments", { issues: [issue] });
}

/** The file at a place; anything else there is `not_a_file`, nothing is `not_found`. */
export function requireFile(place: Place, path: string): FileEntry {
  if (place.entry === undefined) throw fail("not_found", { path });
  if (place.entry.kind !== "file") throw fail("not_a_file", { path, kind: place.entry.kind });
  return place.entry;
}

/** Refuses what is no directory, by the path that was asked for. */
export function requireDirectory({ entry }: Place, path: string): void {
  if (entry === undefined) throw fail("not_found", { path });
  if (entry.kind !== "directory") throw fail("not_a_directory", { path, kind: entry.kind });
}

/** How the place where a listing or a search begins is found. */
export function startOptions({ dialect }: { readonly dialect?: Dialect }): LocateOptions {
  return { for: "read", leaf: dialect?.startLink === "refuse" ? "follow-to-file" : "follow" };
}

/** A cap as a number. */
export function capOf(cap: Cap | undefined, absent: number): number {
  return cap === "none" ? Number.POSITIVE_INFINITY : (cap ?? absent);
}
