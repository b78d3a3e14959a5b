import { deflateRawSync } from "node:zlib";
import { crc32 } from "../../src/transfer/crc32.ts";

/** An entry written byte by byte: whatever is given is what stands in the archive, true or not. */
export interface ZipEntry {
  readonly name: string | Uint8Array;
  readonly content?: Uint8Array;
  /** What stands in the archive; absent: the content, deflated. */
  readonly stored?: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  /** Of Unix; absent: made on MS-DOS. */
  readonly mode?: number;
  readonly size?: number;
  readonly crc?: number;
  /** In the local header. */
  readonly localName?: string;
}

/** `count` and `comment` are those of the end record. */
export function zipOf(entries: readonly ZipEntry[], { count = entries.length, comment = "" } = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  for (const entry of entries) {
    const offset = length(parts);
    const name = typeof entry.name === "string" ? new TextEncoder().encode(entry.name) : entry.name;
    const local = entry.localName === undefined ? name : new TextEncoder().encode(entry.localName);
    const content = entry.content ?? new Uint8Array();
    const stored = entry.stored ?? (entry.method === 0 ? content : new Uint8Array(deflateRawSync(content)));
    const { method = 8, flags = 0, mode, size = content.length, crc = crc32(content) } = entry;
    const common = [u16(20), u16(flags), u16(method), u16(0), u16(33), u32(crc), u32(stored.length), u32(size)];
    parts.push(u32(0x04034b50), ...common, u16(local.length), u16(0), local, stored);
    directory.push(u32(0x02014b50), u16(mode === undefined ? 20 : 0x0314), ...common, u16(name.length), u16(0), u16(0), u16(0), u16(0));
    directory.push(u32(((mode ?? 0) << 16) >>> 0), u32(offset), name);
  }
  const start = length(parts);
  const said = new TextEncoder().encode(comment);
  const end = [u32(0x06054b50), u16(0), u16(0), u16(count), u16(count), u32(length(directory)), u32(start), u16(said.length), said];
  return concatenated([...parts, ...directory, ...end]);
}

function length(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(length(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function u16(value: number): Uint8Array {
  return new Uint8Array([value & 0xff, value >>> 8]);
}

function u32(value: number): Uint8Array {
  return new Uint8Array([value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]);
}
