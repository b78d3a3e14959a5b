import { encode } from "../../core/text.ts";

const escapes: ReadonlyMap<number, string> = new Map([
  [0x07, "\\a"],
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
  [0x22, '\\"'],
  [0x5c, "\\\\"],
]);

/** A file name as git writes it in a diff: in quotes, with C escapes of its bytes, when a byte is not printable ASCII or is `"` or `\`. */
export function quoteFileName(name: string): string {
  const quoted = Array.from(encode(name), quoteByte).join("");
  return quoted === name ? name : `"${quoted}"`;
}

function quoteByte(byte: number): string {
  const escape = escapes.get(byte);
  if (escape !== undefined) return escape;
  const printable = byte >= 0x20 && byte < 0x7f;
  return printable ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
}
