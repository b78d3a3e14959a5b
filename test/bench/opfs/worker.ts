import { createMemoryVolume } from "../../../src/volumes/memory.ts";
import { openOpfsVolume } from "../../../src/volumes/opfs/opfs.ts";
import type { Change, FileEntry, Volume } from "../../../src/volumes/volume.ts";
import { createWorkspace } from "../../../src/workspace/index.ts";
import { measureUnit } from "../unit.ts";
import type { Times } from "./page.ts";

const directories = 100;
const filesEach = 100;
const fileBytes = 2_048;
const root = "/workspace";
const writes = 300;
const origin = { by: "host" } as const;

type Measure = () => Promise<Times>;

const measures: Readonly<Record<string, Measure>> = { volume, reopened, bare };

self.addEventListener("message", ({ data: what }: MessageEvent<string>) => {
  const measure = measures[what] as Measure;
  measure().then(
    (times) => self.postMessage(times), // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker's own page
    (error: unknown) => self.postMessage(String(error)), // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker's own page
  );
});

function contentOf(directory: number, file: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${directory} ${file} the quick brown fox jumps over the lazy dog\n`.repeat(60).slice(0, fileBytes));
}

function project(): Change[] {
  const changes: Change[] = [];
  for (let directory = 0; directory < directories; directory++) {
    changes.push({ op: "mkdir", path: `${root}/d${directory}` });
    for (let file = 0; file < filesEach; file++)
      changes.push({ op: "put", path: `${root}/d${directory}/f${file}`, bytes: contentOf(directory, file) });
  }
  return changes;
}

async function timeOf(action: () => unknown): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

async function repeat(times: number, action: (index: number) => unknown): Promise<number> {
  const all: number[] = [];
  for (let index = 0; index < times; index++) all.push(await timeOf(() => action(index)));
  return median(all);
}

/** Everything that changes a volume on the disk. */
async function volume(): Promise<Times> {
  const opened = await openOpfsVolume({ name: "bench" });
  const changes = project();
  const imported = await timeOf(() => opened.commit({ changes, origin }));
  const put = (index: number): Change => ({ op: "put", path: `${root}/d${index % directories}/f${index % 7}`, bytes: contentOf(index, 0) });
  const written = await repeat(writes, (index) => opened.commit({ changes: [put(index)], origin }));
  const [small, large] = ["/small", root];
  await opened.commit({
    changes: [
      { op: "mkdir", path: small },
      { op: "put", path: `${small}/a`, bytes: contentOf(0, 0) },
    ],
    origin,
  });
  const renameSmall = await renamed(opened, small);
  const renameLarge = await renamed(opened, large);
  await opened.compact();
  await opened.close();
  return { import: imported, write: written, renameSmall, renameLarge };
}

function renamed(opened: Volume, path: string): Promise<number> {
  return repeat(100, (index) => {
    const names = index % 2 === 0 ? [path, `${path}-moved`] : [`${path}-moved`, path];
    return opened.commit({ changes: [{ op: "rename", from: names[0] as string, to: names[1] as string }], origin });
  });
}

/** Nothing of it is in RAM; the engine has run before, on a memory volume with the same files. */
async function reopened(): Promise<Times> {
  const unit = measureUnit();
  await searchedInMemory();
  const memory = await searchedInMemory();
  let opened: Volume | undefined;
  const open = await timeOf(async () => {
    opened = await openOpfsVolume({ name: "bench" });
    await opened.read(opened.entry(`${root}/d50/f50`) as FileEntry);
  });
  return { unit, open, ...(await searched(opened as Volume)), memoryCold: memory.cold, memoryWarm: memory.warm };
}

async function searchedInMemory(): Promise<Searched> {
  const memory = createMemoryVolume();
  await memory.commit({ changes: project(), origin });
  return searched(memory);
}

/** `cold`: the first search of a workspace, which looks at every file for the first time. */
interface Searched {
  readonly cold: number;
  readonly warm: number;
}

async function searched(opened: Volume): Promise<Searched> {
  const workspace = await createWorkspace(opened);
  const search = (): Promise<unknown> => workspace.grep({ pattern: "nothing like it", path: "" });
  const cold = await timeOf(search);
  return { cold, warm: await repeat(9, search) };
}

interface SyncAccessHandle {
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  flush(): void;
  close(): void;
}

async function writeBare(directory: FileSystemDirectoryHandle, name: string, bytes: Uint8Array): Promise<void> {
  const file = await directory.getFileHandle(name, { create: true });
  const access = await (file as unknown as { createSyncAccessHandle(): Promise<SyncAccessHandle> }).createSyncAccessHandle();
  access.truncate(0);
  access.write(bytes, { at: 0 });
  access.flush();
  access.close();
}

/** One file per file, each way the fastest there is. */
async function bare(): Promise<Times> {
  const top = await (await navigator.storage.getDirectory()).getDirectoryHandle("bare", { create: true });
  const made: FileSystemDirectoryHandle[] = [];
  const imported = await timeOf(async () => {
    for (let directory = 0; directory < directories; directory++) {
      const handle = await top.getDirectoryHandle(`d${directory}`, { create: true });
      made.push(handle);
      for (let file = 0; file < filesEach; file++) await writeBare(handle, `f${file}`, contentOf(directory, file));
    }
  });
  const written = await repeat(writes, (index) =>
    writeBare(made[index % directories] as FileSystemDirectoryHandle, `f${index % 7}`, contentOf(index, 0)),
  );
  const walked = await timeOf(async () => {
    for await (const directory of top.values()) {
      const files: FileSystemFileHandle[] = [];
      for await (const file of (directory as FileSystemDirectoryHandle).values()) files.push(file as FileSystemFileHandle);
      for (let start = 0; start < files.length; start += 32)
        await Promise.all(files.slice(start, start + 32).map(async (file) => (await file.getFile()).arrayBuffer()));
    }
  });
  return { import: imported, write: written, walk: walked };
}
