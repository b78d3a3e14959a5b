import { encode } from "../../core/text.ts";
import { encodedLength } from "./utf8.ts";

/** The UTF-8 of a text, and the way back to its offsets. */
export interface Haystack {
  readonly bytes: Uint8Array;
  /** The byte offset of a UTF-16 offset; inside a surrogate pair that of the pair. */
  toByte(offset: number): number;
  /** The UTF-16 offset of a byte offset; offsets asked for one after another are cheap when they grow. */
  toUtf16(byte: number): number;
}

/** Lone surrogates become bytes that are not UTF-8, so that nothing matches them. */
export function createHaystack(text: string): Haystack {
  const bytes = encode(text);
  if (!text.isWellFormed()) markSurrogates(text, bytes);
  if (bytes.length === text.length) return { bytes, toByte: (offset) => offset, toUtf16: (byte) => byte };
  const walk = new Walk(text);
  return {
    bytes,
    toByte: (offset) => walk.to((at) => at.utf16 >= offset, offset, "utf16").byte,
    toUtf16: (byte) => walk.to((at) => at.byte >= byte, byte, "byte").utf16,
  };
}

/** The encoder writes U+FFFD, of three bytes; so is an encoded surrogate, which begins with ED A0 or higher. */
function markSurrogates(text: string, bytes: Uint8Array): void {
  let byte = 0;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    if (point >= 0xd800 && point <= 0xdfff) bytes.set([0xed, 0xa0, 0x80], byte);
    byte += encodedLength(point);
  }
}

interface Offsets {
  byte: number;
  utf16: number;
}

/** A place in a text that is known by both its offsets. */
class Walk {
  readonly #text: string;
  #at: Offsets = { byte: 0, utf16: 0 };

  constructor(text: string) {
    this.#text = text;
  }

  to(reached: (at: Offsets) => boolean, target: number, unit: keyof Offsets): Offsets {
    if (this.#at[unit] > target) this.#at = { byte: 0, utf16: 0 };
    const at = this.#at;
    while (!reached(at) && at.utf16 < this.#text.length) {
      const point = this.#text.codePointAt(at.utf16) as number;
      at.byte += encodedLength(point);
      at.utf16 += point > 0xffff ? 2 : 1;
    }
    return at;
  }
}
