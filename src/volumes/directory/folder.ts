import { throwIfAborted } from "../../core/cancel.ts";
import { fail, type Kind } from "../../core/errors.ts";
import { basename, join, parent, type VolumePath } from "../../core/path.ts";
import type { Exclusion } from "../outside/exclusion.ts";
import { createLimit } from "../outside/limit.ts";
import { isSameStamp, type Range, type Sight, type Stamp, type Storage } from "../outside/storage.ts";
import type { Movable } from "./browser.ts";
import { createDirectories } from "./directories.ts";
import { failureOf, isGone, isNamed, isUnreadable, named } from "./failures.ts";
import { observe } from "./observe.ts";
import { requirePermission } from "./permission.ts";
import { isReserved, isSwap, refuseReserved } from "./reserved.ts";
import type { Staging } from "./staging.ts";
import { stampOf, writeInPlace } from "./write.ts";

export interface FolderOptions {
  readonly handle: FileSystemDirectoryHandle;
  /** The directory of the volume that shows it. */
  readonly root: VolumePath;
  readonly exclusion: Exclusion;
  /** Absent: files are written in their place. */
  readonly staging?: Staging | undefined;
}

/** A browser answers that many questions about files almost as fast as one. */
const parallel = 32;

/** A folder behind a handle, as a storage. */
export function createFolder({ handle: folder, root, exclusion, staging }: FolderOptions): Storage {
  const directories = createDirectories(root, folder);
  const limit = createLimit(parallel);

  async function told<T>(operation: string, path: VolumePath, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw failureOf(error, { folder, path, operation });
    }
  }

  async function fileAt(path: VolumePath): Promise<FileSystemFileHandle> {
    const directory = await directories.at(parent(path));
    return named(path, directory.getFileHandle(basename(path)));
  }

  async function look(path: VolumePath): Promise<Sight | undefined> {
    if (path === root) return { kind: "directory" };
    refuseReserved(path, root);
    try {
      return await sightOf(await fileAt(path));
    } catch (error) {
      if (!isGone(error)) throw error;
      if (isNamed(error, "NotFoundError") || !(await isDirectory(path))) return undefined;
      return { kind: exclusion.has(path) ? "other" : "directory" };
    }
  }

  async function isDirectory(path: VolumePath): Promise<boolean> {
    try {
      await directories.at(path);
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  async function scan(path: VolumePath, signal: AbortSignal | undefined): Promise<Sight | undefined> {
    const sight = await look(path);
    if (sight?.kind !== "directory") return sight;
    return scanDirectory(path, await directories.at(path), signal);
  }

  async function scanDirectory(path: VolumePath, directory: FileSystemDirectoryHandle, signal?: AbortSignal): Promise<Sight | undefined> {
    throwIfAborted(signal);
    const children = await limit(() => list(path, directory));
    if (!children) return undefined;
    directories.learn(path, directory);
    const seen = await Promise.all(children.map(async (child) => [child.name, await scanChild(path, child, signal)] as const));
    return { kind: "directory", children: new Map(seen.filter((each): each is [string, Sight] => each[1] !== undefined)) };
  }

  async function scanChild(directory: VolumePath, child: ChildHandle, signal: AbortSignal | undefined): Promise<Sight | undefined> {
    if (child.kind === "file") return limit(() => sightOf(child));
    const path = join(directory, child.name);
    return exclusion.has(path) ? { kind: "other" } : scanDirectory(path, child, signal);
  }

  /** Undefined: it was removed meanwhile. */
  async function list(path: VolumePath, directory: FileSystemDirectoryHandle): Promise<readonly ChildHandle[] | undefined> {
    try {
      const children: ChildHandle[] = [];
      for await (const child of directory.values()) if (!isReserved(join(path, child.name), root)) children.push(child);
      return children;
    } catch (error) {
      if (!isGone(error)) throw error;
      if (path === root) throw fail("unavailable", { what: `the folder "${folder.name}"`, reason: "it is not there any more" });
      return undefined;
    }
  }

  async function names(path: VolumePath): Promise<readonly string[] | undefined> {
    const children = (await isDirectory(path)) ? await list(path, await directories.at(path)) : undefined;
    return children?.map(({ name }) => name);
  }

  async function accepts(path: VolumePath): Promise<void> {
    refuseReserved(path, root);
    try {
      await named(path, folder.getFileHandle(basename(path)));
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  async function read(path: VolumePath, stamp: Stamp, { start, end }: Range): Promise<Uint8Array | undefined> {
    try {
      const handle = await fileAt(path);
      const file = await handle.getFile();
      if (!isSameStamp(file, stamp)) return undefined;
      const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
      // Some browsers read on in a file that was written to meanwhile.
      return isSameStamp(await handle.getFile(), stamp) ? bytes : undefined;
    } catch (error) {
      if (isGone(error) || (isUnreadable(error) && !(await isStill(path, stamp)))) return undefined;
      throw error;
    }
  }

  async function isStill(path: VolumePath, stamp: Stamp): Promise<boolean> {
    const sight = await look(path);
    return sight?.kind === "file" && isSameStamp(sight.content as Stamp, stamp);
  }

  async function put(path: VolumePath, bytes: Uint8Array): Promise<Stamp> {
    const directory = await directories.at(parent(path));
    return staging ? staging.put(directory, basename(path), bytes) : writeInPlace(directory, basename(path), bytes);
  }

  async function mkdir(path: VolumePath): Promise<void> {
    const above = await directories.at(parent(path));
    exclusion.admit(path);
    directories.learn(path, await named(path, above.getDirectoryHandle(basename(path), { create: true })));
  }

  async function remove(path: VolumePath): Promise<void> {
    const above = await directories.at(parent(path));
    try {
      await above.removeEntry(basename(path));
    } catch (error) {
      if (!isNamed(error, "InvalidModificationError")) throw error;
      await removeSwaps(await directories.at(path));
      await above.removeEntry(basename(path));
    }
    directories.forget(path);
  }

  /** To move is not everywhere possible, and what a browser says then differs. What it says when it only cannot now does not. */
  async function move(from: VolumePath, to: VolumePath, kind: Kind): Promise<boolean> {
    const source: FileSystemHandle & Movable = await (kind === "directory" ? directories.at(from) : fileAt(from));
    if (!source.move) return false;
    try {
      await source.move(await directories.at(parent(to)), basename(to));
    } catch (error) {
      if (isNamed(error, "QuotaExceededError", "NoModificationAllowedError", "NotFoundError")) throw error;
      return false;
    }
    directories.forget(from);
    exclusion.admit(to);
    return true;
  }

  return {
    ready: (use) => told("open", root, () => requirePermission(folder, use)),
    look: (path) => limit(() => told("look", path, () => look(path))),
    scan: (path, signal) => told("scan", path, () => scan(path, signal)),
    names: (path) => told("list", path, () => names(path)),
    accepts: (path) => limit(() => told("look", path, () => accepts(path))),
    read: (path, stamp, range) => told("read", path, () => read(path, stamp, range)),
    put: (path, bytes) => told("write", path, () => put(path, bytes)),
    mkdir: (path) => told("mkdir", path, () => mkdir(path)),
    remove: (path) => told("delete", path, () => remove(path)),
    move: (from, to, kind) => told("move", from, () => move(from, to, kind)),
    watch: (changed) => observe(folder, root, changed),
    close: () => told("close", root, async () => staging?.close()),
  };
}

type ChildHandle = FileSystemFileHandle | FileSystemDirectoryHandle;

/** What was killed while it wrote leaves these, which nobody sees and which keep their directory from being removed. */
async function removeSwaps(directory: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of directory.keys()) if (isSwap(name)) await directory.removeEntry(name);
}

/** Undefined: it was removed meanwhile. */
async function sightOf(handle: FileSystemFileHandle): Promise<Sight | undefined> {
  try {
    return { kind: "file", content: stampOf(await handle.getFile()) };
  } catch (error) {
    if (isGone(error)) return undefined;
    if (isUnreadable(error)) return { kind: "other" };
    throw error;
  }
}
