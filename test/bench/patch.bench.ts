import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyPatch, parsePatch as parseWithJsdiff } from "diff";
import { isPortsideError } from "../../src/core/errors.ts";
import { encode } from "../../src/core/text.ts";
import { parsePatch, planPatch, readPaths } from "../../src/engines/patch/index.ts";
import { shapes, worstShape, type Shape } from "./patch/shapes.ts";
import { collectGarbage } from "./garbage.ts";
import { measureUnit } from "./unit.ts";

const warmUps = 8;
const runs = 24;
const worst = 40_000;
const doublings = 3;

/** How many times as long jsdiff may be expected to take, by the order of the shapes. */
const atLeastJsdiff = [1, 3, 2, 1, 1, 1];

/** Reading and planning a patch, beside jsdiff in this process and `git apply` beside it. */
export async function run(): Promise<boolean> {
  const unit = measureUnit();
  console.log(`U = ${unit.toFixed(2)} ms; times are the best of ${runs}, git's of 1 or 3`);
  const all = shapes();
  // Both have seen every shape before one is measured.
  for (const shape of all) for (const action of [planned(shape), appliedByJsdiff(shape)]) action();
  const kept = all.map((shape, i) => besideJsdiff(shape, atLeastJsdiff[i] ?? 1, unit));
  const [many, exact] = all as [Shape, Shape];
  kept.push(...besideGit(many, exact), doubling());
  return Promise.resolve(kept.every((each) => each));
}

function besideJsdiff(shape: Shape, bound: number, unit: number): boolean {
  const [ours, theirs] = best([planned(shape), appliedByJsdiff(shape)]) as [number, number];
  console.log(`${shape.name}: ${ours.toFixed(1)} ms = ${(ours / unit).toFixed(2)} U; jsdiff ${theirs.toFixed(1)} ms`);
  return atLeast("  jsdiff takes", theirs / ours, bound);
}

function besideGit(many: Shape, exact: Shape): readonly boolean[] {
  if (spawnSync("git", ["--version"]).status !== 0) {
    console.log("skipped: git is not on the PATH");
    return [false];
  }
  const [plannedMany, plannedExact] = best([planned(many), planned(exact)]) as [number, number];
  const check = timeGit(many, ["apply", "--check"], 3);
  const whole = timeGit(exact, ["apply"], 1);
  return [
    atLeast(`git apply --check of ${many.name}: ${check.toFixed(0)} ms,`, check / plannedMany, 1),
    atLeast(`git apply of ${exact.name}: ${whole.toFixed(0)} ms,`, whole / plannedExact, 50),
  ];
}

/**
 * Over several doublings: of two sizes one may just come to pay for a collection of garbage that the other is spared. By the processor's time: on a
 * busy machine the short runs find a while in which nothing interrupts them, the long ones never do.
 */
function doubling(): boolean {
  const times = best(
    Array.from({ length: doublings + 1 }, (_, i) => planned(worstShape(worst * 2 ** i))),
    processorTimeOf,
  );
  const ratio = ((times.at(-1) as number) / (times[0] as number)) ** (1 / doublings);
  const kept = ratio <= 2.3;
  console.log(
    `twice as many equal lines take ${ratio.toFixed(2)} times as much processor time (${times.map((time) => time.toFixed(1)).join(", ")} ms); bound 2.3: ${kept ? "kept" : "missed"}`,
  );
  return kept;
}

/** The bytes are there, as in a volume; what comes of them is made, and what does not fit is told. */
function planned({ files, patch }: Shape): () => void {
  const sources = new Map([...files].map(([path, text]) => [path, { kind: "file", bytes: encode(text), executable: false } as const]));
  return () => {
    try {
      const sections = parsePatch(patch);
      for (const path of readPaths(sections)) if (!sources.has(path)) throw new Error(`There is no ${path}.`);
      planPatch(sections, sources);
    } catch (error) {
      if (!isPortsideError(error, "patch_conflict")) throw error;
    }
  };
}

function appliedByJsdiff({ files, patch }: Shape): () => void {
  return () => {
    for (const part of parseWithJsdiff(patch)) applyPatch(files.get(part.oldFileName?.slice(2) ?? "") ?? "", part);
  };
}

function timeGit({ files, patch }: Shape, args: readonly string[], times: number): number {
  const directory = mkdtempSync(join(tmpdir(), "patch-bench-"));
  const write = (): void => {
    for (const [path, text] of files) {
      mkdirSync(join(directory, dirname(path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
  };
  const apply = (): void => {
    const { status, stderr } = spawnSync("git", args, { cwd: directory, input: patch, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };
  try {
    return Math.min(...Array.from({ length: times }, () => (write(), timeOf(apply))));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Of each the best time, taken in turns: a machine that is busy for a while is so for all. None pays for the garbage of the one before it. */
function best(actions: readonly (() => void)[], measure = timeOf): readonly number[] {
  for (let i = 0; i < warmUps; i++) for (const action of actions) action();
  const measured = (action: () => void): number => {
    collectGarbage();
    return measure(action);
  };
  const rounds = Array.from({ length: runs }, () => actions.map(measured));
  return actions.map((_, i) => Math.min(...rounds.map((times) => times[i] as number)));
}

function timeOf(action: () => void): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}

/** Of all threads of this process. */
function processorTimeOf(action: () => void): number {
  const start = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function atLeast(what: string, ratio: number, bound: number): boolean {
  const kept = ratio >= bound;
  console.log(`${what} ${ratio.toFixed(2)} times as long; bound ${bound}: ${kept ? "kept" : "missed"}`);
  return kept;
}
