/** Code point of no character: what stands there is not UTF-8. */
export const malformed = -1;

const lineFeed = 0x0a;

/** The character that begins at `at`, which is before `end`; `malformed` where none does. */
export function decodeAt(bytes: Uint8Array, at: number, end: number = bytes.length): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return lead;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > end) return malformed;
  let point = lead & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] as number;
    if (!isContinuation(byte)) return malformed;
    point = (point << 6) | (byte & 0x3f);
  }
  return isEncodedIn(point, length) ? point : malformed;
}

/**
 * The character that ends at `at`, which is not 0. As in Rust, bytes that continue nothing are passed over to a character up to three bytes
 * back; `withinLine` says not to the end of another line.
 */
export function decodeBefore(bytes: Uint8Array, at: number, withinLine: boolean): number {
  const limit = Math.max(0, at - 4);
  let start = at - 1;
  while (start > limit && isContinuation(bytes[start] as number)) start--;
  return withinLine && bytes[start] === lineFeed && start + 1 < at ? malformed : decodeAt(bytes, start, at);
}

/** Bytes of a character in UTF-8. */
export function encodedLength(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x1_0000 ? 3 : 4;
}

/** Does no character continue at `at`? */
export function isCharacterBoundary(bytes: Uint8Array, at: number): boolean {
  return at >= bytes.length || !isContinuation(bytes[at] as number);
}

export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Neither overlong, nor a surrogate, nor too large. */
function isEncodedIn(point: number, length: number): boolean {
  if (length === 3) return point >= 0x800 && (point < 0xd800 || point > 0xdfff);
  return length === 2 || (point >= 0x1_0000 && point <= 0x10_ffff);
}
