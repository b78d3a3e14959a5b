import { expect, test } from "vitest";
import { encode } from "../../core/text.ts";
import { normaliseForComparison, unifiedDiff } from "./index.ts";

function comparable(before: string, after: string): string {
  return normaliseForComparison(unifiedDiff([{ path: "f", before: encode(before), after: encode(after) }]));
}

test("the numbers of a hunk header are left out, and nothing else", () => {
  expect(comparable("a\nb\n", "a\nc\n")).toBe("diff --git a/f b/f\n--- a/f\n+++ b/f\n@@\n a\n-b\n+c\n");
});

test("the same change further down is equal, another change is not", () => {
  const around = (line: string) => `1\n2\n3\n${line}\n4\n5\n6\n`;
  const change = comparable(around("x"), around("y"));
  expect(comparable(`new\nlines\n${around("x")}`, `new\nlines\n${around("y")}`)).toBe(change);
  expect(comparable(around("x"), around("z"))).not.toBe(change);
});

test("content that looks like a header stays, whatever comes before it", () => {
  const header = (line: number) => `@@ -${line} +${line} @@`;
  for (const before of ["", "\r", "\u2028", "x\r"]) {
    expect(comparable("a\n", `${before}${header(1)}\n`)).not.toBe(comparable("a\n", `${before}${header(2)}\n`));
  }
});
