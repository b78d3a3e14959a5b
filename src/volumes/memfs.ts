import { fail, PortsideError } from "../core/errors.ts";
import { join, type VolumePath } from "../core/path.ts";
import { effectsOf } from "./change-set.ts";
import { createCommits } from "./commits.ts";
import { createEntryTree, type Found } from "./entry-tree.ts";
import { createLifetime } from "./lifetime.ts";
import { createPlaces } from "./places.ts";
import { checkBatch } from "./preconditions.ts";
import type { Batch, Capabilities, Change, Changed, Entry, FileEntry, Receipt, State, Volume } from "./volume.ts";

/** The part of memfs that is used: its volumes have it, and so has the `fs` beside each. */
export interface Memfs {
  readdirSync(path: string): unknown[];
  lstatSync(path: string): MemfsStats;
  readlinkSync(path: string): unknown;
  readFileSync(path: string): unknown;
  openSync(path: string, flags: string): number;
  readSync(descriptor: number, into: Uint8Array, offset: number, length: number, position: number): number;
  closeSync(descriptor: number): void;
  writeFileSync(path: string, bytes: Uint8Array, options: { readonly mode: number }): void;
  chmodSync(path: string, mode: number): void;
  mkdirSync(path: string): void;
  symlinkSync(target: string, path: string): void;
  renameSync(from: string, to: string): void;
  unlinkSync(path: string): void;
  rmdirSync(path: string): void;
}

interface MemfsStats {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  readonly size: unknown;
  readonly mode: unknown;
}

export interface MemfsVolumeOptions {
  /** What `memfs()` of the package memfs returns, or any other `{ fs }` of it. What it holds is there from the start. */
  readonly memfs: { readonly fs: Memfs };
  /** "memfs". */
  readonly name?: string;
}

const capabilities: Capabilities = { atomic: "file", resident: true, exclusive: true, durable: false, symlinks: true, modes: true };

/**
 * A memfs of one's own. It belongs to the volume from then on: entries stand in an index beside it, so that walks need not ask it and ids outlive a
 * rename, and what others write to it meanwhile is not seen. memfs itself is never asked to judge: it would move a directory into itself, or
 * over another one.
 */
export function createMemfsVolume({ memfs: { fs }, name = "memfs" }: MemfsVolumeOptions): Volume {
  const tree = createEntryTree();
  const places = createPlaces(tree);
  const commits = createCommits();
  const { assertOpen, markClosed, members } = createLifetime(name, tree, commits);

  function load(directory: VolumePath): void {
    for (const child of fs.readdirSync(directory)) {
      const path = join(directory, String(child));
      const after = tree.add(path, findAt(fs, path));
      places.follow({ path, after });
      if (after.kind === "directory") load(path);
    }
  }

  function make(change: Change): Changed {
    applyTo(fs, change, tree.entry(change.op === "rename" ? change.from : change.path));
    const changed = tree.apply(change);
    places.follow(changed);
    return changed;
  }

  function commit({ changes, origin }: Batch): Receipt {
    assertOpen();
    const before = checkBatch(volume, changes);
    const changed: Changed[] = [];
    try {
      for (const change of changes) changed.push(make(change));
    } catch (error) {
      throw interrupted(error, { changes, before, changed, record: () => commits.record(origin, changed) });
    }
    return { sequence: commits.record(origin, changed), entries: changed.map(({ after }) => after) };
  }

  function read(file: FileEntry, start = 0, end = file.size): Uint8Array {
    const path = places.get(file.id);
    const current = path === undefined ? undefined : (tree.entry(path) as FileEntry);
    if (path === undefined || current === undefined) throw fail("not_found", { path: "" });
    const { version } = current;
    if (version !== file.version) throw fail("stale_version", { path: "", expected: file.version, actual: version, reason: "version" });
    return start === 0 && end >= file.size ? bytesOf(fs.readFileSync(path)) : readRange(fs, path, [start, Math.min(end, file.size)]);
  }

  const volume: Volume = {
    name,
    capabilities,
    ...members,
    commit,
    read(file, start, end) {
      assertOpen();
      return read(file, start, end);
    },
    refresh: assertOpen,
    async close() {
      markClosed();
    },
  };
  load("/");
  return volume;
}

const executableBits = 0o111;

function findAt(fs: Memfs, path: VolumePath): Found {
  const stats = fs.lstatSync(path);
  if (stats.isSymbolicLink()) return { kind: "symlink", target: String(fs.readlinkSync(path)) };
  if (stats.isDirectory()) return { kind: "directory" };
  if (!stats.isFile()) return { kind: "other" };
  return { kind: "file", size: Number(stats.size), executable: (Number(stats.mode) & executableBits) !== 0 };
}

function applyTo(fs: Memfs, change: Change, before: Entry | undefined): void {
  switch (change.op) {
    case "put":
      return put(fs, change, before);
    case "mkdir":
      return fs.mkdirSync(change.path);
    case "symlink":
      return fs.symlinkSync(change.target, change.path);
    case "mode":
      return fs.chmodSync(change.path, modeOf(change.executable));
    case "rename":
      return rename(fs, change, before);
    case "remove":
      return before?.kind === "directory" ? fs.rmdirSync(change.path) : fs.unlinkSync(change.path);
  }
}

function put(fs: Memfs, { path, bytes, executable }: Extract<Change, { op: "put" }>, before: Entry | undefined): void {
  // A copy, or the caller could change what is stored.
  fs.writeFileSync(path, new Uint8Array(bytes), { mode: modeOf(executable ?? false) });
  if (before && executable !== undefined) fs.chmodSync(path, modeOf(executable));
}

function modeOf(executable: boolean): number {
  return executable ? 0o755 : 0o644;
}

/** memfs would rename what a link leads to, so a link is made again. */
function rename(fs: Memfs, { from, to }: Extract<Change, { op: "rename" }>, moved: Entry | undefined): void {
  if (moved?.kind !== "symlink") return fs.renameSync(from, to);
  fs.symlinkSync(moved.target, to);
  fs.unlinkSync(from);
}

function readRange(fs: Memfs, path: VolumePath, [start, end]: readonly [number, number]): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, end - start));
  const descriptor = fs.openSync(path, "r");
  try {
    const length = bytes.length === 0 ? 0 : fs.readSync(descriptor, bytes, 0, bytes.length, start);
    return bytes.subarray(0, length);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** A Buffer is shown as what every other volume gives. */
function bytesOf(buffer: unknown): Uint8Array {
  const { buffer: memory, byteOffset, byteLength } = buffer as Uint8Array;
  return new Uint8Array(memory, byteOffset, byteLength);
}

interface Interrupted {
  readonly changes: readonly Change[];
  readonly before: readonly State[];
  readonly changed: readonly Changed[];
  record(): number;
}

/** memfs refused what the check allowed: what was done before that stands, and is told. */
function interrupted(error: unknown, { changes, before, changed, record }: Interrupted): PortsideError {
  const details = { operation: "commit", reason: error instanceof Error ? error.message : String(error) };
  if (changed.length === 0) return fail("io_error", details);
  record();
  const after = changed.map((each) => each.after);
  const effects = effectsOf({ changes: changes.slice(0, changed.length), before, after }, (path) => path);
  return new PortsideError({ code: "io_error", status: "partial", details, effects });
}
