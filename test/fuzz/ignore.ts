import { parseArgs } from "node:util";
import fc from "fast-check";
import { ignoredIn } from "../support/ignore-tree.ts";
import { gitVersion, ignoredByGit } from "./ignore/git.ts";
import { minimise } from "./ignore/minimise.ts";
import { fuzzTree, type Entry, type FuzzTree } from "./ignore/tree.ts";

const batch = 20;

/** Differences that are minimised and shown; further ones are only counted. */
const shown = 5;

/** Compares the engine with `git check-ignore` on random trees: `--verdicts N --seed S`. */
export async function run(args: readonly string[], print: (line: string) => void = console.log): Promise<boolean> {
  const { verdicts, seed } = readArguments(args);
  print(`${gitVersion() ?? "git is not on the PATH"}, seed ${seed}`);
  let failed = 0;
  for (let left = verdicts, round = 0; left > 0; round++) {
    for (const tree of fc.sample(fuzzTree, { seed: seed + round * 7_919, numRuns: batch })) {
      const judged = tree.entries.slice(0, left);
      left -= judged.length;
      for (const entry of differences(tree, judged)) if (failed++ < shown) print(describe(tree, entry));
    }
  }
  print(`${verdicts - failed} passed, ${failed} failed`);
  return failed === 0;
}

function readArguments(args: readonly string[]): { readonly verdicts: number; readonly seed: number } {
  const { values } = parseArgs({ args: [...args], options: { verdicts: { type: "string" }, seed: { type: "string" } } });
  return { verdicts: wholeNumber(values.verdicts ?? "10000"), seed: wholeNumber(values.seed ?? "1") };
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`Not a whole number: ${text}`);
}

function differences(tree: FuzzTree, judged: readonly Entry[]): Entry[] {
  if (judged.length === 0) return [];
  const isIgnored = ignoredIn(tree);
  const ignored = ignoredByGit(tree);
  return judged.filter(({ path, dir }) => isIgnored(path, dir) !== ignored.has(path));
}

function describe(tree: FuzzTree, entry: Entry): string {
  const { path, dir } = entry;
  const least = minimise(tree, path, (smaller) => differences(smaller, [entry]).length > 0);
  const verdict = ignoredIn(least)(path, dir) ? "is ignored, and git says no" : "is not ignored, and git says yes";
  return `${JSON.stringify(path)}${dir ? " (a directory)" : ""} ${verdict}: ${JSON.stringify({ ...least, entries: undefined })}`;
}
