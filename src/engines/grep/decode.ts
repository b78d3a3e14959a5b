import { decode, hasByteOrderMark, isBinary } from "../../core/text.ts";
import { limits } from "../../core/limits.ts";

/** A file as a search sees it. */
export interface Searchable {
  /** Without byte order mark. A lone surrogate stands where the file is not UTF-8: nothing matches it. */
  readonly text: string;
  /** A NUL stands after the leading part that decides what is binary: `text` is the lines before it. */
  readonly stoppedAtNul: boolean;
}

const replacement = "\uFFFD";
const invalid = "\uDC80";

/** The text of UTF-8, or of UTF-16 that begins with a byte order mark; undefined when it is binary. */
export function searchable(bytes: Uint8Array): Searchable | undefined {
  const encoding = wideEncoding(bytes);
  if (encoding !== undefined) return upToNul(new TextDecoder(encoding).decode(bytes));
  if (isBinary(bytes, limits.searchBinaryWindow)) return undefined;
  const nul = bytes.indexOf(0);
  const start = hasByteOrderMark(bytes) ? 3 : 0;
  const end = nul < 0 ? bytes.length : bytes.lastIndexOf(0x0a, nul) + 1;
  return { text: decodeMarked(bytes.subarray(start, Math.max(start, end))), stoppedAtNul: nul >= 0 };
}

/** The text of a line that was found, with U+FFFD where it is not UTF-8. */
export function presentable(text: string): string {
  return text.toWellFormed();
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function upToNul(text: string): Searchable | undefined {
  const nul = text.indexOf("\0");
  if (nul < 0) return { text, stoppedAtNul: false };
  return nul < limits.searchBinaryWindow ? undefined : { text: text.slice(0, text.lastIndexOf("\n", nul) + 1), stoppedAtNul: true };
}

/** An U+FFFD that the file itself holds is a character like any other; those the decoder puts in are marked. */
function decodeMarked(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (!text.includes(replacement)) return text;
  return betweenReplacements(bytes)
    .map((part) => decode(part).split(replacement).join(invalid))
    .join(replacement);
}

/** The bytes between the sequences EF BF BD. They begin a character wherever they stand, so no character is cut. */
function betweenReplacements(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] !== 0xbf || bytes[at + 2] !== 0xbd) continue;
    parts.push(bytes.subarray(start, at));
    start = at + 3;
  }
  return [...parts, bytes.subarray(start)];
}
