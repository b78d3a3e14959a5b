import { fail } from "../../core/errors.ts";
import { compareUtf8 } from "../../core/text.ts";
import { reserveName } from "./format.ts";
import { directoryName, openHome, volumeName } from "./home.ts";
import { holdLock, lockName } from "./lock.ts";
import { clearVoid, exists, makeValid, makeVoid, passOn, removeAll, surveyed } from "./voids.ts";
import { spaceOrFault } from "./write-all.ts";

/** A workspace in the origin's private file system. */
export interface WorkspaceFacts {
  readonly name: string;
  /** On the disk: its log, with what is no longer needed in it and the room that it reserves. */
  readonly bytes: number;
  /** Some page or worker has it open. */
  readonly open: boolean;
}

/** As `Workspaces` of the package's main entry. */
export const opfsWorkspaces: OpfsWorkspaces = { list, delete: remove, rename, duplicate };

interface OpfsWorkspaces {
  list(): Promise<readonly WorkspaceFacts[]>;
  delete(name: string): Promise<void>;
  rename(name: string, to: string): Promise<void>;
  duplicate(name: string, as: string): Promise<void>;
}

/** How long to wait for who has just closed it. */
const waitMilliseconds = 500;

/** In UTF-8 order of the names. Finishes removals and forgets copies that were interrupted. */
async function list(): Promise<readonly WorkspaceFacts[]> {
  const home = await openHome();
  const { valid, voids } = await surveyed(home);
  for (const directory of voids) await clearIfFree(home, directory);
  const open = await locksHeld();
  const facts = valid.map(async (directory): Promise<WorkspaceFacts> => {
    const name = volumeName(directory);
    return { name, bytes: await bytesIn(await home.getDirectoryHandle(directory)), open: open.has(lockName(name)) };
  });
  return (await Promise.all(facts)).toSorted((a, b) => compareUtf8(a.name, b.name));
}

/** Throws not_found, and workspace_busy while it is open. */
async function remove(name: string): Promise<void> {
  await holding([name], async (home) => {
    const directory = await directoryOf(home, name);
    await makeVoidOnFullDisk(home, directory);
    await clearVoid(home, directory);
  });
}

/** Throws not_found, already_exists, no_space, and workspace_busy while either is open. Takes as long as a copy: browsers cannot move directories. */
async function rename(name: string, to: string): Promise<void> {
  await holding([name, to], async (home) => {
    const [from, target] = await copied(home, name, to);
    await passOn(home, from, target).catch(giveUp(home, target));
    await clearVoid(home, from);
  });
}

/** Throws not_found, already_exists, no_space, and workspace_busy while either is open. */
async function duplicate(name: string, as: string): Promise<void> {
  await holding([name, as], async (home) => {
    const [, target] = await copied(home, name, as);
    await makeValid(home, target);
  });
}

type Home = FileSystemDirectoryHandle;

/** Copied at a time. */
const pieceBytes = 16_777_216;

/** Does it while nobody has these volumes open. In one order, or two of these would wait for each other. */
async function holding(names: readonly string[], work: (home: Home) => Promise<void>): Promise<void> {
  const home = await openHome();
  const releases: (() => void)[] = [];
  try {
    for (const name of [...new Set(names)].toSorted(compareUtf8)) releases.push(await holdLock(name, waitMilliseconds));
    await work(home);
  } catch (error) {
    throw spaceOrFault("workspaces", error);
  } finally {
    for (const release of releases) release();
  }
}

async function directoryOf(home: Home, name: string): Promise<string> {
  const directory = directoryName(name);
  await clearVoid(home, directory);
  if (!(await exists(() => home.getDirectoryHandle(directory)))) throw fail("not_found", { path: name });
  return directory;
}

/** Makes a copy that does not count yet; answers with both directories. */
async function copied(home: Home, name: string, as: string): Promise<readonly [from: string, to: string]> {
  if (as === "") throw fail("invalid_arguments", { issues: [{ at: "as", problem: "missing" }] });
  const [from, to] = [await directoryOf(home, name), directoryName(as)];
  await clearVoid(home, to);
  if (await exists(() => home.getDirectoryHandle(to))) throw fail("already_exists", { path: as, kind: "directory" });
  await makeVoid(home, to);
  await copyFiles(await home.getDirectoryHandle(from), home, to).catch(giveUp(home, to));
  return [from, to];
}

async function copyFiles(source: FileSystemDirectoryHandle, home: Home, to: string): Promise<void> {
  const target = await home.getDirectoryHandle(to, { create: true });
  for await (const handle of source.values()) {
    const file = await (handle as FileSystemFileHandle).getFile();
    const copy = await (await target.getFileHandle(handle.name, { create: true })).createWritable();
    for (let at = 0; at < file.size; at += pieceBytes)
      await copy.write(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()));
    await copy.close();
  }
}

function giveUp(home: Home, directory: string): (error: unknown) => Promise<never> {
  return async (error) => {
    await clearVoid(home, directory);
    throw error;
  };
}

/** A full disk has no room for the mark. What the log reserves is room enough; where that is gone, the removal goes on without one. */
async function makeVoidOnFullDisk(home: Home, directory: string): Promise<void> {
  try {
    await makeVoid(home, directory);
  } catch (error) {
    if ((error as Error).name !== "QuotaExceededError") throw error;
    const files = await home.getDirectoryHandle(directory);
    if (await exists(() => files.getFileHandle(reserveName))) await files.removeEntry(reserveName);
    await makeVoid(home, directory).catch(() => removeAll(home, directory));
  }
}

async function clearIfFree(home: Home, directory: string): Promise<void> {
  await navigator.locks.request(lockName(volumeName(directory)), { ifAvailable: true }, async (lock) => {
    if (lock) await clearVoid(home, directory);
  });
}

async function locksHeld(): Promise<ReadonlySet<string | undefined>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name));
}

async function bytesIn(directory: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0;
  for await (const handle of directory.values()) bytes += (await (handle as FileSystemFileHandle).getFile()).size;
  return bytes;
}
