import { decode, encode } from "../../core/text.ts";

/** The UTF-8 bytes of a text as a string with one unit for each, since git compares bytes: `?` is one of the two of "é". */
export function toByteString(text: string): string {
  return isAscii(text) ? text : unitsOf(encode(text));
}

/** The text of a byte string that holds whole characters. */
export function fromByteString(bytes: string): string {
  return isAscii(bytes) ? bytes : decode(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0)));
}

/** Lower-cases ASCII letters and nothing else, as git does where core.ignorecase is set. */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function unitsOf(bytes: Uint8Array): string {
  let units = "";
  for (const byte of bytes) units += String.fromCharCode(byte);
  return units;
}
