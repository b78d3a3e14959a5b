import { fail } from "../../core/errors.ts";
import { limits } from "../../core/limits.ts";
import { byteLength, byteOrderMark, decode, decodeStrict, lineEndingOf } from "../../core/text.ts";
import { isBinary } from "../../core/index-of-byte.ts";
import type { LineEnding } from "../../core/text.ts";
import { withLf } from "./line-ends.ts";

export interface FileText {
  /** Bytes, as stored. */
  readonly size: number;
  readonly bom: boolean;
  readonly lineEnding: LineEnding;
  /** As stored, without the byte order mark. */
  readonly raw: string;
}

/** A file's text as stored, and as edits match it. */
export interface ViewedText extends FileText {
  /** With LF for every CRLF, and the same string where there is none; or the stored text, which edits then match with CRLF. */
  readonly view: string;
}

/** Throws file_too_large, binary_file and not_utf8. `limit` is in bytes. */
export function openFile(path: string, bytes: Uint8Array, limit: number): FileText {
  refuseSize(path, bytes.length, limit);
  if (isBinary(bytes, limits.binaryWindow)) throw fail("binary_file", { path, in: "file" });
  const text = decodeStrict(bytes);
  if (text === undefined) throw fail("not_utf8", { path, offset: firstInvalidByte(bytes) });
  const bom = text.startsWith(byteOrderMark);
  const raw = bom ? text.slice(1) : text;
  // Looking for a character in a text is faster than for a byte in an array.
  const lineEnding = raw.includes("\r") ? lineEndingOf(bytes) : raw.includes("\n") ? "lf" : "none";
  return { size: bytes.length, bom, lineEnding, raw };
}

export function viewedWithLf(file: FileText): ViewedText {
  const { lineEnding, raw } = file;
  return { ...file, view: lineEnding === "lf" || lineEnding === "none" ? raw : withLf(raw) };
}

export function viewedAsStored(file: FileText): ViewedText {
  return { ...file, view: file.raw };
}

/** Throws file_too_large. */
export function refuseSize(path: string, size: number, limit: number): void {
  if (size > limit) throw fail("file_too_large", { path, size, limit });
}

/** 0-based offset of the first invalid sequence, in bytes that hold one: the first U+FFFD of the decoder that is not in the file itself. */
function firstInvalidByte(bytes: Uint8Array): number {
  const text = decode(bytes);
  let offset = 0;
  let start = 0;
  for (;;) {
    const at = text.indexOf("\uFFFD", start);
    offset += byteLength(text.slice(start, at));
    if (!isReplacementCharacter(bytes, offset)) return offset;
    offset += 3;
    start = at + 1;
  }
}

function isReplacementCharacter(bytes: Uint8Array, offset: number): boolean {
  return bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
}
