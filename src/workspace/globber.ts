import { fail, isPortsideError } from "../core/errors.ts";
import { join, type VolumePath } from "../core/path.ts";
import { compileGlob, escapeGlob, shareOf, type Glob, type GlobState } from "../engines/glob/index.ts";
import type { CallContext, Skipped } from "../ports/call.ts";
import type { Globber, GlobNote, GlobRequest, GlobResponse } from "../ports/globber.ts";
import type { Entry } from "../volumes/volume.ts";
import type { Access, Place, Walked, WalkFilter, WalkState } from "./access.ts";
import { boundsOf, collect, orderOf, truncation } from "./collect.ts";
import { invalid, requireCounts, requireDirectory, startOptions } from "./requests.ts";
import { noneSkipped } from "./walk.ts";
import { eitherOf } from "./walk-filters.ts";

type Found = GlobResponse["entries"][number];

export function createGlobber(access: Access): Globber {
  return {
    async glob(request, context = {}) {
      requireCounts(request, ["limit", "maxBytes"], 1);
      requirePattern(request.pattern, access.root);
      const glob = compile(request, request.pattern);
      const place = await access.locate(request.path ?? "", startOptions(request), context);
      requireDirectory(place, request.path ?? "");
      if (glob === undefined) return { entries: [], truncated: false, skipped: noneSkipped() };
      const search: Search = { access, request, place, context };
      const literal = literalOf(search, glob);
      const response = await run(
        search,
        literal ? eitherOf(filterOf(glob, request), filterOf(literal.glob, request)) : filterOf(glob, request),
      );
      const notes = notesOf(response, literal?.path);
      if (response.entries.length > 0 || !(await matchesDeeper(search))) return { ...response, ...notes };
      return { ...response, deeper: true };
    },
  };
}

interface Search {
  readonly access: Access;
  readonly request: GlobRequest;
  readonly place: Place;
  readonly context: CallContext;
}

/** A pattern is relative to `path`, and stays below it. */
function requirePattern(pattern: string, root: VolumePath): void {
  if (pattern === "") throw invalid({ at: "pattern", problem: "empty", expected: "a glob" });
  if (pattern.startsWith("/") || pattern.split("/").includes(".."))
    throw fail("path_not_allowed", { path: pattern, root, reason: "outside" });
}

/** The compiled pattern, or undefined where a malformed one means that nothing matches; a brace without its other one is itself then. */
function compile(request: GlobRequest, pattern: string): Glob | undefined {
  const { ignoreCase, dialect = {} } = request;
  const anyDepth = dialect.slashless === "any-depth" && !pattern.includes("/");
  const smart = dialect.globCase === "smart" && pattern === pattern.toLowerCase();
  try {
    return compileGlob(anyDepth ? `**/${pattern}` : pattern, { ignoreCase: ignoreCase ?? smart });
  } catch (error) {
    if (dialect.malformed !== "no-match" || !isPortsideError(error, "invalid_glob")) throw error;
    const { reason, offset } = error.details;
    if (!reason.endsWith("_brace")) return undefined;
    const at = anyDepth ? offset - "**/".length : offset;
    return compile(request, `${pattern.slice(0, at)}\\${pattern.slice(at)}`);
  }
}

function filterOf(glob: Glob, { type = "file" }: GlobRequest): WalkFilter<GlobState> {
  const { start, step, unhides, beneath } = glob;
  return { start, kinds: kindsOf[type], step, unhides, share: (state, ending) => shareOf(glob, state, ending), beneath };
}

/** A link may lead to a file. */
const kindsOf: Readonly<Record<NonNullable<GlobRequest["type"]>, readonly Entry["kind"][] | undefined>> = {
  file: ["file", "symlink"],
  dir: ["directory"],
  any: undefined,
};

/** An entry that has the pattern for its name, and a pattern for nothing else. It is found under the same rules as any other. */
function literalOf(
  { access, request: { pattern }, place }: Search,
  glob: Glob,
): { readonly path: string; readonly glob: Glob } | undefined {
  if (glob.matches(pattern) || access.volume.entry(join(place.path, pattern)) === undefined) return undefined;
  return { path: access.shown(join(place.path, pattern)), glob: compileGlob(escapeGlob(pattern)) };
}

function notesOf({ entries }: GlobResponse, literal: string | undefined): { readonly notes?: readonly GlobNote[] } {
  if (literal === undefined || !entries.some(({ path }) => path === literal)) return {};
  return { notes: [{ note: "literal_match", path: literal }] };
}

async function run(search: Search, filter: WalkFilter<WalkState>): Promise<GlobResponse> {
  const { request } = search;
  const collection = collect<Found>({ ...boundsOf(request), ...orderOf(request) });
  const skipped = await walk(search, filter, collection.add);
  const { items, truncatedBy } = collection.finish();
  return { entries: items, ...truncation(truncatedBy), skipped };
}

/** Ends with the first entry that is found. */
async function matchesDeeper(search: Search): Promise<boolean> {
  const { request } = search;
  if (request.pattern.includes("/") || request.pattern === "**") return false;
  const glob = compile(request, `**/${request.pattern}`);
  let found = false;
  if (glob) await walk(search, filterOf(glob, request), () => !(found = true));
  return found;
}

function walk(
  { access, request, place, context }: Search,
  filter: WalkFilter<WalkState>,
  take: (found: Found) => boolean,
): Promise<Skipped> {
  const { type = "file", includeHidden = false, includeIgnored = false, dialect } = request;
  const visit = (walked: Walked): boolean => {
    const found = { path: walked.path(), kind: walked.kind };
    const wanted = found.kind !== "symlink" || type === "any" || access.kindBehind(join(access.root, found.path)) === "file";
    return !wanted || take(found);
  };
  return access.walk(place, { filter, includeHidden, includeIgnored, dialect }, visit, context);
}
