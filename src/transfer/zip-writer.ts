import { fail } from "../core/errors.ts";
import { encode } from "../core/text.ts";
import { crc32 } from "./crc32.ts";
import { joined } from "./joined.ts";

export interface ZipFile {
  /** A directory's ends with `/`. */
  readonly name: string;
  /** Of Unix. */
  readonly mode: number;
  readonly bytes: Uint8Array;
  /** The same, deflated; stored as it is when that is no gain. */
  readonly deflated: Uint8Array;
}

/** Writes a zip without times, sizes in front of what they are of, names in UTF-8 (PKWARE's APPNOTE, 4.3 and 4.4). */
export interface ZipWriter {
  /** Throws no_space for what a zip cannot count, and invalid_arguments for a name that it cannot hold. */
  add(file: ZipFile): void;
  end(): Uint8Array;
}

export function createZipWriter(): ZipWriter {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let count = 0;
  let offset = 0;

  function append(...written: readonly Uint8Array[]): void {
    parts.push(...written);
    offset += lengthOf(written);
    if (offset > mostBytes) throw fail("no_space", { limit: mostBytes, unit: "bytes" });
  }

  return {
    add(file) {
      if (++count > mostEntries) throw fail("no_space", { limit: mostEntries, unit: "entries" });
      const name = nameOf(file);
      const deflates = file.deflated.length < file.bytes.length;
      const content = deflates ? file.deflated : file.bytes;
      const shared = sharedFields({ file, name, deflates, content });
      directory.push(fields([4, 0x02014b50], [2, madeByUnix], ...shared), centralTail(file.mode, offset), name);
      append(fields([4, 0x04034b50], ...shared), name, content);
    },
    end() {
      const start = offset;
      const size = lengthOf(directory);
      const end = fields([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, start], [2, 0]);
      append(...directory, end);
      return joined(parts, offset);
    },
  };
}

/** The next numbers mean "see zip64", which is not written. */
const mostEntries = 0xfffe;
const mostBytes = 0xfffffffe;
const longestName = 0xffff;

/** 2.0 of the format, on Unix: modes are kept. */
const madeByUnix = (3 << 8) | 20;
const utf8Name = 0x800;
/** 1980-01-01: no earlier one can be written. */
const firstDate = (0 << 9) | (1 << 5) | 1;

function nameOf({ name }: ZipFile): Uint8Array {
  const bytes = encode(name);
  if (bytes.length <= longestName) return bytes;
  throw fail("invalid_arguments", { issues: [{ at: name, problem: "too_big", expected: "bytes of a name", limit: longestName }] });
}

interface Stored {
  readonly file: ZipFile;
  readonly name: Uint8Array;
  readonly deflates: boolean;
  readonly content: Uint8Array;
}

/** What stands in both headers: version, flags, method, time, date, CRC, both sizes, lengths of the name and of extra fields. */
function sharedFields({ file, name, deflates, content }: Stored): readonly Field[] {
  const sizes: readonly Field[] = [
    [4, crc32(file.bytes)],
    [4, content.length],
    [4, file.bytes.length],
  ];
  return [[2, 20], [2, utf8Name], [2, deflates ? 8 : 0], [2, 0], [2, firstDate], ...sizes, [2, name.length], [2, 0]];
}

/** No comment, disk 0, no internal attributes; the mode above, the "directory" bit of MS-DOS below; the local header's place. */
function centralTail(mode: number, offset: number): Uint8Array {
  const isDirectory = (mode & 0o170000) === 0o040000;
  return fields([2, 0], [2, 0], [2, 0], [2, isDirectory ? 0x10 : 0], [2, mode], [4, offset]);
}

type Field = readonly [bytes: 2 | 4, value: number];

function fields(...values: readonly Field[]): Uint8Array {
  const record = new Uint8Array(values.reduce((sum, [bytes]) => sum + bytes, 0));
  const view = new DataView(record.buffer);
  let at = 0;
  for (const [bytes, value] of values) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return record;
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
