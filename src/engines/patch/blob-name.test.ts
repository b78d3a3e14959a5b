import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hasBlobName, isNameOfNothing } from "./blob-name.ts";

function nameOf(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

test("bytes have the name that git gives them, whole or cut to seven digits, and no other", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const name = nameOf(bytes);
      expect(hasBlobName(bytes, name)).toBe(true);
      expect(hasBlobName(bytes, name.slice(0, 7))).toBe(true);
      expect(hasBlobName(bytes, name.slice(0, 6))).toBe(false);
      expect(hasBlobName(Uint8Array.of(...bytes, 0), name)).toBe(false);
    }),
  );
});

test("no bytes have a name of their own", () => {
  expect(hasBlobName(new Uint8Array(), "e69de29")).toBe(true);
  expect(isNameOfNothing("e69de29")).toBe(true);
  expect(isNameOfNothing("0000000")).toBe(false);
});
