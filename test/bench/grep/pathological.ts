import { compileSearch, searchBytes } from "../../../src/engines/grep/index.ts";
import { measureUnit } from "../unit.ts";

interface Case {
  readonly pattern: string;
  readonly line: () => string;
  /** The most it may take, in units. */
  readonly bound: number;
}

const megabyte = 1_000_000;

const cases: readonly Case[] = [
  { pattern: "(a+)+$", line: () => `${"a".repeat(megabyte)}!`, bound: 3 },
  { pattern: "(x+x+)+y", line: () => "x".repeat(megabyte), bound: 3 },
  { pattern: "(\\w+\\s?)*$", line: () => `${"word ".repeat(megabyte / 5)}!`, bound: 3 },
  { pattern: "(.*a){20}", line: () => `${"b".repeat(50_000)}a`.repeat(19), bound: 3 },
  { pattern: "[ab]*a[ab]{14}c", line: () => pseudoRandom(megabyte), bound: 12 },
];

/** Patterns that hang a backtracking engine, on lines of 1 MB; wall time in units of `measureUnit`. */
export async function measurePathological(): Promise<boolean> {
  const unit = measureUnit();
  console.log(`\nlines of 1 MB; U is ${unit.toFixed(1)} ms`);
  const verdicts: boolean[] = [];
  for (const { pattern, line, bound } of cases) {
    const units = (await least(pattern, new TextEncoder().encode(`${line()}\n`))) / unit;
    console.log(`${pattern}: ${units.toFixed(2)} U, at most ${bound}: ${units <= bound ? "kept" : "missed"}`);
    verdicts.push(units <= bound);
  }
  return verdicts.every(Boolean);
}

async function least(pattern: string, bytes: Uint8Array): Promise<number> {
  const times: number[] = [];
  for (let rep = 0; rep < 3; rep++) {
    const start = performance.now();
    const search = await compileSearch({ pattern });
    searchBytes(search, bytes, { before: 0, after: 0 }, { line: (found) => found.matchStart !== undefined });
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

/** `a` and `b` in an order that does not repeat soon, and no `c`. */
function pseudoRandom(length: number): string {
  let state = 1;
  const letters = Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state & 0x1_0000 ? "a" : "b";
  });
  return letters.join("");
}
