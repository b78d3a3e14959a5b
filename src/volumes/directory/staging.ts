import type { Stamp } from "../outside/storage.ts";
import type { Movable } from "./browser.ts";
import { isGone, isNamed } from "./failures.ts";
import { writesName } from "./reserved.ts";
import { writeWhole } from "./write.ts";

/** A place in the folder to write files in, from where they are moved into theirs: a file is the old one or the new, whatever ends the browser. */
export interface Staging {
  put(directory: FileSystemDirectoryHandle, name: string, bytes: Uint8Array): Promise<Stamp>;
  /** Leaves nothing behind. */
  close(): Promise<void>;
}

/** Sweeps what a browser that was killed has left there. Others may have the same folder open, and what they write now is theirs. */
export async function openStaging(folder: FileSystemDirectoryHandle): Promise<Staging> {
  const id = crypto.randomUUID();
  const release = await holdLock(id);
  let written = 0;
  let place: FileSystemDirectoryHandle | undefined;

  async function ownPlace(): Promise<FileSystemDirectoryHandle> {
    const places = await folder.getDirectoryHandle(writesName, { create: true });
    return places.getDirectoryHandle(id, { create: true });
  }

  /** The place is made with the first file, and again when others swept it away. */
  async function makeFile(name: string): Promise<FileSystemFileHandle & Movable> {
    try {
      return await (place ??= await ownPlace()).getFileHandle(name, { create: true });
    } catch (error) {
      if (!isGone(error)) throw error;
      place = await ownPlace();
      return place.getFileHandle(name, { create: true });
    }
  }

  await idsInUse()
    .then((inUse) => sweep(folder, inUse))
    .catch((error: unknown) => {
      release();
      throw error;
    });
  return {
    async put(directory, name, bytes) {
      const temporary = String(++written);
      const file = await makeFile(temporary);
      try {
        const stamp = await writeWhole(file, bytes); // of what is moved: what stands there a moment later may be another's
        await (file as Required<Movable>).move(directory, name);
        return stamp;
      } catch (error) {
        await place?.removeEntry(temporary).catch(() => {}); // what is left there is swept later
        throw error;
      }
    },
    async close() {
      const inUse = await idsInUse();
      inUse.delete(id);
      await sweep(folder, inUse);
      release();
    },
  };
}

const lockPrefix = "portside:writes:";

/** Says that the place is in use, until it is let go of or the worker ends. */
function holdLock(id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks.request(lockPrefix + id, () => new Promise<void>((release) => resolve(release))).catch(reject);
  });
}

async function idsInUse(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name = "" }) => name.slice(lockPrefix.length)));
}

async function sweep(folder: FileSystemDirectoryHandle, inUse: ReadonlySet<string>): Promise<void> {
  try {
    const places = await folder.getDirectoryHandle(writesName);
    for await (const id of places.keys()) if (!inUse.has(id)) await places.removeEntry(id, { recursive: true });
    await folder.removeEntry(writesName);
  } catch (error) {
    // There is none, or others have theirs there, or sweep it at this moment.
    if (!isGone(error) && !isNamed(error, "InvalidModificationError", "NoModificationAllowedError")) throw error;
  }
}
