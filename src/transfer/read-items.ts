import { breathe, createPace, type Pace } from "../core/cancel.ts";
import { fail } from "../core/errors.ts";
import { asPortsideError } from "../core/fate.ts";
import { limits as coreLimits } from "../core/limits.ts";
import type { CallContext } from "../ports/call.ts";
import type { TransferEntry, TransferSource } from "./entry.ts";
import { createExclusion, type Exclusion } from "./exclusion.ts";
import { joined } from "./joined.ts";
import { limitsOf, type TransferLimits } from "./limits.ts";
import { createNames, type Names } from "./names.ts";

export interface ReadOptions extends Pick<CallContext, "signal" | "onProgress" | "callId"> {
  /** Lines of a `.gitignore`; absent: `node_modules/` and `.git/`; none: everything is copied. */
  readonly exclude?: readonly string[] | undefined;
  readonly limits?: Partial<TransferLimits> | undefined;
}

/** What a workspace is told of the call. */
export function contextOf({ signal, callId }: ReadOptions): CallContext {
  return { ...(signal ? { signal } : {}), ...(callId === undefined ? {} : { callId }) };
}

/** An entry that was read whole. */
export type Item =
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array; readonly executable: boolean }
  | Exclude<TransferEntry, { readonly kind: "file" }>;

/** What a transfer carried, and what it left out. */
export interface TransferReport {
  readonly files: number;
  /** Those that a source named; not those that a path implied. */
  readonly directories: number;
  readonly links: number;
  /** Of all files. */
  readonly bytes: number;
  readonly skipped: {
    /** By `exclude`; a directory counts once. */
    readonly derived: number;
    /** What a policy hides or protects. */
    readonly protected: number;
    /** Neither file, directory nor link. */
    readonly other: number;
    /** Where the destination has none. */
    readonly links: number;
  };
}

export type Tally = { -readonly [K in Exclude<keyof TransferReport, "skipped">]: number } & {
  readonly skipped: { -readonly [K in keyof TransferReport["skipped"]]: number };
};

export function createTally(): Tally {
  return { files: 0, directories: 0, links: 0, bytes: 0, skipped: { derived: 0, protected: 0, other: 0, links: 0 } };
}

/**
 * Everything that a source holds, in its order, whole and within the limits. Throws for the first path that is not plain or that comes twice,
 * and for the first limit that is passed: nothing has been changed then.
 */
export async function readItems(source: TransferSource, options: ReadOptions, tally: Tally): Promise<readonly Item[]> {
  const reading: Reading = {
    limits: limitsOf(options.limits),
    exclusion: createExclusion(options.exclude),
    names: createNames(),
    // A chunk counts as much as an entry: each is about as much work as the other.
    pace: createPace(coreLimits.yieldEntries, options.signal),
    tally,
  };
  try {
    return await readAll(source, reading, options.onProgress);
  } catch (error) {
    throw asPortsideError(error, "read", "rejected"); // a source is anybody's: a browser's folder has errors of its own
  }
}

interface Reading {
  readonly limits: TransferLimits;
  readonly exclusion: Exclusion;
  readonly names: Names;
  readonly pace: Pace;
  readonly tally: Tally;
}

async function readAll(source: TransferSource, reading: Reading, onProgress: ReadOptions["onProgress"]): Promise<readonly Item[]> {
  const { tally, exclusion } = reading;
  const items: Item[] = [];
  for await (const entry of kept(source, reading)) {
    items.push(await read(entry, reading));
    if (entry.kind === "file") onProgress?.({ done: tally.files, unit: "files" });
  }
  tally.skipped.derived += exclusion.count;
  return items;
}

async function* kept(source: TransferSource, reading: Reading): TransferSource {
  for await (const entry of source) {
    if (reading.pace.spend(1)) await breathe();
    admit(entry, reading);
    if (reading.exclusion.excludes(entry.path, entry.kind === "directory")) continue;
    yield entry;
    if (entry.kind === "directory" && entry.entries) yield* kept(entry.entries, reading);
  }
}

/** Also what is left out must have a plain name, and counts: a list of a million excluded names is a million names. */
function admit({ path, kind }: TransferEntry, { names, limits }: Reading): void {
  const depth = path.split("/").length;
  if (depth > limits.depth)
    throw fail("invalid_arguments", { issues: [{ at: path, problem: "too_big", expected: "names in a path", limit: limits.depth }] });
  names.add(path, kind);
  if (names.size > limits.entries) throw fail("no_space", { limit: limits.entries, unit: "entries" });
}

async function read(entry: TransferEntry, reading: Reading): Promise<Item> {
  const { tally } = reading;
  if (entry.kind === "directory") tally.directories++;
  if (entry.kind === "symlink") tally.links++;
  if (entry.kind !== "file") return entry;
  const { path, executable = false } = entry;
  const bytes = await gather(path, entry.bytes instanceof Uint8Array ? [entry.bytes] : entry.bytes, reading);
  tally.files++;
  return { kind: "file", path, bytes, executable };
}

async function gather(path: string, source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, reading: Reading): Promise<Uint8Array> {
  const { limits, tally, pace } = reading;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    if (pace.spend(1)) await breathe();
    size += chunk.byteLength;
    tally.bytes += chunk.byteLength;
    if (size > limits.entryBytes) throw fail("file_too_large", { path, size, limit: limits.entryBytes });
    if (tally.bytes > limits.totalBytes) throw fail("no_space", { limit: limits.totalBytes, unit: "bytes" });
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : joined(chunks, size);
}
