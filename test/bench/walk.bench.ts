import { createFsFromVolume, Volume as Memfs } from "memfs";
import { glob as tinyglobby } from "tinyglobby";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import type { Volume } from "../../src/volumes/volume.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/index.ts";
import { measureUnit } from "./unit.ts";
import { makeProject, type MadeProject } from "./walk/tree.ts";

const seed = 20_260_101;
const small = 100_000;
const large = 500_000;
const batchSize = 5_000;
const runs = 7;

/** Listings and counts of large trees, and what changing them costs. Times are multiples of U, the best of several runs. */
export async function run(): Promise<boolean> {
  const unit = measureUnit();
  console.log(`U = ${unit.toFixed(2)} ms`);
  const kept = [...(await measureSmall(unit)), ...(await measureLarge(unit))];
  return kept.every((each) => each);
}

async function measureSmall(unit: number): Promise<readonly boolean[]> {
  const project = makeProject({ size: small, seed, content: "export {};\n" });
  const { workspace, volume, heapPerFile } = await openProject(project);
  const all = { pattern: "**/*.ts", limit: "none" } as const;
  const { entries } = await workspace.glob(all);
  const globAll = await best(() => workspace.glob(all));
  const globSome = await best(() => workspace.glob({ pattern: "**/*.ts" }));
  const others = await measureTinyglobby(project, entries.length);
  const times = others / globAll;
  console.log(
    `${small} files, ${project.directories.length} directories, ${entries.length} of them **/*.ts; tinyglobby over memfs ${others.toFixed(0)} ms`,
  );
  const kept = [
    report("**/*.ts over 100k", globAll / unit, 1.5, "U"),
    report("the first 250 of them, sorted", globSome / unit, 0.1, "U"),
    reportAtLeast("times faster than tinyglobby over memfs", times, 50),
    report("heap for a file of 11 bytes", heapPerFile, 450, "bytes"),
    report("renaming a directory with 100k below", (await timeRenames(workspace)) / unit, 0.1, "U"),
    ...(await measureChanges(volume, unit)),
  ];
  await workspace.dispose();
  return kept;
}
