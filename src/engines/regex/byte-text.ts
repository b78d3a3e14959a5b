/** Bytes as text with one character for each, always the same one: offsets in it are those of the bytes. */
export function byteText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Windows-1252 has a character for each of the 256 bytes; ASCII's are their own. */
const decoder = new TextDecoder("latin1");
