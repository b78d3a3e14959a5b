import { decodeStrict, encode } from "../../core/text.ts";

/** Writes numbers, texts and bytes one after the other. Numbers of a fixed width are little-endian. */
export interface Packer {
  byte(value: number): void;
  uint32(value: number): void;
  /** A whole number up to 2^53 - 1: seven bits a byte, the lowest first, the top bit set in all but the last. */
  number(value: number): void;
  /** Its length in bytes as a number, then its UTF-8 bytes. */
  text(value: string): void;
  /** What was written so far. */
  bytes(): Uint8Array;
}

/** Writes to `into` while there is room in it. */
export function createPacker(into: Uint8Array = new Uint8Array(64)): Packer {
  let buffer = into;
  let used = 0;

  function reserve(length: number): void {
    if (used + length <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, used + length));
    larger.set(buffer);
    buffer = larger;
  }

  function byte(value: number): void {
    reserve(1);
    buffer[used++] = value;
  }

  function number(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) byte((rest % 0x80) | 0x80);
    byte(rest);
  }

  /** Most texts are names: their bytes are their characters, and an encoder costs more than they do. */
  function ascii(value: string): boolean {
    const start = used;
    number(value.length);
    reserve(value.length);
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      if (code >= 0x80) {
        used = start;
        return false;
      }
      buffer[used++] = code;
    }
    return true;
  }

  return {
    byte,
    number,
    uint32(value) {
      reserve(4);
      for (let shift = 0; shift < 32; shift += 8) buffer[used++] = (value >>> shift) & 0xff;
    },
    text(value) {
      if (value.length <= shortText && ascii(value)) return;
      const bytes = encode(value);
      number(bytes.length);
      reserve(bytes.length);
      buffer.set(bytes, used);
      used += bytes.length;
    },
    bytes: () => buffer.subarray(0, used),
  };
}

const shortText = 256;

/** Reads what a packer wrote. Each throws a RangeError where the bytes are not that. */
export interface Unpacker {
  byte(): number;
  uint32(): number;
  number(): number;
  text(): string;
  done(): boolean;
}

export function createUnpacker(bytes: Uint8Array): Unpacker {
  let at = 0;

  function byte(): number {
    const value = bytes[at++];
    if (value === undefined) throw new RangeError("a record that ends too soon");
    return value;
  }

  function number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const next = byte();
      value += (next & 0x7f) * scale;
      if (!Number.isSafeInteger(value)) throw new RangeError("a number above 2^53 - 1");
      if (next < 0x80) return value;
    }
  }

  return {
    byte,
    number,
    uint32: () => (byte() | (byte() << 8) | (byte() << 16) | (byte() << 24)) >>> 0,
    text() {
      const length = number();
      const text = length <= bytes.length - at ? decodeStrict(bytes.subarray(at, at + length)) : undefined;
      if (text === undefined) throw new RangeError("a text that is not UTF-8");
      at += length;
      return text;
    },
    done: () => at === bytes.length,
  };
}
