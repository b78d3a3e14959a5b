import { encode } from "../../src/core/text.ts";
import { createMemoryVolume } from "../../src/volumes/memory.ts";
import type { Change, Volume } from "../../src/volumes/volume.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/index.ts";
import { heldBytes } from "./garbage.ts";
import { makeProject, type MadeProject } from "./walk/project.ts";

const seed = 20_260_101;
const files = 100_000;
const batchSize = 5_000;
const rounds = 40;
const changesARound = 250;
const calls = 500;
const text = "a line of text that says nothing\n".repeat(30);

/** With "quick", only what is changed. What a history costs beside none. Times are of the CPU, the least of interleaved rounds: the machine may be busy. */
export async function run(args: readonly string[]): Promise<boolean> {
  const kept = [
    await measureChanges("a write", writeOnce, 1.25),
    await measureChanges("a commit on the volume below", commitOnce, 1.3),
    ...(args.includes("quick") ? [] : [await measureHeap()]),
    ...(args.includes("quick") ? [] : await measureUndo()),
  ];
  return kept.every((each) => each);
}

interface Opened {
  readonly workspace: Workspace;
  readonly volume: Volume;
}

type Make = (opened: Opened, index: number) => unknown;

async function open(history?: false): Promise<Opened> {
  const volume = createMemoryVolume();
  return { volume, workspace: await createWorkspace(volume, history === undefined ? {} : { history }) };
}

function writeOnce({ workspace }: Opened, index: number): unknown {
  return workspace.write({ path: pathOf(index), content: `${index}\n${text}` });
}

function commitOnce({ volume }: Opened, index: number): unknown {
  const change: Change = { op: "put", path: `/workspace/${pathOf(index)}`, bytes: encode(`${index}\n${text}`) };
  return volume.commit({ changes: [change], origin: { by: "host" } });
}

function pathOf(index: number): string {
  return `file-${index % 50}.txt`;
}

async function measureChanges(what: string, make: Make, bound: number): Promise<boolean> {
  const [withHistory, without] = await leastTimes([await open(), await open(false)], make);
  return atMost(`${what} (${micros(withHistory)}) beside one without history (${micros(without)})`, withHistory / without, bound, "times");
}

/** Of one change, in microseconds. */
async function leastTimes(opened: readonly [Opened, Opened], make: Make): Promise<readonly [number, number]> {
  const least: [number, number] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    for (const side of [0, 1] as const) {
      const time = await cpuOf(async () => {
        for (let index = 0; index < changesARound; index++) await make(opened[side], round * changesARound + index);
      });
      least[side] = Math.min(least[side], time / changesARound);
    }
  }
  return least;
}

async function measureHeap(): Promise<boolean> {
  const project = makeProject(files, seed);
  const alone = await heapOfImport(project, false);
  const both = await heapOfImport(project);
  console.log(`heap for an imported file of 11 bytes: ${alone.toFixed(0)} bytes without history, ${both.toFixed(0)} with`);
  return atMost("of these are the history's", both - alone, 60, "bytes");
}

async function heapOfImport({ directories, files: paths }: MadeProject, history?: false): Promise<number> {
  const before = heldBytes();
  const { volume, workspace } = await open(history);
  const bytes = encode("export {};\n");
  await commitAll(volume, directories, (path) => ({ op: "mkdir", path }));
  await commitAll(volume, paths, (path) => ({ op: "put", path, bytes }));
  const heap = (heldBytes() - before) / paths.length;
  await workspace.dispose();
  return heap;
}

async function commitAll(volume: Volume, paths: readonly string[], changeOf: (path: string) => Change): Promise<void> {
  for (let start = 0; start < paths.length; start += batchSize) {
    const changes = paths.slice(start, start + batchSize).map((path) => changeOf(`/workspace/${path}`));
    await volume.commit({ changes, origin: { by: "host" } });
  }
}

/** Calls that change each of many files five times, then all of them taken back: at once, and one by one. */
async function measureUndo(): Promise<readonly boolean[]> {
  const atOnce = await undoTimes((workspace) => workspace.history.undo({ actor: "bench" }));
  const oneByOne = await undoTimes(async (workspace, count) => {
    for (let index = count - 1; index >= 0; index--) await workspace.history.undo({ callId: `c${index}` });
  });
  const made = `beside making one (${micros(atOnce.made)})`;
  return [
    atMost(`${calls} calls undone at once (${micros(atOnce.few)} a call) ${made}`, atOnce.few / atOnce.made, 3, "times"),
    atMost(`one of four times as many (${micros(atOnce.many)})`, atOnce.many / atOnce.few, 2, "times as long"),
    atMost(`${calls} calls undone one by one (${micros(oneByOne.few)} a call) ${made}`, oneByOne.few / oneByOne.made, 10, "times"),
    atMost(`one of four times as many (${micros(oneByOne.many)})`, oneByOne.many / oneByOne.few, 2, "times as long"),
  ];
}

/** Ten to a directory: to look at one file is to look at its neighbours. */
function fileOf(index: number): string {
  return `${Math.floor(index / 100)}/${Math.floor(index / 10)}/${index}.txt`;
}

async function undoTimes(
  undo: (workspace: Workspace, count: number) => unknown,
): Promise<{ readonly made: number; readonly few: number; readonly many: number }> {
  const least = { made: Infinity, few: Infinity, many: Infinity };
  for (let again = 0; again < 2; again++) {
    for (const [name, count] of [
      ["few", calls],
      ["many", 4 * calls],
    ] as const) {
      const { workspace } = await open();
      const ports = workspace.portsFor({ actor: "bench" });
      const made = await cpuOf(async () => {
        for (let index = 0; index < count; index++)
          await ports.write({ path: fileOf(index % (count / 5)), content: `${index}\n${text}` }, { callId: `c${index}` });
      });
      least.made = Math.min(least.made, made / count);
      least[name] = Math.min(least[name], (await cpuOf(async () => undo(workspace, count))) / count);
    }
  }
  return least;
}

/** Microseconds of the CPU. */
async function cpuOf(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function micros(value: number): string {
  return `${value.toFixed(1)} µs`;
}

function atMost(what: string, value: number, bound: number, unit: string): boolean {
  const kept = value <= bound;
  console.log(`${what}: ${value.toFixed(2)} ${unit}, at most ${bound}: ${kept ? "kept" : "missed"}`);
  return kept;
}
