import { expect, test } from "vitest";
import fc from "fast-check";
import { membership, negate, union } from "./code-point-set.ts";

const point = fc.integer({ min: 0, max: 0x10ffff });
const pair = fc.tuple(point, point).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);

test("a union holds what one of its parts holds, and its negation the rest", () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), fc.array(point, { minLength: 1, maxLength: 50 }), (pairs, points) => {
      const ranges = union(pairs);
      const isIn = membership(ranges);
      const isOut = membership(negate(ranges));
      for (const each of [...points, ...pairs.flat()]) {
        const isSurrogate = each >= 0xd800 && each <= 0xdfff;
        const expected = !isSurrogate && pairs.some(([low, high]) => each >= low && each <= high);
        expect(isIn(each)).toBe(expected);
        expect(isOut(each)).toBe(!isSurrogate && !expected);
      }
    }),
  );
});

test("ranges that touch become one", () => {
  expect(
    union([
      [5, 9],
      [1, 4],
      [20, 30],
      [8, 12],
    ]),
  ).toEqual([1, 12, 20, 30]);
});
