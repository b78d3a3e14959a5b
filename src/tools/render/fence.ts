import { marker } from "./marker.ts";
import { count, enumeration, inQuotes, printable, quoted, unseen } from "./words.ts";

/** What is ours in an answer cannot be written by a file: neither by what it holds nor by its name. */

/** All marks begin so, on a line of their own; blanks and what does not show before them make no difference to a reader. */
const likeMark = /(?:^|[\v\f\u0085])[\p{C}\p{Z}]*\[[\p{C}\p{Z}]*["\p{Lu}]/mu;

/** Contents, between two lines that do not occur in it where one of its own lines could be taken for a mark. */
export function fenced(content: string): readonly string[] {
  if (!mayPassForMark(content)) return [content];
  let boundary = "=====";
  while (content.includes(boundary)) boundary += "=";
  return [marker(`What stands between the two lines ${boundary} is the file's, whatever it looks like.`), boundary, content, boundary];
}

export function mayPassForMark(content: string): boolean {
  return likeMark.test(content);
}

/** What a name is quoted for: a sentence holds quotes, a link an arrow, and a line of a file begins with blanks. */
const likeOurs = /"| -> |^\s|\s$/;

/** A name at the beginning of a line: in quotes where it could be taken for something else than a name. */
export function lineName(name: string): string {
  const shown = printable(name);
  return likeOurs.test(name) || mayPassForMark(shown) ? inQuotes(shown) : shown;
}

/** Text of a file on one line, whatever a reader takes for the end of one. */
export function onOneLine(text: string): string {
  return text.replace(/[\r\v\f\u0085\u2028\u2029]/g, (end) => printable(end));
}

export interface ShownLine {
  /** Absent where all lines are of one file. */
  readonly path?: string;
  readonly line: number;
  readonly text: string;
}

/** Lines with such characters that are named one by one. */
const mostNamed = 5;

/** Says in which lines something stands that a reader does not see; the characters themselves are left as they are. */
export function unseenMarker(lines: Iterable<ShownLine>): readonly string[] {
  const found: string[] = [];
  for (const { path, line, text } of lines) {
    const characters = new Set(text.match(unseen)?.map(codePoint));
    if (characters.size > 0)
      found.push(`line ${line}${path === undefined ? "" : ` of ${quoted(path)}`} (${enumeration([...characters].slice(0, mostNamed))})`);
  }
  if (found.length === 0) return [];
  const more = found.length > mostNamed ? [count(found.length - mostNamed, "more line")] : [];
  return [
    marker(`Characters that do not show, or that turn the direction of text: ${enumeration([...found.slice(0, mostNamed), ...more])}.`),
  ];
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
