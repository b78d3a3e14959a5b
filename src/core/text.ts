const encoder = new TextEncoder();
// ignoreBOM keeps U+FEFF in the text: dropping it is a decision of the caller, not of the decoder.
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

export const byteOrderMark = "\uFEFF";

/** UTF-8 bytes of a text; lone surrogates become U+FFFD, so refuse them first where bytes are stored. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Text of UTF-8 bytes; invalid sequences become U+FFFD, a byte order mark stays. */
export function decode(bytes: Uint8Array): string {
  return lossy.decode(bytes);
}

/** Text of UTF-8 bytes, or undefined when they are not valid UTF-8. */
export function decodeStrict(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Length in UTF-8 bytes. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // Two units of a pair make four bytes; a lone surrogate is encoded as U+FFFD, three bytes.
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

/** The longest prefix of at most `max` UTF-8 bytes that ends between two code points. */
export function clipToBytes(text: string, max: number): string {
  if (text.length * 3 <= max) return text;
  let bytes = 0;
  for (let i = 0; i < text.length;) {
    const point = text.codePointAt(i) as number;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > max) return text.slice(0, i);
    i += point < 0x10000 ? 1 : 2;
  }
  return text;
}

/** 0-based offset of the first lone surrogate, or -1. */
export function loneSurrogate(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit > 0xdbff || !isLowSurrogate(text.charCodeAt(i + 1))) return i;
    i++;
  }
  return -1;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/**
 * Order of the texts' UTF-8 bytes, which is the order of their code points. UTF-16 order differs where a surrogate pair meets a unit
 * above it (U+FF5E sorts before U+1F600, JavaScript's `<` says the reverse).
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const xSurrogate = x >= 0xd800 && x <= 0xdfff;
    const ySurrogate = y >= 0xd800 && y <= 0xdfff;
    if (xSurrogate === ySurrogate) return x - y;
    return xSurrogate ? 1 : -1;
  }
  return a.length - b.length;
}

export type LineEnding = "lf" | "crlf" | "mixed" | "none";

/** How the lines of a file end. A lone CR is content, not an ending. */
export function lineEndingOf(bytes: Uint8Array): LineEnding {
  if (!bytes.includes(0x0d)) return bytes.includes(0x0a) ? "lf" : "none";
  let lf = false;
  let crlf = false;
  for (let i = bytes.indexOf(0x0a); i >= 0; i = bytes.indexOf(0x0a, i + 1)) {
    if (i > 0 && bytes[i - 1] === 0x0d) crlf = true;
    else lf = true;
    if (lf && crlf) return "mixed";
  }
  return crlf ? "crlf" : lf ? "lf" : "none";
}

/** True when the bytes begin with a UTF-8 byte order mark. */
export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** 0-based offset of the first byte sequence that is not UTF-8, or -1. A sequence cut off by the end is not UTF-8. */
export function invalidUtf8At(bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length;) {
    const length = sequenceLength(bytes, i);
    if (length === 0) return i;
    i += length;
  }
  return -1;
}

/** Bytes of the well-formed sequence at `i`, 0 when there is none (Unicode 16, table 3-7). */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const first = bytes[i] as number;
  if (first < 0x80) return 1;
  const second = bytes[i + 1] ?? 0;
  if (first >= 0xc2 && first <= 0xdf) return isContinuation(second) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) return isThreeByteStart(first, second) && isContinuation(bytes[i + 2] ?? 0) ? 3 : 0;
  if (first < 0xf0 || first > 0xf4 || !isFourByteStart(first, second)) return 0;
  return isContinuation(bytes[i + 2] ?? 0) && isContinuation(bytes[i + 3] ?? 0) ? 4 : 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}

/** Neither overlong nor a surrogate. */
function isThreeByteStart(first: number, second: number): boolean {
  return isContinuation(second) && (first !== 0xe0 || second >= 0xa0) && (first !== 0xed || second <= 0x9f);
}

/** Neither overlong nor above U+10FFFF. */
function isFourByteStart(first: number, second: number): boolean {
  return isContinuation(second) && (first !== 0xf0 || second >= 0x90) && (first !== 0xf4 || second <= 0x8f);
}
