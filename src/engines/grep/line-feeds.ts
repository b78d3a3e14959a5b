const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The bytes with every CRLF as LF; the same array when there is none. */
export function withLineFeeds(bytes: Uint8Array): Uint8Array {
  let at = crlfFrom(bytes, 0);
  if (at < 0) return bytes;
  const kept = new Uint8Array(bytes.length - 1);
  let length = 0;
  let from = 0;
  for (; at >= 0; at = crlfFrom(bytes, from)) {
    kept.set(bytes.subarray(from, at), length);
    length += at - from;
    from = at + 1;
  }
  kept.set(bytes.subarray(from), length);
  return kept.subarray(0, length + bytes.length - from);
}

function crlfFrom(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(carriageReturn, from);
  while (at >= 0 && bytes[at + 1] !== lineFeed) at = bytes.indexOf(carriageReturn, at + 1);
  return at;
}
