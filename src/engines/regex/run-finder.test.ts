import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { byteText } from "./byte-text.ts";
import type { Run, Searched } from "./run.ts";
import { RunFinder } from "./run-finder.ts";

function run(...choices: readonly string[]): Run {
  return choices.map((choice) => Array.from(choice, (character) => character.charCodeAt(0)));
}

function finder(...runs: readonly Run[]): RunFinder {
  return new RunFinder(runs);
}

function searched(text: string): Searched {
  return { bytes: Uint8Array.from(text, (character) => character.charCodeAt(0)), text };
}

function all(found: RunFinder, text: string): number[] {
  return places(found, searched(text));
}

function places(found: RunFinder, file: Searched): number[] {
  const list: number[] = [];
  for (let at = found.find(file, 0); at >= 0; at = found.find(file, at + 1)) list.push(at);
  return list;
}

describe("where a run stands", () => {
  test("a literal is found by whichever of its bytes is rare", () => {
    const text = "return".padStart(50, "urn ") + "r".repeat(50) + "return";
    expect(all(finder(run(..."return")), text)).toEqual([44, 100]);
    expect(finder(run(..."return")).find(searched(text), 45)).toBe(100);
  });

  test("a run with choices is found by a byte without one, and all of it is looked at", () => {
    expect(all(finder(run("aA", "bB", "7", "cC")), "ab7d AB7C ab7c b7c")).toEqual([5, 10]);
  });

  test("of several runs the first is found, and one that has no more keeps none of the others back", () => {
    const both = finder(run(..."xy"), run(..."zy"));
    expect(all(both, "zy xy zy zy")).toEqual([0, 3, 6, 9]);
    expect(both.find(searched("zy xy zy zy"), 4)).toBe(6);
    expect(both.find(searched("xy zy"), 0)).toBe(0);
  });

  test("a text with the same characters may be searched again from its start", () => {
    const both = finder(run(..."xy"), run(..."zy"));
    expect([all(both, "xy zy"), all(both, "xy zy")]).toEqual([
      [0, 3],
      [0, 3],
    ]);
  });

  test("where the effort is too much a place may be given where none stands, and it is not kept for later", () => {
    const both = finder(run("b", "aA"), run("c", "dD"));
    const file = searched("b. b. ba a a a");
    for (let sampled = 0; sampled < 16; sampled++) expect(places(both, file)).toEqual([6]);
    both.effort.waste(1_000_000);
    expect(both.find(file, 0)).toBe(0);
    both.effort.pass(1_000_000);
    expect(both.find(file, 0)).toBe(6);
  });

  test("a run that begins near the end is not read past it", () => {
    expect(finder(run(..."abc")).find(searched("xxab"), 0)).toBe(-1);
    expect(finder(run("aA", "b")).find(searched("xxa"), 0)).toBe(-1);
  });

  test("its bytes have the characters that they have in a text, also beyond ASCII", () => {
    const euro = [0xe2, 0x82, 0xac];
    expect(finder(euro.map((byte) => [byte])).find(searched(byteText(Uint8Array.of(0x20, ...euro))), 0)).toBe(1);
  });

  test("where every byte is frequent, the answers stay those that looking at each place gives", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "A", "c"), { maxLength: 60 }).map((parts) => parts.join(""));
    const runs = fc.array(fc.array(fc.constantFrom("a", "b", "aA", "bc"), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(runs, fc.array(letters, { minLength: 1, maxLength: 20 }), (choices, texts) => {
        const found = finder(...choices.map((each) => run(...each)));
        for (const text of texts.map((each) => each.repeat(200))) {
          const stands = (at: number): boolean => choices.some((each) => each.every((choice, i) => choice.includes(text[at + i] ?? "?")));
          expect(all(found, text)).toEqual(Array.from(text, (_, at) => at).filter(stands));
        }
      }),
      { numRuns: 60 },
    );
  });
});
