/** Where the line that holds `offset` begins. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line that holds `offset` is over, its newline included. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline < 0 ? text.length : newline + 1;
}

/** The line from `start` to `end` without its LF or CRLF. */
export function lineText(text: string, start: number, end: number): string {
  if (end === start || text[end - 1] !== "\n") return text.slice(start, end);
  return text.slice(start, end - 2 >= start && text[end - 2] === "\r" ? end - 2 : end - 1);
}

export function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = start; at < end; at = lineEnd(text, at)) lines++;
  return lines;
}
