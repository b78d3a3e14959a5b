import { breathe, createPace, throwIfAborted, type Pace } from "../core/cancel.ts";
import { fail, isPortsideError } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { compareUtf8 } from "../core/text.ts";
import { chain, isPromise, type MaybePromise } from "../core/maybe-promise.ts";
import { compileFilter } from "../engines/glob/index.ts";
import { compileSearch, fileTypeFilter, FileSearcher, type ContextLines, type Search, type Source } from "../engines/grep/index.ts";
import { explainSearch, needsNul } from "../engines/grep/explain.ts";
import type { CallContext, Skipped } from "../ports/call.ts";
import type { Grepper, GrepRequest, GrepResponse } from "../ports/grepper.ts";
import type { FileEntry } from "../volumes/volume.ts";
import type { Access, Walked, WalkFilter, WalkOptions, WalkState } from "./access.ts";
import { createFindings, type Findings, type NamedFile } from "./findings.ts";
import { invalid, requireCounts, startOptions } from "./requests.ts";
import type { SourceCache } from "./source-cache.ts";
import { noneSkipped } from "./walk.ts";
import { entriesAt, entriesNamed, everything } from "./walk-filters.ts";

export function createGrepper(access: Access, sources: SourceCache): Grepper {
  return {
    async grep(request, context = {}) {
      const { run, search, walked } = await searchTree({ access, sources }, request, context);
      return { ...run.finish(walked), ...(needsNul(search.hir) ? { notes: ["nul"] } : {}) };
    },

    async explain(request, context = {}) {
      const counting = { ...request, output: "count", limit: "none", maxBytes: "none" } as const;
      const { run, search } = await searchTree({ access, sources }, counting, context);
      return { ...explainSearch(search), filesSearched: run.filesSearched, bytesScanned: run.bytesScanned };
    },
  };
}

interface Searched {
  readonly search: Search;
  readonly run: Run;
  /** What the walk left out. */
  readonly walked: Skipped;
}

/** What is searched, and what earlier searches found out about it. */
interface Tree {
  readonly access: Access;
  readonly sources: SourceCache;
}

async function searchTree({ access, sources }: Tree, request: GrepRequest, context: CallContext): Promise<Searched> {
  requireCounts(request, ["limit", "maxBytes", "maxLine"], 1);
  const lines = contextLines(request);
  const search = await compileSearch(request);
  const select = selectionOf(request);
  const place = await access.locate(request.path ?? "", startOptions(request), context);
  const run = createRun({ access, sources }, { request, search, lines, context });
  const { entry } = place;
  if (entry?.kind === "file") await run.searchFile({ path: () => access.shown(place.path) }, entry);
  return { search, run, walked: entry?.kind === "directory" ? await walk() : noneSkipped() };

  function walk(): MaybePromise<Skipped> {
    const { includeHidden = false, includeIgnored = false, dialect } = request;
    const options = { filter: select(access.shown(place.path)), includeHidden, includeIgnored, dialect };
    if (dialect?.order === "path") return walkFirst(options);
    return access.walk(place, options, (found) => run.searchFile(found, found.entry as FileEntry), context);
  }

  /** Another order than that of the walk is known only when all of it is. */
  async function walkFirst(options: WalkOptions<WalkState>): Promise<Skipped> {
    const files: { readonly path: string; readonly file: FileEntry }[] = [];
    const visit = (found: Walked): boolean => files.push({ path: found.path(), file: found.entry as FileEntry }) > 0;
    const skipped = await access.walk(place, options, visit, context);
    for (const { path, file } of files.toSorted((a, b) => compareUtf8(a.path, b.path))) await run.searchFile({ path: () => path }, file);
    return skipped;
  }
}

/** The sides win over `context`. */
function contextLines(request: GrepRequest): ContextLines {
  requireCounts(request, ["context", "before", "after"], 0);
  for (const at of ["context", "before", "after"] as const) {
    const value = request[at];
    if (value !== undefined && value > limits.contextLinesMax)
      throw invalid({ at, problem: "too_big", limit: limits.contextLinesMax, received: String(value) });
  }
  const { context = 0, before = context, after = context } = request;
  return { before, after };
}

/** Which files below a directory are searched. Pattern and type are looked up before anything is looked for. */
function selectionOf({ glob, fileType }: GrepRequest): (path: string) => WalkFilter<WalkState> {
  if (glob === undefined && fileType === undefined) return () => everything(["file"]);
  const byType = fileType === undefined ? undefined : fileTypeFilter(fileType);
  const byGlob = glob === undefined ? undefined : compileFilter(glob);
  const test = (path: string): boolean => (byType?.(path) ?? true) && (byGlob?.(path) ?? true);
  return glob?.includes("/") ? (path) => entriesAt(path, test, ["file"]) : () => entriesNamed(test, ["file"]);
}

interface RunInput {
  readonly request: GrepRequest;
  readonly search: Search;
  readonly lines: ContextLines;
  readonly context: CallContext;
}

/** One search over many files. */
interface Run {
  /** True: go on, also when the answer is full, for every selected file is counted. */
  searchFile(named: NamedFile, file: FileEntry): MaybePromise<boolean>;
  readonly filesSearched: number;
  readonly bytesScanned: number;
  finish(walked: Skipped): GrepResponse;
}

function createRun({ access, sources }: Tree, { request, search, lines, context }: RunInput): Run {
  const findings = createFindings(request);
  const pace = createPace(limits.yieldBytes, context.signal);
  const skipped = noneSkipped();
  const searcher = new FileSearcher(search, { context: lines, sink: findings, checkpoint: () => throwIfAborted(context.signal) });
  let filesSearched = 0;
  let bytesScanned = 0;
  sources.beginSearch();

  function searchFile(named: NamedFile, file: FileEntry): MaybePromise<boolean> {
    filesSearched++;
    if (findings.truncatedBy) return true;
    if (file.size > (request.dialect?.maxFileBytes ?? limits.fileBytes)) {
      skipped.too_large++;
      return true;
    }
    const known = sources.get(file);
    if (known) return searchOne(named, known);
    return chain(readOrCount(named, file), (read) => (read ? searchOne(named, sources.add(file, read)) : true));
  }

  /** The file's bytes; where it cannot be read, it is counted, or the whole search ends, as the dialect has it. */
  function readOrCount(named: NamedFile, file: FileEntry): MaybePromise<Uint8Array | undefined> {
    try {
      const bytes = access.read(file);
      return isPromise(bytes) ? bytes.catch((error: unknown) => unreadable(named, error)) : bytes;
    } catch (error) {
      return unreadable(named, error);
    }
  }

  function unreadable(named: NamedFile, error: unknown): undefined {
    if (!isPortsideError(error)) throw error;
    if (request.dialect?.unreadable === "abort") throw fail("io_error", { path: named.path(), operation: "read", reason: error.code });
    skipped.read_error++;
    return undefined;
  }

  function searchOne(named: NamedFile, source: Source): MaybePromise<boolean> {
    findings.begin(named);
    const outcome = searcher.search(source);
    if (outcome.binary) skipped.binary++;
    else bytesScanned += source.bytes.length;
    return rest(pace, source.bytes.length, context, filesSearched);
  }

  return {
    searchFile,
    get filesSearched() {
      return filesSearched;
    },
    get bytesScanned() {
      return bytesScanned;
    },
    finish: (walked) => response(findings, { filesSearched, skipped: add(walked, skipped) }),
  };
}

function rest(pace: Pace, bytes: number, context: CallContext, done: number): MaybePromise<boolean> {
  if (!pace.spend(bytes)) return true;
  context.onProgress?.({ done, unit: "files" });
  return breathe().then(() => true);
}

function response(findings: Findings, common: { readonly filesSearched: number; readonly skipped: Skipped }): GrepResponse {
  const { truncatedBy } = findings;
  return { ...findings.rows(), ...common, truncated: truncatedBy !== undefined, ...(truncatedBy ? { truncatedBy } : {}) };
}

function add(a: Skipped, b: Skipped): Skipped {
  const sum = noneSkipped();
  for (const reason of Object.keys(sum) as (keyof Skipped)[]) sum[reason] = a[reason] + b[reason];
  return sum;
}
