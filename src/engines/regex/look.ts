import type { Look } from "./hir.ts";
import { isWordCharacter } from "./word-character.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Does the condition hold at the UTF-16 offset `at`? */
export function holds(look: Look, text: string, at: number): boolean {
  switch (look) {
    case "text_start":
      return at === 0;
    case "text_end":
      return at === text.length;
    case "line_start":
    case "crlf_line_start":
      return at === 0 || text.charCodeAt(at - 1) === lineFeed;
    case "line_end":
      return at === text.length || text.charCodeAt(at) === lineFeed;
    case "crlf_line_end":
      return at === text.length || endsLine(text, at);
    case "word_start_half":
      return at === 0 || isNonWord(characterBefore(text, at));
    case "word_end_half":
      return at === text.length || isNonWord(text.codePointAt(at) as number);
    default:
      return look satisfies never;
  }
}

/** Before CRLF, or before an LF that belongs to none. */
function endsLine(text: string, at: number): boolean {
  if (text.charCodeAt(at) === lineFeed) return text.charCodeAt(at - 1) !== carriageReturn;
  return text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed;
}

/** A lone surrogate stands for something that is no character: neither a word's nor not a word's. */
function isNonWord(point: number): boolean {
  return !(point >= 0xd800 && point <= 0xdfff) && !isWordCharacter(point);
}

function characterBefore(text: string, at: number): number {
  const point = at >= 2 ? (text.codePointAt(at - 2) as number) : 0;
  return point > 0xffff ? point : text.charCodeAt(at - 1);
}
