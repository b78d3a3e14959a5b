import { parseArgs } from "node:util";
import { RRegex } from "rregex";
import { compile } from "../../src/engines/regex/index.ts";
import { deviations, type Deviation } from "./grep/deviations.ts";
import { differenceAt, search } from "./grep/engine.ts";
import { createOracle, type Oracle } from "./grep/oracle.ts";
import { randomPattern, type FuzzPattern } from "./grep/patterns.ts";
import { createRandom, type Random } from "./grep/random.ts";
import { randomText, type FuzzText } from "./grep/texts.ts";

/** Patterns that share one set of texts. */
const patternsPerSet = 100;
/** Differences that are shown; further ones are only counted. */
const shown = 20;

/**
 * Compares the engine with ripgrep (which lines match) and with Rust's regex crate (where in the text) on random patterns and texts:
 * `--patterns N --texts 50 --seed S`.
 */
export async function run(args: readonly string[], print: (line: string) => void = console.log): Promise<boolean> {
  const { patterns, texts, seed } = readArguments(args);
  const tally = new Tally(print);
  const random = createRandom(seed);
  for (let left = patterns; left > 0; left -= patternsPerSet)
    await fuzzSet(random, { patterns: Math.min(left, patternsPerSet), texts }, tally);
  return tally.finish();
}

function readArguments(args: readonly string[]): { readonly patterns: number; readonly texts: number; readonly seed: number } {
  const option = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { patterns: option, texts: option, seed: option } });
  return {
    patterns: wholeNumber(values.patterns ?? "2000"),
    texts: wholeNumber(values.texts ?? "50"),
    seed: wholeNumber(values.seed ?? "1"),
  };
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`Not a whole number: ${text}`);
}

/** Pairs that agree, that deviate as listed, and that differ. */
class Tally {
  passed = 0;
  failed = 0;
  readonly #hits = new Map<Deviation, number>();
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  agree(): void {
    this.passed++;
  }

  differ(pattern: FuzzPattern, text: FuzzText, what: string): void {
    const readable = new TextDecoder().decode(text);
    const deviation = deviations.find(({ applies }) => applies(pattern, readable));
    if (deviation) {
      this.#hits.set(deviation, (this.#hits.get(deviation) ?? 0) + 1);
      this.passed++;
    } else if (this.failed++ < shown) {
      this.#print(`${JSON.stringify(pattern)} on ${JSON.stringify(readable.slice(0, 300))}: ${what}`);
    }
  }

  finish(): boolean {
    for (const [deviation, hits] of this.#hits) this.#print(`deviation ${deviation.name}, ${hits} hits: ${deviation.reason}`);
    this.#print(`${this.passed} passed, ${this.failed} failed`);
    return this.failed === 0;
  }
}

async function fuzzSet(random: Random, counts: { readonly patterns: number; readonly texts: number }, tally: Tally): Promise<void> {
  const texts = Array.from({ length: counts.texts }, () => randomText(random));
  const oracle = createOracle(texts);
  try {
    for (let i = 0; i < counts.patterns; i++) await fuzzPattern(randomPattern(random), { texts, oracle, tally });
  } finally {
    oracle.dispose();
  }
}

interface Setting {
  readonly texts: readonly FuzzText[];
  readonly oracle: Oracle;
  readonly tally: Tally;
}

async function fuzzPattern(pattern: FuzzPattern, { texts, oracle, tally }: Setting): Promise<void> {
  const theirs = await oracle.search(pattern);
  const ours = await search(pattern, texts);
  const spans = pattern.fixed ? undefined : await spanCheck(pattern.pattern);
  texts.forEach((text, index) => {
    const difference = differenceAt(ours, theirs, index) ?? spans?.check(text);
    if (difference === undefined) tally.agree();
    else tally.differ(pattern, text, difference);
  });
  spans?.free();
}

interface SpanCheck {
  /** Says how the matches in a text differ from those of Rust's regex crate. */
  check(text: FuzzText): string | undefined;
  free(): void;
}

/** Undefined for a pattern that either refuses. */
async function spanCheck(pattern: string): Promise<SpanCheck | undefined> {
  const theirs = rustRegex(pattern);
  const ours = await compile(pattern).catch(() => undefined);
  if (theirs === undefined || ours === undefined) return undefined;
  const check = (bytes: FuzzText): string | undefined => {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const there = theirs
      .findAll(text)
      .map(({ start, end }) => `${start}-${end}`)
      .join();
    const here = Array.from(ours.findAll(text), ({ byteStart, byteEnd }) => `${byteStart}-${byteEnd}`).join();
    return here === there ? undefined : `spans ${here} here, ${there} in Rust`;
  };
  return { check, free: () => theirs.free() };
}

function rustRegex(pattern: string): RRegex | undefined {
  try {
    return new RRegex(pattern);
  } catch {
    return undefined;
  }
}
