import type { Kind } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { compareUtf8 } from "../core/text.ts";
import { compileFilters } from "../engines/glob/index.ts";
import type { CountGroup, CountRequest, CountResponse, FileCounter } from "../ports/file-counter.ts";
import type { Access, Walked, WalkFilter, WalkOptions, WalkState } from "./access.ts";
import { capOf, requireCounts, requireDirectory, startOptions } from "./requests.ts";
import { entriesAt, entriesNamed, everything } from "./walk-filters.ts";

export function createFileCounter(access: Access): FileCounter {
  return {
    async count(request, context = {}) {
      requireCounts(request, ["limit"], 1);
      const select = selectionOf(request);
      const place = await access.locate(request.path ?? "", startOptions(request), context);
      requireDirectory(place, request.path ?? "");
      const path = access.shown(place.path);
      const { includeHidden = false, includeIgnored = false, dialect } = request;
      const tally = createTally(groupsBy(request.groupBy, path));
      const options = { filter: select(path), tally: tally.addMany, includeHidden, includeIgnored, dialect };
      const skipped = await access.walk(place, options, tally.add, context);
      return { path, ...tally.finish(capOf(request.limit, limits.results)), skipped };
    },
  };
}

const kindOf = { files: "file", directories: "directory", symlinks: "symlink" } as const satisfies Record<string, Kind>;

/** What is counted below a directory. The globs are compiled before anything is looked for. */
function selectionOf({ kinds = ["files"], includeGlobs, excludeGlobs = [] }: CountRequest): (path: string) => WalkFilter<WalkState> {
  const wanted = kinds.map((kind) => kindOf[kind]);
  if (includeGlobs === undefined && excludeGlobs.length === 0) return () => everything(wanted);
  const test = compileFilters({ ...(includeGlobs ? { include: includeGlobs } : {}), exclude: excludeGlobs });
  const hasPaths = [...(includeGlobs ?? []), ...excludeGlobs].some((glob) => glob.includes("/"));
  return hasPaths ? (path) => entriesAt(path, test, wanted) : () => entriesNamed(test, wanted);
}

interface Tally {
  /** Always true: everything is counted. */
  add(walked: Walked): boolean;
  /** Absent where more counts than how a name ends. */
  readonly addMany: WalkOptions<WalkState>["tally"];
  finish(limit: number): Omit<CountResponse, "path" | "skipped">;
}

function createTally({ keyOf, byEnding }: Grouping): Tally {
  const groups = new Map<string, { readonly key: string; count: number }>();
  let total = 0;

  function add(key: string | undefined, count: number): void {
    total += count;
    if (key === undefined) return;
    const group = groups.get(key);
    if (group) group.count += count;
    else groups.set(key, { key, count });
  }

  return {
    add(walked) {
      add(keyOf?.(walked), 1);
      return true;
    },
    addMany: byEnding ? (ending, count) => add(keyOf && ending, count) : undefined,
    finish(limit) {
      const sorted = [...groups.values()].sort(largestFirst);
      const rest = sorted.slice(limit);
      const answer = { total, groups: sorted.slice(0, limit), truncated: rest.length > 0 };
      if (rest.length === 0) return answer;
      return { ...answer, truncatedBy: "limit", other: { groups: rest.length, count: rest.reduce((sum, { count }) => sum + count, 0) } };
    },
  };
}

function largestFirst(a: CountGroup, b: CountGroup): number {
  return b.count - a.count || compareUtf8(a.key, b.key);
}

/** What an entry is counted under; without a key there is only the total. */
interface Grouping {
  readonly keyOf?: (walked: Walked) => string;
  /** The key of a file is its ending. */
  readonly byEnding?: boolean;
}

/** `start`: the root-relative path of the directory that is counted. */
function groupsBy(groupBy: CountRequest["groupBy"], start: string): Grouping {
  switch (groupBy) {
    case undefined:
      return { byEnding: true };
    case "extension":
      return { keyOf: ({ name }) => extensionOf(name), byEnding: true };
    case "stem":
      return { keyOf: ({ name }) => stemOf(name) };
    case "depth":
      return { keyOf: ({ depth }) => String(depth) };
    case "parent":
      return { keyOf: perDirectory((directory) => directory.slice(0, -1)) };
    case "top_directory":
      return { keyOf: perDirectory((directory) => topDirectory(directory, start)) };
  }
}

/** The dot that begins an extension, or -1. One that begins the name only hides it. */
function extensionDot(name: string): number {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? dot : -1;
}

function extensionOf(name: string): string {
  const dot = extensionDot(name);
  return dot < 0 ? "" : name.slice(dot + 1);
}

function stemOf(name: string): string {
  const dot = extensionDot(name);
  return dot < 0 ? name : name.slice(0, dot);
}

/** The key of a directory's children, worked out once while the walk stays in it. */
function perDirectory(key: (directory: string) => string): (walked: Walked) => string {
  let last: string | undefined;
  let known = "";
  return (walked) => {
    const directory = walked.directory();
    if (directory !== last) {
      last = directory;
      known = key(directory);
    }
    return known;
  };
}

function topDirectory(directory: string, start: string): string {
  const below = start === "" ? 0 : start.length + 1;
  const end = directory.indexOf("/", below);
  return end < 0 ? start : directory.slice(0, end);
}
