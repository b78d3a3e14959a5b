/** Small pieces of model-facing English. All of them answer on one line, whatever the text they are given holds. */

const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const quotedCharacters = 200;

/** Control characters, line separators and direction marks escaped: a file's name cannot draw on the answer. */
export function printable(text: string): string {
  return text.toWellFormed().replace(unprintable, (character) => escaped(character));
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

/** In double quotes, cut where it is long. */
export function quoted(text: string): string {
  const characters = Array.from(text.slice(0, 2 * quotedCharacters + 2));
  const whole = characters.length <= quotedCharacters;
  return `"${printable(whole ? text : `${characters.slice(0, quotedCharacters).join("")}…`)}"`;
}

/** A root-relative path as a reader can use it: the root is ".". */
export function quotedPath(path: string): string {
  return quoted(path === "" ? "." : path);
}

/** "1 line", "2 lines". */
export function count(value: number, noun: string, plural: string = `${noun}s`): string {
  return `${value} ${value === 1 ? noun : plural}`;
}

/** "51200 bytes", and in MiB where that is a whole number. */
export function bytes(value: number): string {
  const mebibytes = value / 1_048_576;
  return value > 0 && Number.isInteger(mebibytes) ? `${mebibytes} MiB (${value} bytes)` : count(value, "byte");
}

/** "a", "a and b", "a, b and c". */
export function enumeration(items: readonly string[], joiner = "and"): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${joiner} ${items.at(-1)}`;
}
