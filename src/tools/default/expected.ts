import type { Expected } from "../../ports/call.ts";

/** The `expected` of a request, where the caller gave a version. */
export function expectedVersion(path: string, version: string | undefined): { readonly expected?: Expected } {
  return version === undefined ? {} : { expected: [{ path, version }] };
}
