/** Characters made in one call; more arguments are slower, and may be too many. */
const piece = 4_096;

/** Bytes as text with one character for each, which has the byte for its code: offsets in it are those of the bytes. */
export function byteText(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += piece) pieces.push(charactersOf(bytes.subarray(from, from + piece)));
  return pieces.join("");
}

/** `apply` takes an array of bytes as it is, where spreading it out takes seven times as long. */
function charactersOf(bytes: Uint8Array): string {
  return String.fromCharCode.apply(undefined, bytes as unknown as number[]);
}

/**
 * The byte at an offset; from the text of the bytes, if that is given. A text that was searched is at hand, and to get at its bytes can take longer
 * than to read a line of it.
 */
export function byteAt(bytes: Uint8Array, text: string | undefined, at: number): number {
  return text === undefined ? (bytes[at] as number) : text.charCodeAt(at);
}
