import { decodeAt, decodeBefore, malformed } from "./utf8.ts";
import type { Look } from "./hir.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Beside the end of the text; as `malformed`, the code point of no character. */
const nothing = -2;

/** What looking around needs to know besides the text. */
export interface Surroundings {
  /** The byte that ends a line. */
  readonly lineTerminator: number;
  /** A line sees nothing of the one before. */
  readonly withinLines: boolean;
  /** Unicode's `\w`; only asked for by patterns that need it. */
  readonly isWord: (codePoint: number) => boolean;
}

/** What a place has behind it, as far as conditions of ASCII ask. */
export const behindFlags = { textStart: 1, lineStart: 2, lineFeed: 4, carriageReturn: 8, word: 16 };
/** In how many ways they are set. */
export const behindKinds = 32;

/** The flags of the place after a byte; -1 is the start of the text. */
export function flagsBehind(byte: number, lineTerminator: number): number {
  const { textStart, lineStart, lineFeed: afterFeed, carriageReturn: afterReturn, word } = behindFlags;
  if (byte < 0) return textStart | lineStart | afterFeed;
  const afterEnd = (byte === lineFeed ? afterFeed : 0) | (byte === carriageReturn ? afterReturn : 0);
  return afterEnd | (byte === lineTerminator ? lineStart : 0) | (isAsciiWord(byte) ? word : 0);
}

/** Does the condition hold before the byte at `at`? */
export function holds(look: Look, bytes: Uint8Array, at: number, around: Surroundings): boolean {
  if (look.startsWith("word_")) return holdsForUnicode(look, bytes, at, around);
  const ahead = at < bytes.length ? (bytes[at] as number) : -1;
  if (look === "crlf_line_end" && ahead === carriageReturn) return bytes[at + 1] === lineFeed;
  const behind = flagsBehind(at > 0 ? (bytes[at - 1] as number) : -1, around.lineTerminator);
  return holdsBetween(look, behind, ahead, around.lineTerminator);
}

/**
 * Does the condition hold between what is behind and the byte ahead, -1 at the end of the text? It is not asked of Unicode's words beside
 * what is not ASCII, nor of `crlf_line_end` before a CR.
 */
export function holdsBetween(look: Look, behind: number, ahead: number, lineTerminator: number): boolean {
  const afterReturn = (behind & behindFlags.carriageReturn) !== 0;
  const atLineFeed = ahead === lineFeed && !afterReturn;
  switch (look) {
    case "text_start":
      return (behind & behindFlags.textStart) !== 0;
    case "text_end":
      return ahead < 0;
    case "line_start":
      return (behind & behindFlags.lineStart) !== 0;
    case "line_end":
      return ahead < 0 || ahead === lineTerminator;
    case "crlf_line_end":
      return ahead < 0 || atLineFeed;
    case "cr_lf_start":
      return (behind & behindFlags.lineFeed) !== 0 || (afterReturn && ahead !== lineFeed);
    case "cr_lf_end":
      return ahead < 0 || ahead === carriageReturn || atLineFeed;
    default:
      return compareSides(look.replace("ascii_", ""), (behind & behindFlags.word) !== 0, ahead >= 0 && isAsciiWord(ahead));
  }
}

/** What is not UTF-8 is no word, and where a condition asks that no word stands there, it is not that either. */
function holdsForUnicode(look: Look, bytes: Uint8Array, at: number, { isWord, withinLines }: Surroundings): boolean {
  const before = at > 0 ? decodeBefore(bytes, at, withinLines) : nothing;
  const after = at < bytes.length ? decodeAt(bytes, at) : nothing;
  if (before === malformed && (look === "word_no_boundary" || look === "word_start_half")) return false;
  if (after === malformed && (look === "word_no_boundary" || look === "word_end_half")) return false;
  return compareSides(look, before >= 0 && isWord(before), after >= 0 && isWord(after));
}

/** `look` is the name of a word's condition, Unicode's or not. */
function compareSides(look: string, before: boolean, after: boolean): boolean {
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
