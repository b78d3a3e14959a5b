/** `text` is to stand where [start, end) of another text stands. Offsets are in UTF-16 units. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Joining now and then keeps the list of parts short where there are millions. */
const partsAtOnce = 4_096;

/** The text with all replacements made, which come by offset and do not overlap. Nothing in a replacement's text is special. */
export function splice(text: string, replacements: Iterable<Replacement>): string {
  const joined: string[] = [];
  let parts: string[] = [];
  let done = 0;
  for (const replacement of replacements) {
    parts.push(text.slice(done, replacement.start), replacement.text);
    done = replacement.end;
    if (parts.length < partsAtOnce) continue;
    joined.push(parts.join(""));
    parts = [];
  }
  return [...joined, ...parts, text.slice(done)].join("");
}
