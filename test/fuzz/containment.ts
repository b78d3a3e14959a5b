import { parseArgs } from "node:util";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import { fuzzInBrowser } from "./containment/browser.ts";
import { fuzzContainment, type ContainmentOrder } from "./containment/fuzz.ts";

/** Escapes that are shown; further ones are only counted. */
const shown = 5;

/** The least share of tries that would leave the root if nothing held them, in percent: tries that would not prove little. */
const leastReaching = 30;

/** Tries to leave the root with every tool of every profile, on memory, or with `--opfs` on a browser's disk: `--tries N --seed S`. */
export async function run(args: readonly string[], print: (line: string) => void = console.log): Promise<boolean> {
  const { opfs, ...order } = readArguments(args);
  const { tries, seed } = order;
  const fuzz = opfs ? fuzzInBrowser(order) : fuzzContainment({ ...order, createVolume: () => createMemoryVolume() });
  const { reaching, swapped, byTool, escapes, tools } = await fuzz;
  const share = tries === 0 ? 0 : (100 * reaching) / tries;
  print(`seed ${seed}; ${byTool.size} of ${tools} tools, ${Math.min(...byTool.values())} to ${Math.max(...byTool.values())} tries each`);
  print(`${share.toFixed(1)} % would reach a canary if followed naively; in ${swapped} something was moved while a question was open`);
  for (const escape of escapes.slice(0, shown)) print(`escaped: ${escape}`);
  if (share < leastReaching) print(`too few would reach a canary: at least ${leastReaching} % must`);
  print(`${tries - escapes.length} passed, ${escapes.length} failed`);
  return escapes.length === 0 && share >= leastReaching;
}

interface Arguments extends ContainmentOrder {
  readonly opfs: boolean;
}

function readArguments(args: readonly string[]): Arguments {
  const options = { tries: { type: "string" }, seed: { type: "string" }, opfs: { type: "boolean" } } as const;
  const { values } = parseArgs({ args: [...args], options });
  return { tries: wholeNumber(values.tries ?? "10000"), seed: wholeNumber(values.seed ?? "1"), opfs: values.opfs ?? false };
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`Not a whole number: ${text}`);
}
