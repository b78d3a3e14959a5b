import { fail, isPortsideError } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { chain, type MaybePromise } from "../core/maybe-promise.ts";
import type { VolumePath } from "../core/path.ts";
import { compareUtf8 } from "../core/text.ts";
import { compileGlob, type Glob, type GlobState } from "../engines/glob/index.ts";
import type { CallContext } from "../ports/call.ts";
import type { Globber, GlobRequest, GlobResponse } from "../ports/globber.ts";
import type { Entry } from "../volumes/volume.ts";
import type { Access, WalkFilter } from "./access.ts";
import { collect } from "./collect.ts";
import { capOf, invalid, requireCounts } from "./requests.ts";
import { noneSkipped } from "./walk.ts";

type Found = GlobResponse["entries"][number];

export function createGlobber(access: Access): Globber {
  return {
    async glob(request, context = {}) {
      requireCounts(request, ["limit"], 1);
      requirePattern(request.pattern, access.root);
      const glob = compile(request);
      const place = await access.locate(request.path ?? "", { for: "read", leaf: "follow" }, context);
      if (glob === undefined) return { entries: [], truncated: false, skipped: noneSkipped() };
      const collection = collect<Found>({ limit: capOf(request.limit, limits.results), compare: orderOf(request) });
      const visit = (path: VolumePath, entry: Entry): MaybePromise<boolean> =>
        chain(
          isWanted(access, { path, entry, request }, context),
          (wanted) => !wanted || collection.add({ path: access.shown(path), kind: entry.kind }),
        );
      const { includeHidden = false, includeIgnored = false } = request;
      const skipped = await access.walk(place, { filter: filterOf(glob, request), includeHidden, includeIgnored }, visit, context);
      const { items, truncated } = collection.finish();
      return { entries: items, truncated, ...(truncated ? { truncatedBy: "limit" } : {}), skipped };
    },
  };
}

/** A pattern is relative to `path`, and stays below it. */
function requirePattern(pattern: string, root: VolumePath): void {
  if (pattern === "") throw invalid({ at: "pattern", problem: "empty", expected: "a glob" });
  if (pattern.startsWith("/") || pattern.split("/").includes(".."))
    throw fail("path_not_allowed", { path: pattern, root, reason: "outside" });
}

/** The compiled pattern, or undefined where a malformed one means that nothing matches. */
function compile({ pattern, ignoreCase, dialect = {} }: GlobRequest): Glob | undefined {
  const anyDepth = dialect.slashless === "any-depth" && !pattern.includes("/");
  const smart = dialect.globCase === "smart" && pattern === pattern.toLowerCase();
  try {
    return compileGlob(anyDepth ? `**/${pattern}` : pattern, { ignoreCase: ignoreCase ?? smart });
  } catch (error) {
    if (dialect.malformed === "no-match" && isPortsideError(error, "invalid_glob")) return undefined;
    throw error;
  }
}

function filterOf(glob: Glob, { type = "file" }: GlobRequest): WalkFilter<GlobState> {
  const kinds: readonly Entry["kind"][] = type === "file" ? ["file", "symlink"] : ["directory"];
  return {
    start: glob.start,
    step: (state, name) => glob.step(state, name),
    accepts: (state, entry) => glob.accepts(state) && (type === "any" || kinds.includes(entry.kind)),
    opens: (state) => glob.opens(state),
    unhides: (state, name) => glob.unhides(state, name),
  };
}

/** A link is a file when it leads to one inside the root. */
function isWanted(
  access: Access,
  { path, entry, request }: { readonly path: VolumePath; readonly entry: Entry; readonly request: GlobRequest },
  context: CallContext,
): MaybePromise<boolean> {
  if (entry.kind !== "symlink" || request.type === "any") return true;
  try {
    return chain(access.locate(path, { for: "read", leaf: "follow" }, context), (place) => place.entry?.kind === "file");
  } catch (error) {
    if (isPortsideError(error) && error.code !== "aborted") return false; // dangling, cyclic, or leading outside: no file of this workspace
    throw error;
  }
}

function orderOf({ dialect }: GlobRequest): ((a: Found, b: Found) => number) | undefined {
  return dialect?.order === "path" ? (a, b) => compareUtf8(a.path, b.path) : undefined;
}
