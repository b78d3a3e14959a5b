const ones = 0x0101_0101;
const highs = 0x8080_8080;
/** Bytes that are looked at together. */
const block = 32;

/** Where a byte first stands; -1 if nowhere. As `indexOf`, but in words of four bytes: V8 takes half as long again for one byte after another. */
export function indexOfByte(bytes: Uint8Array, byte: number): number {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const wanted = Math.imul(byte, ones);
  let at = 0;
  while (at + block <= bytes.length && !blockHolds(words, at, wanted)) at += block;
  return bytes.indexOf(byte, at);
}

/** True when a NUL stands in the first `window` bytes. */
export function isBinary(bytes: Uint8Array, window: number): boolean {
  return indexOfByte(bytes.subarray(0, window), 0) >= 0;
}

function blockHolds(words: DataView, at: number, wanted: number): boolean {
  const borrows =
    borrow(words.getInt32(at, true) ^ wanted) |
    borrow(words.getInt32(at + 4, true) ^ wanted) |
    borrow(words.getInt32(at + 8, true) ^ wanted) |
    borrow(words.getInt32(at + 12, true) ^ wanted) |
    borrow(words.getInt32(at + 16, true) ^ wanted) |
    borrow(words.getInt32(at + 20, true) ^ wanted) |
    borrow(words.getInt32(at + 24, true) ^ wanted) |
    borrow(words.getInt32(at + 28, true) ^ wanted);
  return (borrows & highs) !== 0;
}

/** The high bit is set of a byte that is zero, and of no other unless a lower one is (Mycroft). */
function borrow(word: number): number {
  return (word - ones) & ~word;
}
