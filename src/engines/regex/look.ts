import { decodeAt, decodeBefore, malformed } from "./utf8.ts";
import type { Look } from "./hir.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** What looking around needs to know besides the text. */
export interface Surroundings {
  /** The byte that ends a line. */
  readonly lineTerminator: number;
  /** A line sees nothing of the one before. */
  readonly withinLines: boolean;
  /** Unicode's `\w`; only asked for by patterns that need it. */
  readonly isWord: (codePoint: number) => boolean;
}

/** Does the condition hold before the byte at `at`? */
export function holds(look: Look, bytes: Uint8Array, at: number, around: Surroundings): boolean {
  switch (look) {
    case "text_start":
      return at === 0;
    case "text_end":
      return at === bytes.length;
    case "line_start":
      return at === 0 || bytes[at - 1] === around.lineTerminator;
    case "line_end":
      return at === bytes.length || bytes[at] === around.lineTerminator;
    case "crlf_line_end":
      return at === bytes.length || endsLine(bytes, at);
    case "cr_lf_start":
      return at === 0 || bytes[at - 1] === lineFeed || (bytes[at - 1] === carriageReturn && bytes[at] !== lineFeed);
    case "cr_lf_end":
      return at === bytes.length || bytes[at] === carriageReturn || (bytes[at] === lineFeed && bytes[at - 1] !== carriageReturn);
    default:
      return look.startsWith("ascii_") ? holdsForAscii(look, bytes, at) : holdsForUnicode(look, bytes, at, around);
  }
}

/** Before CRLF, or before an LF that belongs to none. */
function endsLine(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === lineFeed) return bytes[at - 1] !== carriageReturn;
  return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed;
}

function holdsForAscii(look: Look, bytes: Uint8Array, at: number): boolean {
  const before = at > 0 && isAsciiWord(bytes[at - 1] as number);
  const after = at < bytes.length && isAsciiWord(bytes[at] as number);
  return compareSides(look.slice("ascii_".length), before, after);
}

/** What is not UTF-8 is no word, and where a condition asks that no word stands there, it is not that either. */
function holdsForUnicode(look: Look, bytes: Uint8Array, at: number, { isWord, withinLines }: Surroundings): boolean {
  const before = at > 0 ? decodeBefore(bytes, at, withinLines) : undefined;
  const after = at < bytes.length ? decodeAt(bytes, at) : undefined;
  if (before === malformed && (look === "word_no_boundary" || look === "word_start_half")) return false;
  if (after === malformed && (look === "word_no_boundary" || look === "word_end_half")) return false;
  const isWordAt = (point: number | undefined): boolean => point !== undefined && point !== malformed && isWord(point);
  return compareSides(look, isWordAt(before), isWordAt(after));
}

/** `look` is the name of a word's condition, Unicode's or not. */
export function compareSides(look: string, before: boolean, after: boolean): boolean {
  switch (look) {
    case "word_boundary":
      return before !== after;
    case "word_no_boundary":
      return before === after;
    case "word_start":
      return !before && after;
    case "word_end":
      return before && !after;
    case "word_start_half":
      return !before;
    default:
      return !after;
  }
}

export function isAsciiWord(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f;
}
