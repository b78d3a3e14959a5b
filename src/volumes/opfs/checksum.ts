const polynomial = 0xedb88320;
const tables = makeTables();

/** CRC-32 (ISO-HDLC, as in zip and PNG) of the bytes; `before` is the checksum of what came before them. Eight bytes at a time. */
export function checksum(bytes: Uint8Array, before: number = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;
  const end = bytes.length - (bytes.length % 8);
  let crc = ~before;
  let i = 0;
  for (; i < end; i += 8) {
    const low = crc ^ (at(bytes, i) | (at(bytes, i + 1) << 8) | (at(bytes, i + 2) << 16) | (at(bytes, i + 3) << 24));
    crc =
      at(t7, low & 0xff) ^
      at(t6, (low >>> 8) & 0xff) ^
      at(t5, (low >>> 16) & 0xff) ^
      at(t4, low >>> 24) ^
      at(t3, at(bytes, i + 4)) ^
      at(t2, at(bytes, i + 5)) ^
      at(t1, at(bytes, i + 6)) ^
      at(t0, at(bytes, i + 7));
  }
  for (; i < bytes.length; i++) crc = at(t0, (crc ^ at(bytes, i)) & 0xff) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function at(numbers: Uint8Array | Int32Array, index: number): number {
  return numbers[index] as number;
}

type Tables = readonly [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

/** Table k is what a byte does to the checksum when k more follow it. */
function makeTables(): Tables {
  const first = new Int32Array(256).map((_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? polynomial ^ (crc >>> 1) : crc >>> 1;
    return crc;
  });
  const made = [first];
  for (let k = 1; k < 8; k++) made.push((made[k - 1] as Int32Array).map((crc) => at(first, crc & 0xff) ^ (crc >>> 8)));
  return made as unknown as Tables;
}
