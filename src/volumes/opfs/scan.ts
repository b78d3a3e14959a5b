import type { ReadableFile } from "./block-file.ts";
import { checksum } from "./checksum.ts";
import { recordHeaderBytes, unpackRecordHeader, type RecordHeader } from "./format.ts";

/** A record that is wholly there; whether its payload is right is another question. */
export interface Scanned extends RecordHeader {
  /** Where its header begins, and where the next record may. */
  readonly at: number;
  readonly end: number;
}

/** Looks for records in one segment. */
export interface Scanner {
  /** Undefined when no record begins there, or it goes beyond the end. */
  record(at: number): Scanned | undefined;
  /** Undefined when the checksum says otherwise. */
  payload(record: Scanned): Uint8Array | undefined;
  /** Do these bytes have that checksum? */
  isWhole(at: number, length: number, expected: number): boolean;
  /** The first record at or after `from` whose payload is right; damage may have moved where it is to be expected. */
  next(from: number): Scanned | undefined;
}

const windowBytes = 1_048_576;

export function createScanner(file: ReadableFile, segment: number): Scanner {
  const size = file.size();
  let window: { readonly at: number; readonly bytes: Uint8Array } = { at: 0, bytes: new Uint8Array(0) };

  function view(at: number, length: number): Uint8Array {
    const start = at - window.at;
    if (start >= 0 && start + length <= window.bytes.length) return window.bytes.subarray(start, start + length);
    if (length > windowBytes) return file.read(at, length);
    window = { at, bytes: file.read(at, windowBytes) };
    return window.bytes.subarray(0, length);
  }

  function record(at: number): Scanned | undefined {
    const header = unpackRecordHeader(view(at, recordHeaderBytes), { segment, offset: at });
    const end = at + recordHeaderBytes + (header?.length ?? 0);
    return header && end <= size ? { ...header, at, end } : undefined;
  }

  function payload({ at, length, checksum: expected }: Scanned): Uint8Array | undefined {
    const bytes = view(at + recordHeaderBytes, length);
    return checksum(bytes) === expected ? bytes : undefined;
  }

  function isWhole(at: number, length: number, expected: number): boolean {
    if (at + length > size) return false;
    let sum = 0;
    for (let done = 0; done < length; done += windowBytes) sum = checksum(view(at + done, Math.min(windowBytes, length - done)), sum);
    return sum === expected;
  }

  function next(from: number): Scanned | undefined {
    for (let at = from; at + recordHeaderBytes <= size; at++) {
      const found = record(at);
      if (found && isWhole(at + recordHeaderBytes, found.length, found.checksum)) return found;
    }
    return undefined;
  }

  return { record, payload, isWhole, next };
}
