const lineFeed = 0x0a;
const carriageReturn = 0x0d;

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

/** Where the text of the line that ends at `end` is over: before its LF or CRLF. */
export function textEnd(bytes: Uint8Array, start: number, end: number): number {
  if (end === start || bytes[end - 1] !== lineFeed) return end;
  return end - 2 >= start && bytes[end - 2] === carriageReturn ? end - 2 : end - 1;
}
