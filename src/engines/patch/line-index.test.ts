import fc from "fast-check";
import { expect, test } from "vitest";
import { indexLines } from "./line-index.ts";
import { splitLines } from "./lines.ts";
import { oldSide } from "./match.ts";
import { type Hunk, parsePatch } from "./parse.ts";

const encoder = new TextEncoder();

test("every run of lines is found where it stands, in order, however often lines repeat", () => {
  const line = fc.constantFrom("a", "b", "", "}", "return;");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.array(line, { minLength: 1, maxLength: 6 }), (lines, sought) => {
      const file = splitLines(encoder.encode(lines.map((one) => `${one}\n`).join("")));
      const [hunk] = parsePatch(`--- a\n+++ a\n@@ -1,${sought.length} +0,0 @@\n${sought.map((one) => `-${one}\n`).join("")}`).flatMap(
        ({ hunks }) => hunks,
      );
      const found: number[] = [];
      indexLines(file).visitRuns(oldSide(hunk as Hunk), (at) => found.push(at) > 0);
      expect(found).toEqual(lines.flatMap((_, at) => (sought.every((one, i) => lines[at + i] === one) ? [at] : [])));
    }),
    { numRuns: 500 },
  );
});

test("lines are split as their newlines say, and the first NUL is found, wherever the bytes begin", () => {
  const bytes = fc.uint8Array({ maxLength: 40 }).map((all) => all.map((byte) => (byte % 3 === 0 ? 10 : byte % 16 === 1 ? 0 : byte)));
  fc.assert(
    fc.property(bytes, fc.nat({ max: 7 }), (all, offset) => {
      const shifted = new Uint8Array([...new Uint8Array(offset), ...all]).subarray(offset);
      const { count, starts, nul } = splitLines(shifted);
      expect(nul).toBe([...all].indexOf(0));
      const ends = [...all].flatMap((byte, i) => (byte === 10 ? [i + 1] : []));
      const expected = [0, ...ends, ...(all.length > 0 && all.at(-1) !== 10 ? [all.length] : [])];
      expect([...starts.subarray(0, count + 1)]).toEqual(all.length === 0 ? [0] : expected);
    }),
    { numRuns: 500 },
  );
});
