import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Automaton, globstar, type Part, type State } from "./automaton.ts";
import { parsePattern } from "./parts.ts";
import type { Segment } from "./segment.ts";

describe("work grows with the path times the pattern", () => {
  /** Segment tests that a walk along the path makes. */
  function countTests(pattern: string, path: string): number {
    let tests = 0;
    const counted = new Map<Part, Part>();
    const alternatives = parsePattern(pattern, false);
    for (const part of new Set(alternatives.flat())) counted.set(part, part === globstar ? part : { ...part, test: countThenTest(part) });
    matches(new Automaton(alternatives.map((parts) => parts.map((part) => counted.get(part) as Part))), path);
    return tests;

    function countThenTest(segment: Segment): Segment["test"] {
      return (name) => {
        tests++;
        return segment.test(name);
      };
    }
  }

  test.each<[pattern: string, path: string, distinctSegments: number]>([
    [`${"a*".repeat(8)}b`, "a".repeat(60), 1],
    [`${"*?".repeat(8)}b`, "a".repeat(60), 1],
    [`${"**/a/".repeat(8)}b`, "a/".repeat(60), 0],
    [`${"**/a*/".repeat(8)}b`, "a/".repeat(60), 1],
    ["**/*a*a*/**/*a*a*/**/b", "aaaa/".repeat(124), 1],
    ["**/*a*a*/**/*b*a*/**/?", "aba/".repeat(155), 3],
    ["{a*,*a}".repeat(10), "a".repeat(60), 1_024],
    [`**/${"{a*,*a}/".repeat(8)}b`, "a/".repeat(60), 2],
  ])("%s", (pattern, path, distinctSegments) => {
    expect(countTests(pattern, path)).toBeLessThanOrEqual(distinctSegments * path.split("/").length);
  });
});

test("a walk meets each set of places once, however many names lead to it", () => {
  const automaton = new Automaton(parsePattern("**/{a,b}/*.ts", false));
  const below = automaton.step(automaton.start, "a");
  expect(below).toBeDefined();
  for (const name of ["b", "a"]) expect(automaton.step(automaton.start, name)).toBe(below);
  for (const name of ["c", "d"]) expect(automaton.step(automaton.start, name)).toBe(automaton.start);
});

test("alternatives that end alike share their places", () => {
  const automaton = new Automaton(parsePattern("{a,b,c,d}/x/**/*.ts", false));
  const target = automaton.step(automaton.start, "a");
  for (const name of ["b", "c", "d"]) expect(automaton.step(automaton.start, name)).toBe(target);
});

test("forgetting states changes no answer, in the middle of a walk neither", () => {
  const pattern = fc.array(fc.constantFrom("a", "*", "?b", "**", "/", "/", "{a,*b}", ".a"), { maxLength: 9 });
  const path = fc.stringMatching(/^[ab/.]{0,12}$/);
  fc.assert(
    fc.property(pattern, fc.array(path, { minLength: 1, maxLength: 4 }), (source, paths) => {
      const parts = parsePattern(source.join(""), false);
      const keeping = new Automaton(parts);
      const forgetting = new Automaton(parts, 0);
      for (const tested of paths) expect(matches(forgetting, tested)).toBe(matches(keeping, tested));
    }),
  );
});

test("the states it keeps are bounded where their number would double with every name", () => {
  const budget = 2_000;
  const automaton = new Automaton(parsePattern(`**/a${"/*".repeat(16)}`, false), budget);
  const walked = new Set<State>();
  let state: State | undefined = automaton.start;
  // The binary digits of the numbers from 0 bring every combination of places about.
  for (let number = 0; number < 500; number++) {
    for (const digit of number.toString(2)) {
      state = state && automaton.step(state, digit === "1" ? "a" : "b");
      if (state !== undefined) walked.add(state);
    }
  }
  expect(walked.size).toBeGreaterThan(budget);
  expect(reachable(automaton.start).size).toBeLessThan(budget / 16);
});

test("beneath stands for what every name leads to", () => {
  const segment = fc.constantFrom("**", "*", "a", "*b", "a*", "{a,b}", "[ab]", "");
  const names = fc.array(fc.constantFrom("a", "b", "ab", "ba"), { maxLength: 3 });
  const patterns = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
  let told = 0;
  fc.assert(
    fc.property(patterns, names, names, (pattern, before, after) => {
      const automaton = new Automaton(parsePattern(pattern, false));
      const state = walk(automaton, automaton.start, before);
      const beneath = state && automaton.beneath(state);
      if (state === undefined || beneath === undefined || after.length === 0) return;
      told++;
      expect(beneath.opens).toBe(true);
      for (const name of ["a", "b", "ab", "c"]) {
        const named = automaton.step(state, name);
        expect(named?.opens).toBe(true);
        expect(walk(automaton, named, after)?.accepts).toBe(walk(automaton, beneath, after)?.accepts);
      }
    }),
    { numRuns: 5_000, seed: 20_261_201 },
  );
  expect(told).toBeGreaterThan(200);
});

test("beneath is told for a search of names, and not where a name leads on", () => {
  const told = (pattern: string): boolean => {
    const automaton = new Automaton(parsePattern(pattern, false));
    return automaton.beneath(automaton.start) !== undefined;
  };
  expect(["**/*.ts", "**", "**/{a,b}.js", "**/a"].map(told)).toEqual([true, true, true, true]);
  expect(["*.ts", "src/**", "**/src/*.ts", "**/"].map(told)).toEqual([false, false, false, false]);
});

/** The states that the caches of a state keep alive. */
function reachable(state: State, found: Set<State> = new Set()): Set<State> {
  if (found.has(state)) return found;
  found.add(state);
  const { exits, unions } = state;
  for (const [key, union] of unions) for (const next of [key, union]) reachable(next, found);
  if (exits === undefined) return found;
  for (const next of [exits.stay, ...exits.named.values(), ...exits.tested.map(({ target }) => target)]) reachable(next, found);
  return found;
}

function matches(automaton: Automaton, path: string): boolean {
  return walk(automaton, automaton.start, path.split("/"))?.accepts ?? false;
}

function walk(automaton: Automaton, from: State | undefined, names: readonly string[]): State | undefined {
  let state = from;
  for (const name of names) state = state && automaton.step(state, name);
  return state;
}
