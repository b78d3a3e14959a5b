import fc from "fast-check";
import { expect, test } from "vitest";
import { encode } from "../../core/text.ts";
import { checksum } from "./checksum.ts";

test("the check value of the standard", () => {
  expect(checksum(encode("123456789"))).toBe(0xcbf43926);
  expect(checksum(new Uint8Array(0))).toBe(0);
});

test("of any bytes, wherever they begin in a buffer and in however many parts", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(20), fc.nat(200), (bytes, offset, cut) => {
      const buffer = new Uint8Array(offset + bytes.length);
      buffer.set(bytes, offset);
      const part = buffer.subarray(offset);
      const bitByBit = bytes.reduce((crc, byte) => eightBits(crc ^ byte), 0xffffffff);
      expect(checksum(part)).toBe(~bitByBit >>> 0);
      expect(checksum(part.subarray(cut), checksum(part.subarray(0, cut)))).toBe(~bitByBit >>> 0);
    }),
  );
});

function eightBits(crc: number): number {
  let value = crc;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
}
