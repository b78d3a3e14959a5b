/** `text` is to stand where [start, end) of another text stands. Offsets are in UTF-16 units. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Writes a text in UTF-8 into bytes, with all replacements made, which come by offset and do not overlap. Nothing in a replacement's text is
 * special. The text is never built as a string: a large file is in memory as few times as can be.
 */
export function spliceInto(bytes: Uint8Array, text: string, replacements: Iterable<Replacement>): void {
  let written = 0;
  for (const part of joined(splice(text, replacements))) written += encoder.encodeInto(part, bytes.subarray(written)).written;
}

/** True where the text with all replacements made is the text itself. */
export function changesNothing(text: string, replacements: Iterable<Replacement>): boolean {
  let done = 0;
  let shift = 0;
  for (const { start, end, text: replacement } of replacements) {
    if (shift !== 0 && !text.startsWith(text.slice(done, start), done + shift)) return false;
    if (!text.startsWith(replacement, start + shift)) return false;
    shift += replacement.length - (end - start);
    done = end;
  }
  return shift === 0;
}

const encoder = new TextEncoder();

/** Encoding costs more a call than it costs for this many units. */
const unitsAtOnce = 4_096;

function* splice(text: string, replacements: Iterable<Replacement>): Generator<string> {
  let done = 0;
  for (const replacement of replacements) {
    yield text.slice(done, replacement.start);
    yield replacement.text;
    done = replacement.end;
  }
  yield text.slice(done);
}

/** Puts short parts together, and leaves long ones as they are. */
function* joined(parts: Iterable<string>): Generator<string> {
  let short: string[] = [];
  let length = 0;
  for (const part of parts) {
    if (length + part.length > unitsAtOnce) {
      yield short.join("");
      short = [];
      length = 0;
    }
    short.push(part);
    length += part.length;
  }
  yield short.join("");
}
