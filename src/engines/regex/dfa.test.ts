import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { encode } from "../../core/text.ts";
import { byteText } from "./byte-text.ts";
import { bindToLines } from "../grep/line-mode.ts";
import { matcherOf } from "./byte-matcher.ts";
import { compileProgram, type Program } from "./program.ts";
import { createLineScanner } from "./line-scanner.ts";
import { parse } from "./parser.ts";
import { PikeMachine } from "./pike.ts";
import { translate } from "./translate.ts";
import { compileBytes, withTables } from "./regex.ts";

async function programOf(pattern: string): Promise<Program> {
  const syntax = parse(pattern);
  return withTables(() =>
    compileProgram(pattern, bindToLines(translate(pattern, syntax, { multiline: true, utf8: false })), { withinLines: true }),
  );
}

/** Which lines match, each searched by itself. */
function linesOneByOne(program: Program, bytes: Uint8Array): number[] {
  const machine = new PikeMachine(program);
  return lineBounds(bytes).flatMap(([from, to], line) => (machine.find(bytes, { from, to }) ? [line] : []));
}

function lineBounds(bytes: Uint8Array): [number, number][] {
  const bounds: [number, number][] = [];
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(0x0a, from);
    const to = newline < 0 ? bytes.length : newline;
    bounds.push([from, to]);
    from = to + 1;
  }
  return bounds;
}

function linesScanned(program: Program, bytes: Uint8Array): number[] {
  const scanner = createLineScanner(program);
  const machine = new PikeMachine(program);
  const bounds = lineBounds(bytes);
  if (scanner.matchesAll) return bounds.map((_, line) => line);
  return scanner.scan(bytes, 0, bytes.length).flatMap((hit) => {
    const line = bounds.findIndex(([from, to]) => (hit < 0 ? ~hit : hit) >= from && (hit < 0 ? ~hit : hit) <= to);
    const [from, to] = bounds[line] as [number, number];
    return hit >= 0 || machine.find(bytes, { from, to }) ? [line] : [];
  });
}

/** Which lines match, each looked at in the text by itself. */
function linesLookedAt(program: Program, bytes: Uint8Array): number[] {
  const scanner = createLineScanner(program);
  const machine = new PikeMachine(program);
  const searched = { bytes, text: byteText(bytes) };
  return lineBounds(bytes).flatMap(([from, to], index) => {
    const matches = scanner.matchesAll || (scanner.matches(searched, from) ?? machine.find(bytes, { from, to }) !== undefined);
    return matches ? [index] : [];
  });
}

const patterns = [
  "ab",
  "^a",
  "b$",
  "\\bab\\b",
  "\\Bb",
  "[^a]b",
  "é+",
  "\\w+ \\w+",
  "a.*b",
  "(?-u:\\xc3)",
  "\\b{start-half}é",
  "x*",
  "^$",
  "(a|ab)(c|bcd)",
  "(?R)a$",
];
const piece = fc.constantFrom("a", "b", "ab", "é", " ", "\n", "\n", "c", "😀", "\r");
const text = fc.oneof(
  fc.array(piece, { maxLength: 20 }).map((parts) => parts.join("")),
  fc.array(piece, { minLength: 1_500, maxLength: 2_500 }).map((parts) => parts.join("")),
);

describe("the automaton made as it goes", () => {
  test.each(patterns)("%s finds the lines that a search of each line by itself finds", async (pattern) => {
    const program = await programOf(pattern);
    fc.assert(
      fc.property(text, (content) => {
        const bytes = encode(content);
        const expected = linesOneByOne(program, bytes);
        expect(linesScanned(program, bytes)).toEqual(expected);
        expect(linesLookedAt(program, bytes)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test.each(patterns)("%s begins where the slower machine says, with a leap to the start and without", async (pattern) => {
    const program = await programOf(pattern);
    const matcher = matcherOf(program, { utf8: false });
    const machine = new PikeMachine(program);
    fc.assert(
      fc.property(text, (content) => {
        const bytes = encode(content);
        const expected = machine.find(bytes, {});
        expect(matcher.find(bytes)).toEqual(expected);
        expect(matcher.find(bytes, { text: byteText(bytes) })).toEqual(expected);
        expect(matcher.findStart(bytes)).toBe(expected?.start);
      }),
      { numRuns: 40 },
    );
  });

  test("a pattern with more states than are remembered is answered all the same", async () => {
    const program = await programOf("[ab]*a[ab]{14}c");
    let state = 1;
    const letters = Array.from({ length: 60_000 }, () =>
      (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) & 0x1_0000 ? "a" : "b",
    );
    const line = `${letters.join("")}\n`;
    const bytes = encode(line + `${"a".repeat(15)}c\n` + line);
    expect(linesScanned(program, bytes)).toEqual([1]);
  });

  test("four bytes at once are read from wherever the bytes stand in their buffer", async () => {
    const program = await programOf("x[0-9]{3}y");
    const lines = Array.from(
      { length: 400 },
      (_, line) => `${"-".repeat(line % 7)}x${String(line).padStart(3, "0")}${line % 5 === 0 ? "y" : "z"}`,
    );
    for (const offset of [0, 1, 2, 3]) {
      const bytes = encode("-".repeat(offset) + lines.join("\n")).subarray(offset);
      expect(linesScanned(program, bytes)).toEqual(Array.from({ length: 80 }, (_, index) => 5 * index));
    }
  });

  test("a line longer than a lane is told once, by the lane that it begins in", async () => {
    const program = await programOf("x");
    for (const at of [0, 999, 1_000, 2_500, 3_999]) {
      const long = `${"-".repeat(at)}x${"-".repeat(3_999 - at)}`;
      expect(linesScanned(program, encode(`-\n${long}\nx`))).toEqual([1, 2]);
      expect(linesScanned(program, encode(`x\n${long}`))).toEqual([0, 1]);
    }
  });

  test("a lane that begins right behind a newline leaves that line to the one before", async () => {
    const program = await programOf("x");
    const lines = Array.from({ length: 512 }, (_, line) => (line % 3 === 0 ? "--x\n" : "---\n"));
    expect(linesScanned(program, encode(lines.join("")))).toEqual(Array.from({ length: 171 }, (_, index) => 3 * index));
  });

  test("with a terminator of its own a line begins after that, and after a newline none does", async () => {
    const matcher = await compileBytes("(?m)^x", { lineTerminator: 0, utf8: false });
    const bytes = encode(`${"y".repeat(200)}\nx${"y".repeat(200)}\0x`);
    expect(matcher.findStart(bytes)).toBe(403);
  });
});
