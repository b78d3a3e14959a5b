import type { Files } from "portside";
import type { Dropped } from "../dropping.ts";
import type { Player } from "../player.ts";
import { importAll } from "./transfer.ts";
import type { Import } from "./transfer.ts";

/** A folder comes under its name, an archive as what is in it, files side by side. */
export async function importDropped(player: Player, dropped: readonly Dropped[]): Promise<void> {
  const things = (await Promise.all(dropped)).filter((thing) => thing !== null);
  const folders = things.flatMap(folderOf);
  const files = await Promise.all(things.flatMap(fileOf));
  await importAll(player, [...folders, ...importsOf(files)]);
}

/** Files of a picker; with those of a folder, it is the folder. */
export async function importPicked(player: Player, files: readonly File[]): Promise<void> {
  const folder = files[0]?.webkitRelativePath.split("/")[0];
  if (!folder) return importAll(player, importsOf(files));
  const all = files.map((file) => [file.webkitRelativePath, file] as const);
  await importAll(player, [{ name: `${folder}/`, request: async (signal) => ({ source: { files: await read(all, signal) } }) }]);
}

function importsOf(files: readonly File[]): readonly Import[] {
  const archives = files.filter(isArchive);
  const others = files.filter((file) => !isArchive(file)).map((file) => [file.name, file] as const);
  const request = async (signal: AbortSignal) => ({ source: { files: await read(others, signal) } });
  const [first] = others;
  return [
    ...archives.map((zip): Import => ({ name: zip.name, request: () => ({ source: { zip } }) })),
    ...(first === undefined ? [] : [{ name: others.length === 1 ? first[0] : `${others.length} files`, request }]),
  ];
}

function isArchive({ name, type }: File): boolean {
  return type === "application/zip" || type === "application/x-zip-compressed" || name.toLowerCase().endsWith(".zip");
}

type Thing = FileSystemHandle | FileSystemEntry | File;

function folderOf(thing: Thing): readonly Import[] {
  if (isFolderHandle(thing)) return [{ name: `${thing.name}/`, request: () => ({ source: { directory: thing }, to: thing.name }) }];
  if (!isFolderEntry(thing)) return [];
  return [{ name: `${thing.name}/`, request: async (signal) => ({ source: { files: await read(await filesIn(thing), signal) } }) }];
}

function fileOf(thing: Thing): readonly Promise<File>[] {
  if (thing instanceof File) return [Promise.resolve(thing)];
  if ("kind" in thing) return thing.kind === "file" ? [(thing as FileSystemFileHandle).getFile()] : [];
  return thing.isFile ? [fileOfEntry(thing as FileSystemFileEntry)] : [];
}

function isFolderHandle(thing: Thing): thing is FileSystemDirectoryHandle {
  return "kind" in thing && thing.kind === "directory";
}

function isFolderEntry(thing: Thing): thing is FileSystemDirectoryEntry {
  return "isDirectory" in thing && thing.isDirectory;
}

type Named = readonly [path: string, file: File | null];

/** What never is imported is not read either: it is named as an empty directory, which the library leaves out and counts. */
const derived: readonly string[] = ["node_modules", ".git"];

async function filesIn(folder: FileSystemDirectoryEntry, path: string = folder.name): Promise<readonly Named[]> {
  const found: Named[] = [[path, null]];
  if (derived.includes(folder.name)) return found;
  for (const entry of await entriesOf(folder)) {
    const name = `${path}/${entry.name}`;
    if (isFolderEntry(entry)) found.push(...(await filesIn(entry, name)));
    else found.push([name, await fileOfEntry(entry as FileSystemFileEntry)]);
  }
  return found;
}

/** A browser hands out a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOfEntry(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function read(named: readonly Named[], signal: AbortSignal): Promise<Files> {
  const files: Record<string, Uint8Array | null> = {};
  for (const [path, file] of named) {
    if (signal.aborted) break; // the import itself says so
    const isDerived = path.split("/").some((name) => derived.includes(name));
    files[path] = file === null ? null : isDerived ? new Uint8Array() : new Uint8Array(await file.arrayBuffer());
  }
  return files;
}
