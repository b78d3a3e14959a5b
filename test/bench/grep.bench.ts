import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/index.ts";
import { measureInChromium } from "./grep/chromium.ts";
import { measureMemory } from "./grep/memory.ts";
import { cpuTime, ripgrepTime, ripgrepVersion } from "./grep/peers.ts";
import { startPeers, type Peers, type PeerTimes } from "./grep/peers-thread.ts";
import { searchAll } from "./grep/search-all.ts";
import { queries, type Query } from "./grep/queries.ts";
import { seededTree, smallTree, type Tree } from "./grep/tree.ts";
import { measurePathological } from "./grep/pathological.ts";

interface Plan {
  readonly name: string;
  readonly tree: Tree;
  readonly reps: number;
  /** The most the geometric mean may be, as a part of ripgrep's time. */
  readonly mean: number;
  /** A loop over lines and just-bash are compared too. */
  readonly slowPeers: boolean;
}

/**
 * `npm run bench -- grep [--tree DIR] [--setup]`: CPU time beside ripgrep's and that of searches in JavaScript, and memory; `--chromium`: wall
 * time in a page instead. False where a bound is missed.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { tree: { type: "string" }, setup: { type: "boolean" }, chromium: { type: "boolean" } },
  });
  if (values.chromium) return measureInChromium();
  if (values.setup) spawnSync("bash", ["-c", "apt-get update -qq && apt-get install -y -qq ripgrep"], { stdio: "inherit" });
  console.log(`ripgrep: ${ripgrepVersion() ?? 'not there; its columns say "not compared" and count as missed (--setup installs it)'}`);
  const verdicts: boolean[] = [];
  for (const plan of values.tree === undefined ? seededPlans() : [planOf(values.tree)]) verdicts.push(await measure(plan));
  verdicts.push(await measurePathological());
  return verdicts.every(Boolean);
}

function* seededPlans(): Generator<Plan> {
  yield { name: "6 MB", tree: smallTree(), reps: 15, mean: 0.4, slowPeers: true };
  yield { name: "150 MB", tree: seededTree(2, 13_000, 150e6), reps: 11, mean: 0.5, slowPeers: false };
}

function planOf(folder: string): Plan {
  const tree = new Map(textFiles(folder, ""));
  return { name: folder, tree, reps: 3, mean: 0.5, slowPeers: false };
}

function* textFiles(root: string, path: string): Generator<[string, string]> {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) yield* textFiles(root, inner);
    else if (entry.isFile() && statSync(join(root, inner)).size < 16_777_216) yield [inner, readFileSync(join(root, inner), "utf8")];
  }
}

interface Times extends PeerTimes {
  readonly query: Query;
  readonly first: number;
  readonly ours: number;
  readonly rg: number | undefined;
}

async function measure(plan: Plan): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "portside-bench-"));
  const peers = startPeers({ tree: plan.tree, slow: plan.slowPeers });
  try {
    writeTree(plan.tree, folder);
    const workspace = await createWorkspace(createMemoryVolume({ files: Object.fromEntries(plan.tree) }));
    const searching = { plan, folder, workspace, peers };
    printHeader(plan);
    const rows: Times[] = [];
    const verdicts: boolean[] = [];
    for (const query of queries) {
      const row = await timesOf(query, searching);
      rows.push(row);
      verdicts.push(printRow(row));
    }
    return [...verdicts, ...printMeans(plan, rows), await measureMemory(plan.tree)].every(Boolean);
  } finally {
    await peers.end();
    rmSync(folder, { recursive: true });
  }
}

function writeTree(tree: Tree, folder: string): void {
  for (const [path, text] of tree) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

interface Searching {
  readonly plan: Plan;
  readonly folder: string;
  readonly workspace: Workspace;
  readonly peers: Peers;
}

/** The least of some repetitions, all in turns, so that a slow moment of the machine strikes everybody. */
async function timesOf(query: Query, { plan, folder, workspace, peers }: Searching): Promise<Times> {
  const hasRipgrep = ripgrepVersion() !== undefined;
  const ours: number[] = [];
  const rg: number[] = [];
  for (let rep = 0; rep < plan.reps; rep++) {
    ours.push(await cpuTime(() => searchAll(workspace, query)));
    if (hasRipgrep) rg.push(ripgrepTime(query, folder));
  }
  const [first = 0] = ours;
  return { query, first, ours: Math.min(...ours), rg: hasRipgrep ? Math.min(...rg) : undefined, ...(await peers.timesOf(query)) };
}

function printHeader({ name, tree, reps }: Plan): void {
  const bytes = [...tree.values()].reduce((sum, text) => sum + text.length, 0);
  console.log(`\n${name}: ${tree.size} files, ${(bytes / 1e6).toFixed(1)} MB; CPU ms, least of ${reps}`);
  console.log(["query".padEnd(20), "ours", "rg -j1", "ours/rg", "re2js", "by line", "just-bash"].join("\t"));
}

function printMeans(plan: Plan, rows: readonly Times[]): boolean[] {
  const shares = rows.map(({ ours, rg }) => ratio(ours, rg));
  const verdicts = [printMean(`geometric mean of ours/rg, at most ${plan.mean}`, shares, (mean) => mean <= plan.mean)];
  const slower = rows.map(({ ours, re2js }) => ratio(re2js, ours));
  verdicts.push(printMean("geometric mean of re2js/ours, at least 10", slower, (mean) => mean >= 10));
  if (plan.slowPeers) {
    const slowest = rows.map(({ ours, bash }) => ratio(bash, ours));
    verdicts.push(printMean("geometric mean of just-bash/ours, at least 100", slowest, (mean) => mean >= 100));
  }
  const [{ first, ours }] = rows as readonly [Times];
  const startup = first / ours;
  console.log(`first query after load: ${startup.toFixed(1)} times a warm one, at most 2: ${startup <= 2 ? "kept" : "missed"}`);
  return [...verdicts, startup <= 2];
}

function printRow({ query, ours, rg, re2js, lines, bash }: Times): boolean {
  const bound = query.noLiteral ? 0.6 : 1;
  const share = ratio(ours, rg);
  const kept = share !== undefined && share <= bound;
  const cells = [ours, rg, share, re2js, lines, bash].map((value, index) => cell(value, index === 2 ? 2 : 1));
  console.log([query.name.padEnd(20), ...cells, `at most ${bound}: ${kept ? "kept" : "missed"}`].join("\t"));
  return kept;
}

function cell(value: number | undefined, digits: number): string {
  return value === undefined ? "-" : value.toFixed(digits);
}

function ratio(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a / b;
}

function printMean(what: string, ratios: readonly (number | undefined)[], keeps: (mean: number) => boolean): boolean {
  const known = ratios.filter((value) => value !== undefined);
  const mean = Math.exp(known.reduce((sum, value) => sum + Math.log(value), 0) / known.length);
  const kept = known.length === ratios.length && keeps(mean);
  console.log(`${what}: ${known.length === 0 ? "not compared" : mean.toFixed(2)}: ${kept ? "kept" : "missed"}`);
  return kept;
}
