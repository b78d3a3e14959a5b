import { parseArgs } from "node:util";
import { isPortsideError } from "../../src/core/errors.ts";
import type { Dialect } from "../../src/ports/dialect.ts";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import type { Volume } from "../../src/volumes/volume.ts";
import { createWorkspace } from "../../src/workspace/index.ts";
import { appliedByGit, diffsOf, gitVersion } from "./patch/git.ts";
import { type Base, type FuzzCase, mutations } from "./patch/mutations.ts";
import { partsOf } from "./patch/parts.ts";
import { randomOf } from "./patch/random.ts";
import { pairOfTrees, type Tree } from "./patch/trees.ts";

const root = "/workspace";

/** Pairs of trees that go through git at once. */
const batch = 50;

/** Failures that are printed whole; further ones are only counted. */
const shown = 5;

/**
 * Random trees, what git writes about them, and what models make of that: `--cases N --seed S [--only CLASS]`. As git, the engine must make
 * git's tree or none; by default it must make the tree that was meant or none; and a refusal must leave every byte as it was.
 */
export async function run(args: readonly string[], print: (line: string) => void = console.log): Promise<boolean> {
  const { cases, seed, only } = readArguments(args);
  const version = gitVersion();
  if (version === undefined) {
    print("skipped: git is not on the PATH, and writes the patches");
    return false;
  }
  print(`${version}, seed ${seed}`);
  const tallies = new Map<string, Tally>();
  let failed = 0;
  let done = 0;
  for (const { name, fuzzed } of casesOf(cases, seed, only)) {
    done++;
    const faults = await judge(fuzzed, tally(tallies, name));
    if (faults.length > 0 && failed++ < shown) print(`${name}: ${faults.join("; ")}\n${JSON.stringify(fuzzed)}`);
  }
  for (const line of summary(tallies)) print(line);
  print(`${done - failed} passed, ${failed} failed`);
  return failed === 0 && done > 0;
}

function readArguments(args: readonly string[]): { readonly cases: number; readonly seed: number; readonly only: string | undefined } {
  const options = { cases: { type: "string", default: "2000" }, seed: { type: "string", default: "1" }, only: { type: "string" } } as const;
  const { values } = parseArgs({ args: [...args], options });
  return { cases: wholeNumber(values.cases), seed: wholeNumber(values.seed), only: values.only };
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`Not a whole number: ${text}`);
}

/** As many cases as were asked for, every class in turn, those left out that have nothing to change. */
function* casesOf(count: number, seed: number, only: string | undefined): Generator<{ readonly name: string; readonly fuzzed: FuzzCase }> {
  const names = Object.keys(mutations).filter((name) => only === undefined || name === only);
  let left = count;
  for (let round = 0; left > 0; round++) {
    for (const base of basesOf(seed * 1_000_003 + round)) {
      for (const name of names) {
        const fuzzed = mutations[name]?.(base);
        if (fuzzed === undefined || left-- <= 0) continue;
        yield { name, fuzzed };
      }
    }
  }
}

function basesOf(seed: number): readonly Base[] {
  const random = randomOf(seed);
  const pairs = Array.from({ length: batch }, () => pairOfTrees(random));
  const [full = [], none = [], one = [], two = []] = diffsOf(pairs, [3, 0, 1, 2]);
  const swapped = pairs.map(({ before, after }) => ({ before: after, after: before }));
  const [back = []] = diffsOf(swapped, [3]);
  return pairs.map((pair, i) => ({
    ...pair,
    parts: partsOf(full[i] as string),
    narrow: [none[i] as string, one[i] as string, two[i] as string],
    reversed: back[i] as string,
    random,
  }));
}

type Judgement = "right" | "rescued" | "wrong" | "rejected" | "rightly rejected";

interface Tally {
  readonly judged: Judgement[];
  /** Trees of git that differ from what was meant, and patches that git takes and the engine, as git, refuses. */
  gitWrong: number;
  stricter: number;
}

function tally(tallies: Map<string, Tally>, name: string): Tally {
  const found = tallies.get(name) ?? { judged: [], gitWrong: 0, stricter: 0 };
  tallies.set(name, found);
  return found;
}

const git: Dialect = { placement: "git", rescue: false };

async function judge(fuzzed: FuzzCase, of: Tally): Promise<string[]> {
  const byGit = appliedByGit(fuzzed.tree, fuzzed.patch);
  const [asGit, kindly] = [await applied(fuzzed, git), await applied(fuzzed, {})];
  const faults = [asGit, kindly].flatMap((one) => (one === "changed" ? ["a refusal changed the tree"] : []));
  const expected = byGit && textOfTree(byGit);
  if (asGit !== undefined && asGit !== expected)
    faults.push(`as git: ${expected === undefined ? "git refuses it" : "git makes another tree"}`);
  if (asGit === undefined && expected !== undefined) of.stricter++;
  const intent = fuzzed.intent && textOfTree(fuzzed.intent);
  if (expected !== undefined && expected !== intent) of.gitWrong++;
  const judgement = judgementOf({ kindly, intent, byGit: expected });
  of.judged.push(judgement);
  if (judgement === "wrong")
    faults.push(intent === undefined ? "no tree was meant, and it made one" : "another tree than the one that was meant");
  return faults;
}

function judgementOf({
  kindly,
  intent,
  byGit,
}: {
  readonly kindly: string | undefined;
  readonly intent: string | undefined;
  readonly byGit: string | undefined;
}): Judgement {
  if (kindly === undefined) return intent === undefined ? "rightly rejected" : "rejected";
  if (kindly !== intent) return "wrong";
  return byGit === undefined ? "rescued" : "right";
}

/** The tree after the patch, undefined when it was refused, "changed" when the refusal left another tree behind. */
async function applied({ tree, patch }: FuzzCase, dialect: Dialect): Promise<string | undefined> {
  const volume = await volumeOf(tree);
  const workspace = await createWorkspace(volume, { root });
  try {
    await workspace.apply({ patch: Buffer.from(patch, "latin1"), dialect });
    return textOfTree(treeOf(volume));
  } catch (error) {
    if (!isPortsideError(error)) throw error;
    return textOfTree(treeOf(volume)) === textOfTree(tree) ? undefined : "changed";
  }
}

async function volumeOf(tree: Tree): Promise<Volume> {
  const entries = Object.entries(tree).map(([path, entry]) => [nameOf(path), entry] as const);
  const files = entries.map(([path, { mode, text }]) => [
    path,
    mode === "120000" ? { file: { symlink: text } } : Buffer.from(text, "latin1"),
  ]);
  const volume = createMemoryVolume({ files: Object.fromEntries(files), root });
  const executable = entries.filter(([, { mode }]) => mode === "100755");
  const changes = executable.map(([path]) => ({ op: "mode", path: `${root}/${path}`, executable: true }) as const);
  await volume.commit({ changes, origin: { by: "host" } });
  return volume;
}

function nameOf(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

function treeOf(volume: Volume, path = root): Tree {
  const entry = volume.entry(path);
  const name = Buffer.from(path.slice(root.length + 1)).toString("latin1");
  if (entry?.kind === "symlink") return { [name]: { mode: "120000", text: entry.target } };
  if (entry?.kind === "file")
    return {
      [name]: { mode: entry.executable ? "100755" : "100644", text: Buffer.from(volume.read(entry) as Uint8Array).toString("latin1") },
    };
  if (entry?.kind !== "directory") return {};
  return Object.assign({}, ...volume.children(entry).map((child) => treeOf(volume, `${path}/${child.name}`))) as Tree;
}

function textOfTree(tree: Tree): string {
  return JSON.stringify(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function summary(tallies: ReadonlyMap<string, Tally>): string[] {
  const classes = [...tallies].map(([name, { judged, gitWrong, stricter }]) => {
    const beside = [...(gitWrong > 0 ? [`git wrong ${gitWrong}`] : []), ...(stricter > 0 ? [`stricter than git ${stricter}`] : [])];
    return [`${name} (${judged.length}): ${counts(judged)}`, ...beside].join("; ");
  });
  const all = [...tallies.values()].flatMap(({ judged }) => judged);
  const wrong = all.filter((one) => one === "wrong").length;
  return [...classes, `all (${all.length}): ${counts(all)}`, `wrong trees: ${wrong} of ${all.length}`];
}

function counts(judged: readonly Judgement[]): string {
  const names = [...new Set(judged)].toSorted();
  return names.map((name) => `${judged.filter((one) => one === name).length} ${name}`).join(", ");
}
