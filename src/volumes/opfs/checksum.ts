const polynomial = 0xedb88320;
const stride = 16;
const table = makeTable();

/**
 * CRC-32 (ISO-HDLC, as in zip and PNG) of the bytes; `before` is the checksum of what came before them. Sixteen bytes at a time: every file is
 * checked when it is first read, and a search reads them all.
 */
export function checksum(bytes: Uint8Array, before: number = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - (bytes.length % stride);
  let crc = ~before;
  let i = 0;
  for (; i < end; i += stride) {
    crc =
      ofWord(crc ^ view.getInt32(i, true), 0x0f00) ^
      ofWord(view.getInt32(i + 4, true), 0x0b00) ^
      ofWord(view.getInt32(i + 8, true), 0x0700) ^
      ofWord(view.getInt32(i + 12, true), 0x0300);
  }
  for (; i < bytes.length; i++) crc = at((crc ^ (bytes[i] as number)) & 0xff) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Four bytes, the first of which uses the table at `from`, the others those before it. */
function ofWord(word: number, from: number): number {
  return (
    at(from + (word & 0xff)) ^
    at(from - 0x100 + ((word >>> 8) & 0xff)) ^
    at(from - 0x200 + ((word >>> 16) & 0xff)) ^
    at(from - 0x300 + (word >>> 24))
  );
}

function at(index: number): number {
  return table[index] as number;
}

/** Part k, of 256 numbers, is what a byte does to the checksum when k more follow it. */
function makeTable(): Int32Array {
  const made = new Int32Array(stride * 0x100);
  for (let byte = 0; byte < 0x100; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? polynomial ^ (crc >>> 1) : crc >>> 1;
    made[byte] = crc;
  }
  for (let i = 0x100; i < made.length; i++) {
    const before = made[i - 0x100] as number;
    made[i] = (made[before & 0xff] as number) ^ (before >>> 8);
  }
  return made;
}
