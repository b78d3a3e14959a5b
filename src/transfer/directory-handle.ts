import { throwIfAborted } from "../core/cancel.ts";
import type { Effect } from "../core/effects.ts";
import { PortsideError, type ErrorDetails, type Failure } from "../core/errors.ts";
import { afterChanges, asPortsideError } from "../core/fate.ts";
import { compareUtf8 } from "../core/text.ts";
import type { TransferEntry, TransferSource } from "./entry.ts";
import { contextOf, createTally, readItems, type Item, type ReadOptions, type TransferReport } from "./read-items.ts";
import { sourceOf, type From } from "./tree-source.ts";

export interface ToDirectoryOptions extends ReadOptions {
  /** The directory or file of a volume or a workspace that is written out; absent: all of it. */
  readonly from?: string;
}

/** The entries of a picked or dropped folder, or of a directory of the origin's own: in byte order of the names, a file opened when it is read. */
export async function* fromDirectoryHandle(handle: FileSystemDirectoryHandle): TransferSource {
  yield* entriesOf(handle, "");
}

/**
 * Writes a tree into a folder, over what is there: each file is replaced as a whole, nothing is removed. Links are left out and counted, and the
 * executable bit is lost. What passes a limit writes nothing; what fails later throws `io_error` with the
 * files that were written, `uncertain` of the one that was being written.
 */
export async function toDirectoryHandle(
  source: From,
  handle: FileSystemDirectoryHandle,
  options: ToDirectoryOptions = {},
): Promise<TransferReport> {
  const report = createTally();
  const { from, signal } = options;
  const entries = await sourceOf(source, from, { context: contextOf(options), tally: report });
  const items = await readItems(entries, options, report);
  report.skipped.links = report.links;
  report.links = 0;
  const effects: Effect[] = [];
  for (const item of items) await writeOrTell(handle, item, { effects, signal });
  return report;
}

async function* entriesOf(directory: FileSystemDirectoryHandle, prefix: string): TransferSource {
  for (const { name, handle } of await sortedChildren(directory)) {
    const path = prefix + name;
    yield handle.kind === "file" ? fileEntry(handle, path) : { kind: "directory", path, entries: entriesOf(handle, `${path}/`) };
  }
}

interface NamedHandle {
  readonly name: string;
  readonly handle: FileSystemFileHandle | FileSystemDirectoryHandle;
}

async function sortedChildren(directory: FileSystemDirectoryHandle): Promise<readonly NamedHandle[]> {
  const children: NamedHandle[] = [];
  for await (const [name, handle] of directory.entries()) children.push({ name, handle });
  return children.sort((a, b) => compareUtf8(a.name, b.name));
}

function fileEntry(handle: FileSystemFileHandle, path: string): TransferEntry {
  return { kind: "file", path, bytes: contents(handle) };
}

async function* contents(handle: FileSystemFileHandle): AsyncGenerator<Uint8Array> {
  const file = await handle.getFile();
  // Through the reader: not every browser can iterate a stream.
  const reader = file.stream().getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

interface Writing {
  readonly effects: Effect[];
  readonly signal: AbortSignal | undefined;
}

async function writeOrTell(root: FileSystemDirectoryHandle, item: Item, { effects, signal }: Writing): Promise<void> {
  try {
    throwIfAborted(signal);
    const effect = await write(root, item);
    if (effect) effects.push(effect);
  } catch (error) {
    throw afterChanges(asPortsideError(error, "write", "uncertain"), effects, false);
  }
}

async function write(root: FileSystemDirectoryHandle, { path, ...item }: Item): Promise<Effect | undefined> {
  if (item.kind === "symlink") return undefined;
  const names = path.split("/");
  const last = names.pop() as string;
  // What stands in the way stays as it is; of a file that was being written it is not known what became.
  const directory = await told(path, "rejected", () => reach(root, item.kind === "directory" ? [...names, last] : names));
  if (item.kind === "file") await told(path, "uncertain", () => writeFile(directory, last, item.bytes));
  return { op: item.kind === "directory" ? "mkdir" : "modify", path };
}

async function told<T>(path: string, status: Failure, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { details } = asPortsideError(error, "write", status);
    throw new PortsideError({ code: "io_error", details: { ...(details as ErrorDetails["io_error"]), path }, status, cause: error });
  }
}

async function reach(root: FileSystemDirectoryHandle, names: readonly string[]): Promise<FileSystemDirectoryHandle> {
  let directory = root;
  for (const name of names) directory = await directory.getDirectoryHandle(name, { create: true });
  return directory;
}

/** Published when it is closed: until then the file is what it was. */
async function writeFile(directory: FileSystemDirectoryHandle, name: string, bytes: Uint8Array): Promise<void> {
  const file = await directory.getFileHandle(name, { create: true });
  const writable = await file.createWritable();
  try {
    await writable.write(bytes as Uint8Array<ArrayBuffer>);
  } catch (error) {
    await writable.abort();
    throw error;
  }
  await writable.close();
}
