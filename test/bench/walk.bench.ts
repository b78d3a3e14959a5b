import { memfs } from "memfs";
import { glob as tinyglobby } from "tinyglobby";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import type { Change, Volume } from "../../src/volumes/volume.ts";
import { createWorkspace, type Workspace, type WorkspaceOptions } from "../../src/workspace/index.ts";
import { heldBytes } from "./garbage.ts";
import { measureUnit } from "./unit.ts";
import { measurePathological } from "./walk/pathological.ts";
import { makeProject, type MadeProject } from "./walk/project.ts";

const seed = 20_260_101;
const content = new TextEncoder().encode("export {};\n");
const root = "/workspace";
const batchSize = 5_000;
const runs = 25;
const changesMeasured = 2_000;

/** Patterns that hang others, listings and counts of large projects, under the ignore rules that hold by default, and what changing such a project costs. */
export async function run(): Promise<boolean> {
  const unit = measureUnit();
  console.log(`U = ${unit.toFixed(2)} ms; times are the best of ${runs}`);
  const patterns = measurePathological(unit);
  const few = await measureFew();
  const kept = [...patterns, ...(await measureMany(unit)), ...(await measureMost(unit, few))];
  return kept.every((each) => each);
}

/** A hundred thousand files. */
async function measureMany(unit: number): Promise<readonly boolean[]> {
  const project = makeProject(100_000, seed);
  const heap = await heapPerFile(project, { history: false });
  const withHistory = await heapPerFile(project, {});
  const { workspace } = await openProject(project);
  const all = { pattern: "**/*.ts", limit: "none", maxBytes: "none" } as const;
  const { entries } = await workspace.glob(all);
  console.log(`${project.files.length} files in ${project.directories.length} directories, ${entries.length} match **/*.ts`);
  const first = await best(() => workspace.glob({ pattern: all.pattern }));
  const ours = await best(() => workspace.glob(all));
  const theirs = await timeTinyglobby(project, entries.length);
  console.log(`tinyglobby over memfs: ${theirs.toFixed(0)} ms`);
  return [
    atMost("**/*.ts over 100k files", ours / unit, 1.5, "U"),
    atLeast("tinyglobby over memfs takes", theirs / ours, 50, "times as long"),
    atMost("the first 250 of them, in order", first / unit, 0.1, "U"),
    atMost("a directory with 100k files below it is renamed", (await timeRename(workspace)) / unit, 0.1, "U"),
    atMost(`heap for a file of 11 bytes (with its way back ${withHistory.toFixed(0)})`, heap, 450, "bytes"),
  ];
}

/** Half a million. */
async function measureMost(unit: number, few: ChangeTimes): Promise<readonly boolean[]> {
  const { workspace, volume } = await openProject(makeProject(500_000, seed));
  const counted = await best(() => workspace.count({ groupBy: "extension" }));
  const many = timeChanges(volume);
  return [
    atMost("file_count by extension over 500k files", counted / unit, 6, "U"),
    ...(["insert", "rename", "remove"] as const).map((name) =>
      atMost(
        `${name} of a file among 500k (${micros(many[name])}) beside one among 5k (${micros(few[name])})`,
        many[name] / few[name],
        4,
        "times",
      ),
    ),
  ];
}

async function measureFew(): Promise<ChangeTimes> {
  const { volume } = await openProject(makeProject(5_000, seed));
  return timeChanges(volume);
}

/** Bytes a file, directories and the sorted listings of all of them included. */
async function heapPerFile(project: MadeProject, options: WorkspaceOptions): Promise<number> {
  const before = heldBytes();
  const { workspace } = await openProject(project, options);
  await workspace.count({ includeHidden: true, includeIgnored: true }); // what walks keep of each directory is in the heap too
  const bytes = heldBytes() - before;
  await workspace.dispose(); // it was alive until here
  return bytes / project.files.length;
}

async function openProject(
  project: MadeProject,
  options: WorkspaceOptions = {},
): Promise<{ readonly workspace: Workspace; readonly volume: Volume }> {
  const volume = createMemoryVolume();
  const workspace = await createWorkspace(volume, options);
  for (let start = 0; start < project.directories.length; start += batchSize)
    await commit(
      volume,
      project.directories.slice(start, start + batchSize).map((path) => ({ op: "mkdir", path: `${root}/${path}` })),
    );
  for (let start = 0; start < project.files.length; start += batchSize)
    await commit(
      volume,
      project.files.slice(start, start + batchSize).map((path) => put(path, project.rules.get(path))),
    );
  return { workspace, volume };
}

function put(path: string, rules: string | undefined): Change {
  return { op: "put", path: `${root}/${path}`, bytes: rules === undefined ? content : new TextEncoder().encode(rules) };
}

async function commit(volume: Volume, changes: readonly Change[]): Promise<void> {
  await volume.commit({ changes, origin: { by: "host" } });
}

async function best(call: () => Promise<unknown>, times = runs): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let again = 0; again < times; again++) {
    const start = performance.now();
    await call();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

async function timeTinyglobby(project: MadeProject, expected: number): Promise<number> {
  const { fs } = memfs({ [root]: null });
  for (const path of project.directories) fs.mkdirSync(`${root}/${path}`);
  for (const path of project.files) fs.writeFileSync(`${root}/${path}`, project.rules.get(path) ?? content);
  const search = (): Promise<string[]> => tinyglobby("**/*.ts", { cwd: root, fs: fs as never });
  const found = await search();
  if (found.length !== expected) throw new Error(`tinyglobby finds ${found.length} files, not ${expected}.`);
  return best(search);
}

function timeRename(workspace: Workspace): Promise<number> {
  let [source, destination] = ["packages", "moved"] as [string, string];
  return best(async () => {
    await workspace.move({ source, destination });
    [source, destination] = [destination, source];
  });
}

/** Milliseconds for one change. */
interface ChangeTimes {
  readonly insert: number;
  readonly rename: number;
  readonly remove: number;
}

function timeChanges(volume: Volume): ChangeTimes {
  const path = (index: number): string => `${root}/packages/changes/new-${index % 50}.ts`;
  void volume.commit({ changes: [{ op: "mkdir", path: `${root}/packages/changes` }], origin: { by: "host" } });
  const inserts: number[] = [];
  const renames: number[] = [];
  const removes: number[] = [];
  for (let index = 0; index < changesMeasured; index++) {
    inserts.push(timeChange(volume, { op: "put", path: path(index), bytes: content }));
    renames.push(timeChange(volume, { op: "rename", from: path(index), to: `${path(index)}x` }));
    removes.push(timeChange(volume, { op: "remove", path: `${path(index)}x` }));
  }
  void volume.commit({ changes: [{ op: "remove", path: `${root}/packages/changes` }], origin: { by: "host" } });
  return { insert: median(inserts), rename: median(renames), remove: median(removes) };
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function timeChange(volume: Volume, change: Change): number {
  const start = performance.now();
  void volume.commit({ changes: [change], origin: { by: "host" } });
  return performance.now() - start;
}

function micros(milliseconds: number): string {
  return `${(milliseconds * 1_000).toFixed(1)} µs`;
}

function atMost(what: string, value: number, bound: number, unit: string): boolean {
  return report(`${what}: ${value.toFixed(2)} ${unit}, at most ${bound}`, value <= bound);
}

function atLeast(what: string, value: number, bound: number, unit: string): boolean {
  return report(`${what}: ${value.toFixed(1)} ${unit}, at least ${bound}`, value >= bound);
}

function report(line: string, kept: boolean): boolean {
  console.log(`${line}: ${kept ? "kept" : "missed"}`);
  return kept;
}
