const lineFeed = 0x0a;

/** Where the line that holds `offset` begins. */
export function lineStart(bytes: Uint8Array, offset: number): number {
  let start = offset;
  while (start > 0 && bytes[start - 1] !== lineFeed) start--;
  return start;
}

/** Where the line that holds `offset` is over, its newline included. */
export function lineEnd(bytes: Uint8Array, offset: number): number {
  const newline = bytes.indexOf(lineFeed, offset);
  return newline < 0 ? bytes.length : newline + 1;
}
