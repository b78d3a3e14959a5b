import { expect, test } from "vitest";
import fc from "fast-check";
import { Effort } from "./effort.ts";
import type { Run } from "./run.ts";
import { Windows, windowLength } from "./windows.ts";

function run(...choices: readonly string[]): Run {
  return choices.map((choice) => Array.from(choice, (character) => character.charCodeAt(0)));
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function places(windows: Windows, bytes: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = windows.find(bytes, 0); at >= 0; at = windows.find(bytes, at + 1)) found.push(at);
  return found;
}

test("every place is found, at both ends and overlapping", () => {
  expect(places(new Windows([run(..."aa")], new Effort()), bytesOf("aaa baa"))).toEqual([0, 1, 5]);
  expect(places(new Windows([run(..."abc")], new Effort()), bytesOf("ab"))).toEqual([]);
});

test("of a run that is longer than the window the rest is looked at too", () => {
  const both = new Windows([run(..."ab"), run(..."cdef")], new Effort());
  expect(places(both, bytesOf("cdex cdef ab"))).toEqual([5, 10]);
  expect(windowLength([run(..."ab"), run(..."cdef")])).toBe(2);
  const long = "0123456789".repeat(10);
  expect(places(new Windows([run(...long)], new Effort()), bytesOf(`${long.slice(0, 99)}x${long}`))).toEqual([100]);
});

test("places that lie around the ends of a stretch and of its four parts are all found", () => {
  const ends = [8_192, 16_384, 24_576, 32_768, 40_960, 65_536];
  const wanted = ends.flatMap((end) => [end - 3, end + 2]);
  const bytes = new Uint8Array(70_000).fill(0x2e);
  for (const at of wanted) bytes.set(bytesOf("needle").subarray(0, 5), at);
  expect(places(new Windows([run(..."needl")], new Effort()), bytes)).toEqual(wanted);
});

test("a search may begin anywhere, go back, and go over to other bytes and to bytes that were changed", () => {
  const windows = new Windows([run("xX", "y")], new Effort());
  const bytes = bytesOf("..xy..Xy..xy");
  expect(windows.find(bytes, 3)).toBe(6);
  expect(windows.find(bytes, 1)).toBe(2);
  expect(windows.find(bytes, 7)).toBe(10);
  expect(windows.find(bytes, 3)).toBe(6);
  expect(windows.find(bytes, 3)).toBe(6);
  expect(windows.find(bytesOf("....xy"), 2)).toBe(4);
  expect(windows.find(bytes, 7)).toBe(10);
  bytes.set(bytesOf("xy"));
  expect(windows.find(bytes, 0)).toBe(0);
});

test("it finds what looking at each place finds", () => {
  const choice = fc.constantFrom("a", "b", "aA", "bc", "\u00e9");
  const runs = fc.array(fc.array(choice, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 3 });
  const texts = fc.array(fc.constantFrom("a", "b", "A", "c", "\u00e9", "."), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(runs, texts, fc.integer({ min: 1, max: 60 }), (choices, text, times) => {
      const searched = text.repeat(times);
      const stands = (at: number): boolean => choices.some((each) => each.every((one, i) => one.includes(searched[at + i] ?? "?")));
      const wanted = choices.map((each) => run(...each));
      expect(places(new Windows(wanted, new Effort()), bytesOf(searched))).toEqual(Array.from(searched, (_, at) => at).filter(stands));
    }),
    { numRuns: 500 },
  );
});
