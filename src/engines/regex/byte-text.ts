/** Bytes as text with one character for each, always the same one: offsets in it are those of the bytes. */
export function byteText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * The byte at an offset; from the text of the bytes, if that is given and shows it. A text that was searched is at hand, and to get at its bytes
 * can take longer than to read a line of it.
 */
export function byteAt(bytes: Uint8Array, text: string | undefined, at: number): number {
  const code = text === undefined ? 0x80 : text.charCodeAt(at);
  return code < 0x80 ? code : (bytes[at] as number);
}

/** Windows-1252 has a character for each of the 256 bytes; ASCII's are their own. */
const decoder = new TextDecoder("latin1");
