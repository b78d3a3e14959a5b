const lineFeed = 0x0a;

/** Where the line that holds `offset` begins; `text` has one character for each byte, and is given where it is what was searched. */
export function lineStart(bytes: Uint8Array, offset: number, text?: string): number {
  if (text !== undefined && offset > 0) return text.lastIndexOf("\n", offset - 1) + 1;
  let start = offset;
  while (start > 0 && bytes[start - 1] !== lineFeed) start--;
  return start;
}

/** Where the line that holds `offset` is over, its newline included. The text may go on after the bytes. */
export function lineEnd(bytes: Uint8Array, offset: number, text?: string): number {
  const newline = text === undefined ? bytes.indexOf(lineFeed, offset) : text.indexOf("\n", offset);
  return newline < 0 ? bytes.length : Math.min(newline + 1, bytes.length);
}

/** As `lineEnd`, in a stretch that is over at `to`. By hand, for what is left of a line is shorter than a call of `indexOf` takes. */
export function nextLine(bytes: Uint8Array, at: number, to: number): number {
  let next = at;
  while (next < to && bytes[next] !== lineFeed) next++;
  return Math.min(next + 1, to);
}
