import { fail } from "../core/errors.ts";
import { decode, decodeStrict } from "../core/text.ts";

/** One entry of a zip's central directory. Sizes are what the archive says of itself. */
export interface ZipRecord {
  /** As it stands there: a directory's ends with `/`. */
  readonly name: string;
  readonly compressed: Uint8Array;
  readonly deflated: boolean;
  readonly size: number;
  readonly crc: number;
  /** Of Unix; 0 where the archive was made elsewhere. */
  readonly mode: number;
}

/**
 * The entries by the central directory, as every archiver reads a zip (PKWARE's APPNOTE, 4.3): the local headers alone know neither modes nor
 * links. Throws io_error for what is broken and unsupported_file for what is encrypted, in parts, larger than 4 GiB or compressed other than
 * by deflate.
 */
export function zipRecords(archive: Uint8Array): readonly ZipRecord[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const { count, start, end } = directoryOf(view);
  const records: ZipRecord[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    const header = centralHeader(archive, { view, at, end });
    records.push(header.record);
    at = header.next;
  }
  if (at !== end) throw broken("central directory");
  return records;
}

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
const headerBytes = { local: 30, central: 46, end: 22 };

/** The end record is the last thing in the file but for its own comment. */
function directoryOf(view: DataView): { readonly count: number; readonly start: number; readonly end: number } {
  const at = endRecord(view);
  const [disk, count, size, start] = [
    view.getUint16(at + 4, true),
    view.getUint16(at + 10, true),
    view.getUint32(at + 12, true),
    view.getUint32(at + 16, true),
  ];
  if (disk !== 0 || view.getUint16(at + 8, true) !== count) throw unsupported("", "in parts");
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) throw unsupported("", "zip64");
  if (start + size > at) throw broken("central directory");
  return { count, start, end: start + size };
}

function endRecord(view: DataView): number {
  const last = view.byteLength - headerBytes.end;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    if (view.getUint32(at, true) === signatures.end && view.getUint16(at + 20, true) === last - at) return at;
  }
  throw broken("end of central directory");
}

interface Cursor {
  readonly view: DataView;
  readonly at: number;
  readonly end: number;
}

function centralHeader(archive: Uint8Array, { view, at, end }: Cursor): { readonly record: ZipRecord; readonly next: number } {
  if (at + headerBytes.central > end || view.getUint32(at, true) !== signatures.central) throw broken("central directory");
  const nameStart = at + headerBytes.central;
  const nameEnd = nameStart + view.getUint16(at + 28, true);
  const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  if (next > end) throw broken("central directory");
  const stored = archive.subarray(nameStart, nameEnd);
  const name = nameOf(stored);
  const method = view.getUint16(at + 10, true);
  if (view.getUint16(at + 8, true) & 1) throw unsupported(name, "encrypted");
  if (method !== 0 && method !== 8) throw unsupported(name, `method ${method}`);
  const compressed = contentOf(archive, { view, name, stored, at: view.getUint32(at + 42, true), size: view.getUint32(at + 20, true) });
  const mode = isUnix(view.getUint8(at + 5)) ? view.getUint16(at + 40, true) : 0;
  return {
    record: { name, compressed, deflated: method === 8, size: view.getUint32(at + 24, true), crc: view.getUint32(at + 16, true), mode },
    next,
  };
}

/** Unix and macOS keep a mode in the upper half of the attributes. */
function isUnix(madeBy: number): boolean {
  return madeBy === 3 || madeBy === 19;
}

/** UTF-8, said or not: ASCII is, and so is what macOS writes. Another encoding is nowhere named, so it is not guessed. */
function nameOf(stored: Uint8Array): string {
  const name = decodeStrict(stored);
  if (name === undefined) throw unsupported(decode(stored), "name is not UTF-8");
  return name;
}

interface Local {
  readonly view: DataView;
  readonly name: string;
  readonly stored: Uint8Array;
  readonly at: number;
  readonly size: number;
}

/** Behind the local header, which must be of the same name: archives with two names for one entry show each reader another. */
function contentOf(archive: Uint8Array, { view, name, stored, at, size }: Local): Uint8Array {
  if (at + headerBytes.local > view.byteLength || view.getUint32(at, true) !== signatures.local) throw broken("local header", name);
  const nameStart = at + headerBytes.local;
  const nameEnd = nameStart + view.getUint16(at + 26, true);
  const start = nameEnd + view.getUint16(at + 28, true);
  const local = archive.subarray(nameStart, nameEnd);
  if (local.length !== stored.length || local.some((byte, index) => byte !== stored[index])) throw broken("local header", name);
  if (start + size > archive.byteLength) throw broken("contents", name);
  return archive.subarray(start, start + size);
}

export function broken(reason: string, path = ""): Error {
  return fail("io_error", { ...(path === "" ? {} : { path }), operation: "unzip", reason });
}

function unsupported(path: string, reason: string): Error {
  return fail("unsupported_file", { path, mediaType: `application/zip (${reason})`, accepted: ["application/zip"] });
}
