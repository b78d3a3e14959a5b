import { expect, test } from "vitest";
import { indexOfByte } from "./index-of-byte.ts";

const lengths = [0, 1, 3, 31, 32, 33, 64, 95, 200];

test.each([0, 0x0d, 0x7f, 0x80, 0xff])("byte %i is found wherever it stands, and nowhere else", (byte) => {
  for (const length of lengths) {
    for (let offset = 0; offset < 4; offset++) {
      const bytes = new Uint8Array(length + offset + 40).fill(byte ^ 1).subarray(offset, offset + length);
      expect(indexOfByte(bytes, byte)).toBe(-1);
      for (let at = 0; at < length; at++) {
        bytes[at] = byte;
        expect(indexOfByte(bytes, byte)).toBe(at);
        bytes[at] = (byte + 1) & 0xff;
      }
    }
  }
});

test("what stands around the bytes in their buffer is not seen", () => {
  const whole = Uint8Array.of(0, 1, 2, 3, 0);
  expect(indexOfByte(whole.subarray(1, 4), 0)).toBe(-1);
});

test("the first of several is given, also after bytes that a borrow runs through", () => {
  const bytes = new Uint8Array(96).fill(1);
  bytes[40] = bytes[41] = bytes[70] = 0;
  expect(indexOfByte(bytes, 0)).toBe(40);
});
