import type { Inflate } from "fflate";
import { breathe, createPace } from "../core/cancel.ts";
import { fail } from "../core/errors.ts";
import { limits } from "../core/limits.ts";
import { encode } from "../core/text.ts";
import { crc32 } from "./crc32.ts";
import type { TransferEntry, TransferSource } from "./entry.ts";
import { createNames, foldCase } from "./names.ts";
import { contextOf, createTally, readItems, type Item, type ReadOptions, type TransferReport } from "./read-items.ts";
import { sourceOf, type From } from "./tree-source.ts";
import { createZipWriter } from "./zip-writer.ts";
import { broken, zipRecords, type ZipRecord } from "./zip-records.ts";

export interface FromZipOptions {
  /** "refuse" (the default): a link in the archive refuses it. "keep": it becomes a link, which leads nowhere outside a workspace's root. */
  readonly links?: "refuse" | "keep";
}

/**
 * The entries of a zip. All names are judged before anything is inflated: one that leads out of the archive, a link, and names that are the same
 * or differ only in case are refused with the name. What an archive says of its sizes is not believed: contents come piece by piece, and are
 * compared with their length and their CRC.
 */
export async function* fromZip(archive: Uint8Array | Blob, { links = "refuse" }: FromZipOptions = {}): TransferSource {
  const bytes = archive instanceof Uint8Array ? archive : new Uint8Array(await archive.arrayBuffer());
  const { Inflate } = await import("fflate");
  const records = zipRecords(bytes);
  refuseNames(records, links);
  for (const record of records) yield await entryOf(record, inflated(record, Inflate));
}

/** A zip of everything below `from`: the same bytes for the same files, so without times. */
export async function toZip(
  source: From,
  options: ReadOptions & { readonly from?: string } = {},
): Promise<{ readonly zip: Uint8Array; readonly report: TransferReport }> {
  const report = createTally();
  const { from, signal } = options;
  const entries = await sourceOf(source, from, { context: contextOf(options), tally: report });
  const items = await readItems(entries, options, report);
  return { zip: await zipped(items, signal), report };
}

type Type = "file" | "directory" | "symlink" | "other";

function typeOf({ name, mode }: ZipRecord): Type {
  const type = mode & 0o170000;
  if (type === 0o120000) return "symlink";
  if (name.endsWith("/")) return "directory";
  return type === 0 || type === 0o100000 ? "file" : "other";
}

function refuseNames(records: readonly ZipRecord[], links: "refuse" | "keep"): void {
  const names = createNames(foldCase);
  for (const record of records) {
    const type = typeOf(record);
    const path = pathOf(record);
    if (type === "other") throw fail("not_a_file", { path, kind: "other" });
    if (type === "symlink" && links === "refuse") throw fail("path_not_allowed", { path, root: ".", reason: "link" });
    names.add(path, type);
  }
}

function pathOf({ name }: ZipRecord): string {
  return name.endsWith("/") ? name.slice(0, -1) : name;
}

/** A link's target is its content. */
async function entryOf(record: ZipRecord, content: AsyncGenerator<Uint8Array>): Promise<TransferEntry> {
  const path = pathOf(record);
  switch (typeOf(record)) {
    case "symlink":
      return { kind: "symlink", path, target: await targetOf(content, path) };
    case "directory":
      return { kind: "directory", path };
    default:
      return { kind: "file", path, bytes: content, executable: (record.mode & 0o111) !== 0 };
  }
}

/** As long as a path may be on Linux. */
const longestTarget = 4_096;

async function targetOf(content: AsyncGenerator<Uint8Array>, path: string): Promise<string> {
  let target = "";
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for await (const chunk of content) {
    if (chunk.byteLength + target.length > longestTarget)
      throw fail("file_too_large", { path, size: chunk.byteLength, limit: longestTarget });
    target += decodePart(decoder, chunk, path);
  }
  return target + decodePart(decoder, undefined, path);
}

function decodePart(decoder: TextDecoder, chunk: Uint8Array | undefined, path: string): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw broken("link target", path);
  }
}

/** The contents, in pieces of at most 4 MiB: deflate makes of one byte no more than 1,032. */
const pieceBytes = 4_096;

async function* inflated(record: ZipRecord, Inflater: typeof Inflate): AsyncGenerator<Uint8Array> {
  let size = 0;
  let crc = 0;
  for (const piece of record.deflated ? inflatedPieces(record, Inflater) : [record.compressed]) {
    size += piece.byteLength;
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size !== record.size) throw broken("size", pathOf(record));
  if (crc !== record.crc) throw broken("crc", pathOf(record));
}

function* inflatedPieces({ compressed, name }: ZipRecord, Inflater: typeof Inflate): Generator<Uint8Array> {
  const made: Uint8Array[] = [];
  const inflater = new Inflater((piece) => void made.push(piece));
  for (let at = 0; at < compressed.byteLength; at += pieceBytes) {
    const end = Math.min(compressed.byteLength, at + pieceBytes);
    try {
      inflater.push(compressed.subarray(at, end), end === compressed.byteLength);
    } catch (error) {
      throw broken(error instanceof Error ? error.message : String(error), name);
    }
    yield* made.splice(0);
  }
}

async function zipped(items: readonly Item[], signal: AbortSignal | undefined): Promise<Uint8Array> {
  const { deflateSync } = await import("fflate");
  const pace = createPace(limits.yieldBytes, signal);
  const zip = createZipWriter();
  for (const item of items) {
    const file = stored(item);
    zip.add({ ...file, deflated: deflateSync(file.bytes) });
    if (pace.spend(file.bytes.byteLength + 1)) await breathe();
  }
  return zip.end();
}

const modes = { file: 0o100644, executable: 0o100755, directory: 0o40755, symlink: 0o120777 };

function stored(item: Item): { readonly name: string; readonly mode: number; readonly bytes: Uint8Array } {
  switch (item.kind) {
    case "directory":
      return { name: `${item.path}/`, mode: modes.directory, bytes: new Uint8Array() };
    case "symlink":
      return { name: item.path, mode: modes.symlink, bytes: encode(item.target) };
    case "file":
      return { name: item.path, mode: item.executable ? modes.executable : modes.file, bytes: item.bytes };
  }
}
